"""Which joint of one robot stands for which of another: by name, else by the place in the tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gen_robot.bindings.manifest import Joint
from gen_robot.comparison.side import Body, Side


@dataclass(frozen=True)
class Match:
    """Hold which moving links go together, by their numbers on the two sides."""

    pairs: tuple[tuple[Body, Body], ...]
    left: tuple[Body, ...]  # without a partner
    right: tuple[Body, ...]

    @cached_property
    def to_left(self) -> dict[int, int]:
        """Return the left side's number of a link by the right side's."""
        return {b.number: a.number for a, b in self.pairs}

    @property
    def is_plain(self) -> bool:
        """Tell whether all links have partners of the same number."""
        return not self.left and not self.right and all(a.number == b.number for a, b in self.pairs)

    @property
    def joints(self) -> list[tuple[Joint, Joint]]:
        """Return the pairs of joints that have coordinates of one sort."""
        return [
            (a.joint, b.joint)
            for a, b in self.pairs
            if a.joint and b.joint and _sort(a.joint) == _sort(b.joint)
        ]


def _sort(joint: Joint) -> tuple[str, int, int]:
    # A length is no angle, though both simply add.
    return joint.manifold, joint.nq, joint.nv


def match(a: Side, b: Side) -> Match:
    """Find partners: joints of one name, then, from the base outward, what stands at one place."""
    partners = {left.number: right.number for left, right in _by_name(a.bodies, b.bodies)}
    taken = set(partners.values())
    branches, others = _children(a.bodies), _children(b.bodies)
    waiting = [(0, 0)]
    while waiting:
        parent, other = waiting.pop()
        free = [x.number for x in branches[parent] if x.number not in partners]
        rest = [x.number for x in others[other] if x.number not in taken]
        for own, theirs in zip(free, rest, strict=False):
            partners[own] = theirs
            taken.add(theirs)
        waiting += [
            (x.number, partners[x.number]) for x in branches[parent] if x.number in partners
        ]
    left = {body.number: body for body in a.bodies}
    right = {body.number: body for body in b.bodies}
    return Match(
        tuple((left[k], right[partners[k]]) for k in sorted(partners)),
        tuple(body for k, body in left.items() if k not in partners),
        tuple(body for k, body in right.items() if k not in taken),
    )


def _by_name(left: Sequence[Body], right: Sequence[Body]) -> Iterator[tuple[Body, Body]]:
    known = {body.joint_name: body for body in right}
    for body in left:
        if body.joint_name in known:
            yield body, known[body.joint_name]


def _children(bodies: Sequence[Body]) -> defaultdict[int, list[Body]]:
    found: defaultdict[int, list[Body]] = defaultdict(list)
    for body in bodies:
        found[body.parent].append(body)
    return found
