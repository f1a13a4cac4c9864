"""Congruent limbs as lanes of one: a quadruped's four legs, a humanoid's arms in pairs.

Limbs that begin at the same link, or on the base, and are built alike ask for the same operations on
other constants. `with_lanes` puts one limb in their place, with `Lanes` for constants that differ. The
recursions run on it as on any model; what they give there are values of as many lanes as limbs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gen_robot.algebra.number import Number
from gen_robot.model.congruence import QUARTERS, Fit, fits, is_level
from gen_robot.model.half_turns import NONE
from gen_robot.model.model import Link, Model, Place
from gen_robot.model.side_by_side import merged, merged_base_frame

WIDEST = 4
"""Lanes of a group. Eight limbs are two groups of four; six are four and two, which are as many
operations as three and three, and no lane is left empty."""


@dataclass(frozen=True)
class _Group:
    """Hold congruent limbs, each as the fits of its links to those of the first."""

    first: Link
    limbs: tuple[dict[int, Fit], ...]

    def of(self, number: int) -> list[Fit]:
        """Return what fits a link of the first limb, lane by lane."""
        return [limb[number] for limb in self.limbs]


def with_lanes(model: Model) -> Model:
    """Return the model with one limb of lanes for each group of congruent limbs; itself if none are.

    Masses have been moved before, frames are held after: neither knows of lanes. A link of lanes keeps
    the number of its first and the places of its coordinates, so that names mean the same in both.
    """
    groups = [] if model.whole else list(_groups(model, 0, _links_apart(model)))
    if not groups:
        return model
    lanes_of = {number: group.of(number) for group in groups for number in group.limbs[0]}
    others = {fit.link.number for each in lanes_of.values() for fit in each[1:]}
    kept = [link for link in model.links if link.number not in others]
    links = [
        merged(lanes_of[k.number]) if k.number in lanes_of else replace(k, stands_for=(k.number,))
        for k in kept
    ]
    first = {fit.link.number: n for n, each in lanes_of.items() for fit in each}
    turns = {fit.link.number: fit.turn for each in lanes_of.values() for fit in each}
    return replace(
        model,
        links=tuple(links),
        base_frames={
            root.number: (
                merged_base_frame(model.base_frames, lanes_of[root.number])
                if root.number in lanes_of
                else model.base_frames[root.number]
            )
            for root in kept
            if not root.parent
        },
        places={
            name: Place(
                first.get(p.link, p.link), turns.get(p.link, NONE).frame.then(p.frame), p.on
            )
            for name, p in model.places.items()
        },
        whole=model,
    )


def _groups(model: Model, trunk: int, apart: set[int]) -> Iterable[_Group]:
    """Find the groups of limbs that begin at a link, or further out, if no group has them already."""
    alike: dict[str, list[_Group]] = {}
    limbs = model.children(trunk)
    for limb in limbs if len(limbs) > 1 else ():
        shape = _shape(model, limb, apart)
        if shape is not None:
            _join(model, limb, alike.setdefault(shape, []))
    found = [group for known in alike.values() for group in known if len(group.limbs) > 1]
    yield from found
    taken = {fit.link.number for group in found for fit in group.of(group.first.number)}
    for link in limbs:
        if link.number not in taken:
            yield from _groups(model, link.number, apart)


def _join(model: Model, limb: Link, known: list[_Group]) -> None:
    """Add a limb to the first group that it fits, or else to a new one."""
    for k, group in enumerate(known):
        fit = fits(model, group.first, limb) if len(group.limbs) < WIDEST else None
        if fit:
            known[k] = replace(group, limbs=(*group.limbs, fit))
            return
    itself = fits(model, limb, limb)
    assert itself, "a limb is like itself"
    known.append(_Group(limb, (itself,)))


def _links_apart(model: Model) -> set[int]:
    """Return the links that cannot be lanes of one, nor can the limbs that they are part of."""
    ties = {n for k in model.links if k.following for n in (k.number, k.following.leader)}
    known_later = {number for parameter in model.parameters for number in parameter.links}
    return ties | known_later | {k.number for k in model.links if not _can_be_lane(k)}


def _can_be_lane(link: Link) -> bool:
    """Tell whether a link's coordinate changes by its sign alone if its axis is turned round."""
    bodies = (link.body, link.torque_body or link.body)
    known = [x for body in bodies for x in (body.mass, *body.first, *body.second)]
    single = link.kind.has_axis and link.kind.nq == link.kind.nv == 1
    return single and all(isinstance(x, Number) for x in known)


def _shape(model: Model, limb: Link, apart: set[int]) -> str | None:
    """Spell what no half turn changes and limbs alike have in common; None if one cannot be a lane.

    How the limb begins is not part of it.
    """
    if limb.number in apart:
        return None
    below = []
    for child in model.children(limb.number):
        shape = _shape(model, child, apart)
        if shape is None:
            return None
        alpha = child.geometry.alpha
        turn = (
            "general"
            if alpha not in QUARTERS
            else "level"
            if is_level(child.geometry)
            else "upright"
        )
        below.append(f"{turn} {shape}")
    return f"{limb.kind.motions}[{', '.join(sorted(below))}]"
