"""A body by ten numbers, as robot files have it: mass, centre of mass, inertia about that."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3, outer, second_moments, square
from gen_robot.description.description import Inertial

NAMES = (
    "mass",
    "com.x",
    "com.y",
    "com.z",
    *(f"inertia.{k}" for k in ["xx", "xy", "xz", "yy", "yz", "zz"]),
)
UNITS = ("kg", *("m",) * 3, *("kg m^2",) * 6)


def numbers_of(body: Inertial) -> tuple[Number, ...]:
    """Return the ten numbers of a body in its file."""
    t = body.inertia
    return (body.mass, *body.com, t.xx, t.xy, t.xz, t.yy, t.yz, t.zz)


def moments_of(numbers: Sequence[Scalar], frame: Frame) -> Moments:
    """Return a body's moments in the coordinates that its frame is given in.

    The numbers are the mass, the centre of mass, and the inertia about it (xx xy xz yy yz zz), in the
    body's own frame; some or all may be symbols.
    """
    mass, x, y, z, xx, xy, xz, yy, yz, zz = numbers
    com = Vec3(x, y, z)
    first = com * mass
    about_com = second_moments(SymMat3(xx, yy, zz, xy, xz, yz), ONE / 2)
    second = about_com + square(com) * mass
    rotation, p = frame.rotation, frame.origin
    first, second = rotation @ first, second.rotated(rotation)
    return Moments(mass, first + p * mass, second + outer(first, p) + square(p) * mass)
