"""Whether two limbs are built alike, and how their frames are turned until that shows.

Alike are limbs with the same tree, the same free motions and the same quarter turns between links, once
frames have been turned by half: the senses of axes are drawn as one likes, and a mirror image has,
after half turns, the rotations and second moments of what it mirrors, and opposite shifts and first
moments. Lengths, masses and other angles may differ; so may all angles where a limb begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.model.half_turns import (
    HALF_TURNS,
    NONE,
    HalfTurn,
    in_one_turn,
    other_normal,
)
from gen_robot.model.model import Geometry, Link, Model

# What differences cost, as against one operation on all lanes counting 10: what is done per vector and
# what per joint, in the round. A preference only: whether lanes pay is weighed on whole kernels.
_QUARTER = 80  # turns of which one at least would only exchange coordinates
_ANGLE = 10  # an offset, added to the joint's angle
_SENSE = 60  # a sign to each of q, qd, qdd, tau
_VALUE = 1  # a constant that is not one in all lanes

_LEVEL = frozenset((ZERO, PI))
QUARTERS = _LEVEL | {PI / 2, -PI / 2}

_MOST_PERMUTED = 4  # children; more than these are matched as they come


@dataclass(frozen=True)
class Fit:
    """Say which link takes a link's place in another limb, with which half turns of its frame."""

    link: Link
    turn: HalfTurn
    geometry: Geometry  # from the parent's frame as that is turned
    parent_turn: HalfTurn = NONE


@dataclass(frozen=True)
class _Fits:
    cost: int
    fits: tuple[tuple[int, Fit], ...]  # each with the number of the link that it is like


def fits(model: Model, limb: Link, other: Link) -> dict[int, Fit] | None:
    """Return for each link of a limb the one of another limb that is like it; None: they are not alike.

    Both limbs begin at the same link, or on the base.
    """
    if limb is other:
        return {link.number: Fit(link, NONE, link.geometry) for link in _carried(model, limb)}

    @cache
    def best(number: int, other_number: int, parent_turn: HalfTurn) -> _Fits | None:
        """Return the cheapest fit of two subtrees, given the half turn of the other's parent."""
        link, own = model.link(number), model.link(other_number)
        if link.kind.motions != own.kind.motions:
            return None
        seen = parent_turn.of_parent(own.geometry)
        found: list[_Fits] = []
        for turn in HALF_TURNS:
            below = _cheapest(matched(c, o, turn) for c, o in pairings(number, other_number))
            if below is None:
                continue
            for drawn in (turn.of_link(seen), other_normal(turn.of_link(seen))):
                apart = _difference(link, Fit(own, turn, drawn), begins=number == limb.number)
                if apart is not None:
                    fit = Fit(own, turn, drawn, parent_turn)
                    found.append(_Fits(apart + below.cost, ((number, fit), *below.fits)))
        return _cheapest(found)

    def matched(
        children: Sequence[Link], others: Sequence[Link], parent_turn: HalfTurn
    ) -> _Fits | None:
        cost = 0
        together: list[tuple[int, Fit]] = []
        for child, own in zip(children, others, strict=True):
            fit = best(child.number, own.number, parent_turn)
            if fit is None:
                return None
            cost += fit.cost
            together += fit.fits
        return _Fits(cost, tuple(together))

    def pairings(number: int, other: int) -> Iterable[tuple[list[Link], list[Link]]]:
        children, others = model.children(number), model.children(other)
        if len(children) == len(others):
            many = len(children) > _MOST_PERMUTED
            for order in [others] if many else permutations(others):
                yield children, list(order)

    on_base = not limb.parent
    found = _cheapest(
        _with_gravity(model, limb, other, turn, best(limb.number, other.number, turn))
        for turn in (HALF_TURNS if on_base else (NONE,))
    )
    return dict(found.fits) if found else None


def _carried(model: Model, limb: Link) -> Iterator[Link]:
    yield limb
    for child in model.children(limb.number):
        yield from _carried(model, child)


def _cheapest(found: Iterable[_Fits | None]) -> _Fits | None:
    """Return the first of those that cost least."""
    return min((f for f in found if f), key=lambda f: f.cost, default=None)


def _with_gravity(
    model: Model, limb: Link, other: Link, turn: HalfTurn, found: _Fits | None
) -> _Fits | None:
    """Add, on the base, whose frame is each limb's own, what gravity differs in."""
    if found is None or limb.parent:
        return found
    up, other_up = model.base_acceleration(limb), turn.vector(model.base_acceleration(other))
    return _Fits(found.cost + _VALUE * _unlike(up, other_up), found.fits)


def _difference(link: Link, fit: Fit, begins: bool) -> int | None:
    """Return what it costs to compute two links together; None if they are not alike."""
    own, turn = fit.link, fit.turn
    g, other = link.geometry, fit.geometry
    if is_level(g) and is_level(other) and g.gamma != other.gamma:
        g, other = in_one_turn(g), in_one_turn(other)
    if is_level(g) and is_level(other) and g.alpha != other.alpha:
        return None  # parallel axes in two senses, which a half turn cures
    turns = [(g.gamma, other.gamma), (g.alpha, other.alpha)]
    total = 0
    if link.kind.angles:
        total += _ANGLE * (g.theta != other.theta)
    else:
        turns.append((g.theta, other.theta))
    for a, b in turns:
        if a != b and (a in QUARTERS or b in QUARTERS):
            if not begins:
                return None
            total += _QUARTER
    total += _SENSE * (turn.z < 0)
    shifts = (g.b, g.a, g.e, g.d), (other.b, other.a, other.e, other.d)
    bodies = link.body, turn.body(own.body)
    values = _unlike(*shifts) + _unlike(*(b.first for b in bodies))
    return total + _VALUE * (values + _unlike(*(b.second for b in bodies)))


def is_level(g: Geometry) -> bool:
    """Tell whether a link's axis is parallel to its parent's z axis."""
    return g.alpha in _LEVEL


def _unlike(own: Iterable[Number], other: Iterable[Number]) -> int:
    return sum(a != b for a, b in zip(own, other, strict=True))
