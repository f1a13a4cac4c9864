"""Where joints put their bodies and how they move them, over any scalars with + - *."""

from __future__ import annotations

from typing import Any, Protocol

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.verification.polynomial import STEP, STEP_BEFORE
from gen_robot.verification.robot import (
    BOTH,
    FLIES,
    IN_PLANE,
    ROTATES,
    SCREWS,
    SLIDES,
    STILL,
    Body,
    Load,
)
from gen_robot.verification.vectors import (
    Matrix,
    Vector,
    applied,
    cross,
    each,
    identity,
    product,
    skew,
    symmetric,
    total,
    turned,
)

SIGN_OF_RATE = "sign(qd)"
"""An array: the sign of each velocity."""


class Scalars(Protocol):
    """Give the numbers that the equations are written in."""

    def constant(self, x: Number) -> Any: ...

    def rounded(self, x: float) -> Any:
        """Return a constant that was rounded before we got it."""

    def turn(self, body: Body) -> tuple[Any, Any]:
        """Return cosine and sine of a body's own angle."""

    def given(self, array: str, index: int) -> Any:
        """Return an input, or zero where it is of no account."""


def placement(body: Body, scalars: Scalars) -> tuple[Matrix, Vector]:
    """Return the axes and the origin of a body's frame in its parent's."""
    of = scalars.constant
    before = each(of, body.rotation)
    rotation, shifted = _moved(body, scalars)
    rotation = before if rotation is None else product(before, rotation)
    origin = [of(c) for c in body.origin]
    if shifted is not None:
        origin = total(origin, applied(before, shifted))
    for array in (STEP_BEFORE, STEP):
        rotation, origin = _stepped(body, scalars, array, rotation, origin)
    return rotation, origin


def _stepped(
    body: Body, scalars: Scalars, array: str, rotation: Matrix, origin: Vector
) -> tuple[Matrix, Vector]:
    """Move on by a small step in each of a body's own directions, to first order."""
    about, along = relative(body, scalars, array)
    if not any(map(bool, [*about, *along])):
        return rotation, origin
    turning = [total(row, cross(row, about)) for row in rotation]
    return turning, total(origin, applied(rotation, along))


def _moved(body: Body, scalars: Scalars) -> tuple[Matrix | None, Vector | None]:
    of, motion = scalars.constant, body.motion
    if motion == STILL:
        return None, None
    if motion == IN_PLANE:
        x, y, cosine, sine = (scalars.given("q", body.first + k) for k in range(4))
        none, one = of(ZERO), of(ONE)
        return [[cosine, -sine, none], [sine, cosine, none], [none, none, one]], [x, y, none]
    if motion in (ROTATES, FLIES):
        far = 3 if motion == FLIES else 0
        shifted = [scalars.given("q", body.first + k) for k in range(far)] or None
        return _of_quaternion(body.first + far, scalars), shifted
    rotation, shifted = None, None
    if body.angle is not None:
        cosine, sine = scalars.turn(body)
        axis, wheel = body.axis, skew(body.axis)
        one = identity()
        rotation = [
            [
                of(axis[i] * axis[j])
                + of(one[i][j] - axis[i] * axis[j]) * cosine
                + of(wheel[i][j]) * sine
                for j in range(3)
            ]
            for i in range(3)
        ]
    if motion in (SLIDES, SCREWS, BOTH):
        far = position(body, scalars, motion == BOTH)
        if motion == SCREWS:
            far = far * of(body.joint.given["pitch"])
        shifted = [of(c) * far for c in body.axis]
    return rotation, shifted


def _of_quaternion(first: int, scalars: Scalars) -> Matrix:
    """Return the rotation by a unit quaternion x, y, z, w."""
    x, y, z, w = (scalars.given("q", first + k) for k in range(4))
    one, two = scalars.constant(ONE), scalars.constant(Number(2))
    return [
        [one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)],
        [two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)],
        [two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)],
    ]


def position(body: Body, scalars: Scalars, place: int = 0) -> Any:
    """Return a joint's own position: what it follows, times its multiplier, and its offset."""
    of = scalars.constant
    return of(body.times) * scalars.given("q", body.first + place) + of(body.offset)


def rate(body: Body, index: int, scalars: Scalars, array: str) -> Any:
    """Return a joint's own velocity, acceleration or step in one of its directions."""
    found = scalars.given(array, index)
    return found if body.leads else scalars.constant(body.times) * found


def relative(body: Body, scalars: Scalars, array: str) -> tuple[Vector, Vector]:
    """Return the motion against the parent, angular and linear, in the body's frame."""
    of = scalars.constant
    about = along = [of(ZERO)] * 3
    for index, (angular, linear) in zip(body.rates, body.directions, strict=True):
        own = rate(body, index, scalars, array)
        about = total(about, [of(c) * own for c in angular])
        along = total(along, [of(c) * own for c in linear])
    return about, along


def in_directions(body: Body, force: Vector, moment: Vector, scalars: Scalars) -> list[Any]:
    """Return what a force and a moment do along a body's own directions."""
    of = scalars.constant
    result = []
    for angular, linear in body.directions:
        value = of(ZERO)
        for factor, part in zip([*angular, *linear], [*moment, *force], strict=True):
            value = value + of(factor) * part
        result.append(value)
    return result


def properties(load: Load, scalars: Scalars) -> tuple[Any, Vector, Matrix]:
    """Return mass, centre of mass and inertia about it, in the frame of the body."""
    of = scalars.constant
    ten = [x if isinstance(x, Number) else scalars.given(*x) for x in load.ten]
    rotation, origin = load.at.rotation, load.at.origin
    if all(isinstance(x, Number) for x in ten):
        # Exactly, before all becomes scalars: what vanishes does so.
        mass, com, tensor = _moved_to(rotation, origin, ten)
        return of(mass), [of(c) for c in com], each(of, tensor)
    known = [of(x) if isinstance(x, Number) else x for x in ten]
    return _moved_to(each(of, rotation), [of(c) for c in origin], known)


def _moved_to(rotation: Matrix, origin: Vector, ten: Vector) -> tuple[Any, Vector, Matrix]:
    mass, x, y, z, xx, xy, xz, yy, yz, zz = ten
    inertia = symmetric(xx, yy, zz, xy, xz, yz)
    com = total(origin, applied(rotation, [x, y, z]))
    return mass, com, product(product(rotation, inertia), turned(rotation))
