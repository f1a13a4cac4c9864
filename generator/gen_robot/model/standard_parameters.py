"""A robot's standard parameters: ten a link in the user's frames, and what its drives add if asked for.

m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz: mass, first moments, and the inertia about the frame's
origin. They are those of all that moves with the link: what is fixed to it is part of it. Torques are
linear in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import (
    Matrix,
    Scalar,
    SymMat3,
    Values,
    Vec3,
    complement,
    outer,
    second_moments,
    square,
)
from gen_robot.model.drives import DRIVES, Drive
from gen_robot.model.model import Link, Model

FIRST = ("m", "mx", "my", "mz")
ELEMENTS = ("xx", "xy", "yy", "xz", "yz", "zz")
TEN = (*FIRST, *(f"I{element}" for element in ELEMENTS))

_HALF = ONE / 2


def names(model: Model) -> list[str]:
    """Return the names of all standard parameters, in order: mx3 is link 3's."""
    return [f"{name}{link.number}" for link in model.links for name in TEN] + drive_names(model)


def drive_names(model: Model) -> list[str]:
    return [f"{drive.name}{link.number}" for drive, link in driven(model)]


def driven(model: Model) -> list[tuple[Drive, Link]]:
    """Return the parameters of drives that regressors have columns for, and whose they are."""
    links = [link for link in model.links if not link.kind.no_drive]
    return [(DRIVES[name], link) for name in model.drives for link in links]


def with_drives(model: Model, Y: Matrix, qd: Values, qdd: Values) -> Matrix:
    """Return a regressor, by rows of all joints, with the columns of drives behind those of bodies."""
    rows = [list(row) for row in Y]
    for drive, link in driven(model):
        for k, row in enumerate(rows):
            is_own = link.v_index <= k < link.v_index + link.kind.nv
            row.append(drive.adds(qd[k], qdd[k]) if is_own else ZERO)
    return rows


def values(model: Model) -> list[Scalar]:
    """Return the robot's own numbers; its bodies are as given."""
    tens = [x for link in model.links for x in ten_numbers(link.body, link.user_frame)]
    return tens + [drive.of(link) for drive, link in driven(model)]


def moments(ten: Sequence[Scalar], frame: Frame) -> Moments:
    """Return the moments of a body in the coordinates that its frame is given in."""
    mass, x, y, z, xx, xy, yy, xz, yz, zz = ten
    rotation, p = frame.rotation, frame.origin
    first = rotation @ Vec3(x, y, z)
    second = second_moments(SymMat3(xx, yy, zz, xy, xz, yz), _HALF).rotated(rotation)
    return Moments(mass, first + p * mass, second + outer(first, p) + square(p) * mass)


def ten_numbers(body: Moments, frame: Frame) -> list[Scalar]:
    """Return a body's ten numbers in a frame: the inverse of `moments`."""
    p, back = frame.origin, frame.rotation.transposed
    first = body.first - p * body.mass
    second = body.second - outer(first, p) - square(p) * body.mass
    i = complement(second.rotated(back))
    return [body.mass, *(back @ first), i.xx, i.xy, i.yy, i.xz, i.yz, i.zz]
