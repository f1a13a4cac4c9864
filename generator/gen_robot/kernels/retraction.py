"""Steps along velocities, as kernels take them: of first order, then back into the joint's space."""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Pose
from gen_robot.algebra.vectors import Scalar, Values, Vec3
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model

HALF = ONE / 2


def retracted(model: Model, q: Values, step: Values) -> list[Scalar]:
    """Return the user's positions after a step; what stands still keeps its bits."""
    coordinates, moved = Coordinates(model), list(q)
    for link in model.free_links:
        at, at_v = coordinates.places(link)
        own, taken = q[at : at + link.kind.nq], step[at_v : at_v + link.kind.nv]
        if not all(isinstance(x, Number) and not x for x in taken):
            moved[at : at + link.kind.nq] = _STEPS[link.kind.manifold.name](link, own, taken)
    return moved


def _added(link: Link, own: Values, taken: Values) -> list[Scalar]:
    return [a + b for a, b in zip(own, taken, strict=True)]


def _turned(own: Values, taken: Values) -> list[Scalar]:
    """Follow a quaternion by half a rotation vector, and give it unit length again."""
    u, w, v = Vec3(*own[:3]), own[3], Vec3(*taken) * HALF
    vector = v * w + u + u.cross(v)
    return _unit([*vector, w - u.dot(v)])


def _unit(values: list[Scalar]) -> list[Scalar]:
    scale = 1 / sum((x * x for x in values), start=ZERO).sqrt()
    return [x * scale for x in values]


def _rotated(link: Link, own: Values, taken: Values) -> list[Scalar]:
    return _turned(own, taken)


def _moved(link: Link, own: Values, taken: Values) -> list[Scalar]:
    shift = Pose(tuple(link.kind.steps([*ORIGIN, *own[3:]]))).up(Vec3(*taken[:3]))
    return [*(Vec3(*own[:3]) + shift), *_turned(own[3:], taken[3:])]


def _moved_in_plane(link: Link, own: Values, taken: Values) -> list[Scalar]:
    x, y, c, s = own
    along, beside, angle = taken
    turned = _unit([c - s * angle, s + c * angle])
    return [x + (c * along - s * beside), y + (s * along + c * beside), *turned]


_STEPS: dict[str, Callable[[Link, Values, Values], list[Scalar]]] = {
    "additive": _added,
    "line": _added,
    "plane": _moved_in_plane,
    "rotation": _rotated,
    "rigid": _moved,
}
"""By the name of a joint's manifold."""
