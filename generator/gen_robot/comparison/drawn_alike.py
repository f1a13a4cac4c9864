"""Draw one robot's canonical frames as another's: the half turns that they leave open are chosen alike.

Which way a joint's axis points, and where its coordinate is zero, is its file's choice, and nothing
that two robots need differ in. The frames of the right robot are turned until its constants agree best
with the left one's; joints whose axis is turned round are counted the other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Vec3
from gen_robot.model.half_turns import HALF_TURNS, NONE, HalfTurn, other_normal
from gen_robot.model.model import Geometry, Model

_ANGLE = 20  # what other angles weigh against other lengths and masses
_ZERO = 4  # what it weighs to count a joint from elsewhere
_SENSE = 2  # what it weighs to count a joint the other way
_SIGN = 4  # what opposite signs weigh, on top of another value


@dataclass(frozen=True)
class Fitted:
    """Hold a link of the right robot in a frame as the left one's, and the sense of its joint."""

    geometry: Geometry
    body: Moments
    user_frame: Frame  # that the file gives to it
    sense: int


@dataclass(frozen=True)
class DrawnAlike:
    """Hold the right robot's links by the left one's numbers, and gravity as each root feels it."""

    links: Mapping[int, Fitted]
    gravity: Mapping[int, Vec3]  # of each link on the base: minus its acceleration


def drawn_alike(left: Model, right: Model, partners: Mapping[int, int]) -> DrawnAlike:
    """Turn the right robot's frames; `partners` are its links by the left one's numbers."""
    free, others = _free(left), _free(right)

    @cache
    def best(number: int, parent_turn: HalfTurn) -> tuple[int, dict[int, tuple[Fitted, HalfTurn]]]:
        """Return what a link and all that it carries cost at least, and how they are drawn then."""
        own, other = left.link(number), right.link(partners[number])
        tried = []
        for turn in _turns(number in free and partners[number] in others):
            below = [best(child, turn) for child in _children(left, right, number, partners)]
            seen = turn.of_link(parent_turn.of_parent(other.geometry))
            drawn = min((seen, other_normal(seen)), key=lambda g: _apart(own.geometry, g))
            body = turn.body(other.body)
            cost = _apart(own.geometry, drawn) + _unlike(_flat(own.body), _flat(body))
            cost += _SENSE * (turn.z < 0) + sum(each[0] for each in below)
            found = {
                number: (
                    Fitted(drawn, body, turn.frame.then(other.user_frame), turn.z),
                    parent_turn,
                )
            }
            for _, more in below:
                found |= more
            tried.append((cost, found))
        return min(tried, key=lambda pair: pair[0])

    links: dict[int, tuple[Fitted, HalfTurn]] = {}
    gravity: dict[int, Vec3] = {}
    for root in _children(left, right, 0, partners):
        up, other_up = (
            model.base_acceleration(model.link(number))
            for model, number in ((left, root), (right, partners[root]))
        )
        options = []
        for turn in _turns(root in free and partners[root] in others):
            cost, found = best(root, turn)
            options.append((cost + _ANGLE * _unlike(up, turn.vector(other_up)), found, turn))
        _, found, turn = min(options, key=lambda option: option[0])
        links |= found
        gravity[root] = turn.vector(other_up)
    # What hangs on a link without a partner begins anew.
    for number, other in partners.items():
        if number not in links:
            link = right.link(other)
            links[number] = (Fitted(link.geometry, link.body, link.user_frame, 1), NONE)
    return DrawnAlike({k: fitted for k, (fitted, _) in links.items()}, gravity)


def _turns(are_free: bool) -> tuple[HalfTurn, ...]:
    return HALF_TURNS if are_free else (NONE,)


def _free(model: Model) -> set[int]:
    """Return the links whose frames may be turned: of joints with one axis, tied to no other."""
    tied = {link.following.leader for link in model.links if link.following}
    return {
        link.number
        for link in model.links
        if link.kind.nv == 1 and not link.following and link.number not in tied
    }


def _children(left: Model, right: Model, number: int, partners: Mapping[int, int]) -> list[int]:
    """Return the children of a link whose partners are its partner's children."""
    theirs = partners.get(number, 0)
    return [
        child.number
        for child in left.children(number)
        if child.number in partners and right.link(partners[child.number]).parent == theirs
    ]


def _apart(own: Geometry, other: Geometry) -> int:
    angles = sum(getattr(own, name) != getattr(other, name) for name in ("gamma", "alpha"))
    lengths = zip(*((g.b, g.a, g.e, g.d) for g in (own, other)), strict=True)
    # Of two lengths that differ anyway, those of one sign are nearer.
    unlike = sum((a != b) + _SIGN * (float(a) * float(b) < 0) for a, b in lengths)
    return _ANGLE * angles + _ZERO * (own.theta != other.theta) + unlike


def _flat(body: Moments) -> tuple[Number, ...]:
    return (*body.first, *body.second)


def _unlike(own: Iterable[Number], other: Iterable[Number]) -> int:
    return sum(
        (a != b) + _SIGN * (float(a) * float(b) < 0) for a, b in zip(own, other, strict=True)
    )
