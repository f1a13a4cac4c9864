"""A position at which nothing is so by chance: what holds there holds at almost all."""

from __future__ import annotations

from gen_robot.algebra.number import ONE, Number
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model

_UNIT = {2: (Number(3), Number(4)), 4: (Number(1), Number(2), Number(2), Number(4))}
"""Coordinates, five times as long as they should be, that have unit length together."""


def generic_position(model: Model) -> list[Number]:
    """Return the coordinates of all joints, those that follow others included."""
    q: list[Number] = []
    for link in model.free_links:
        unit = _UNIT.get(link.kind.manifold.unit, ())
        # Multiples of the golden ratio: no two angles are the same, nor are sums of a few.
        steps = range(len(q) + 1, len(q) + 1 + link.kind.nq - len(unit))
        q += [_GOLDEN * k - int(float(_GOLDEN * k)) + ONE / 7 for k in steps]
        q += [x / 5 for x in unit]
    return [*Coordinates(model).positions(q)]


_GOLDEN = (Number(5).sqrt() - ONE) / 2
