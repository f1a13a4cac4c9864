"""The textbook's own robot: moving links in the frames that the user drew, over any scalar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.algebra.frame import AT_ORIGIN, ORIGIN, Frame
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import BASE, Description, Inertial

Scalars = NDArray[Any]
"""Floats of one width, or objects: Numbers."""

DType = np.dtype[Any]
EXACT: DType = np.dtype(object)
TURNING = ("revolute", "continuous")
KINDS = (*TURNING, "prismatic", "floating")
Place = tuple[Scalars, Scalars]
"""Of a frame in another: its rotation and its origin."""


@dataclass(frozen=True)
class Link:
    """Hold a moving link and its joint, rounded to one kind of scalar."""

    parent: int  # -1 is the base
    kind: str
    before: Place  # of the joint's frame in the parent's
    axis: Scalars
    after: Place  # of the link's frame in the one that moves with the joint
    inertia: Scalars  # 6 x 6, about the link's origin
    rotor: Any
    motions: Scalars  # 6 x nv: the joint's free motions, in the link's frame

    def place(self, q: Scalars) -> Place:
        """Return where the link's frame stands in its parent's."""
        if self.kind in TURNING:
            moved = _turn(self.axis, q[0]), 0 * self.axis
        elif self.kind == "prismatic":
            moved = identity(3, self.axis.dtype), self.axis * q[0]
        else:
            moved = _quaternion(q[3:]), q[:3]
        return _then(_then(self.before, moved), self.after)

    @property
    def nq(self) -> int:
        return 7 if self.kind == "floating" else 1


@dataclass
class _Drawn:
    """Hold a moving link in exact numbers."""

    parent: int
    kind: str
    before: Frame
    axis: Vec3
    after: Frame
    rotor: Number
    inertia: Scalars


def links_of(description: Description, dtype: DType) -> list[Link]:
    """Return the moving links; fixed ones are part of what carries them."""
    drawn: list[_Drawn] = []
    carrier = {BASE: (-1, AT_ORIGIN), description.root_name: (-1, AT_ORIGIN)}
    if description.floating_base is not None:
        body = _inertia(description.floating_base, AT_ORIGIN)
        drawn.append(_Drawn(-1, "floating", AT_ORIGIN, ORIGIN, AT_ORIGIN, ZERO, body))
        carrier = dict.fromkeys(carrier, (0, AT_ORIGIN))
    for link in description.links:
        joint = link.joint
        parent, place = carrier[link.parent]
        before = place.then(joint.before)
        if joint.type == "fixed":
            place = before.then(joint.after)
            if parent >= 0:
                drawn[parent].inertia = drawn[parent].inertia + _inertia(link.inertial, place)
            carrier[link.name] = (parent, place)
            continue
        if joint.type not in KINDS or joint.mimic:
            raise ValueError(f"{joint.name}: the textbook does not know such joints")
        carrier[link.name] = (len(drawn), AT_ORIGIN)
        body, rotor = _inertia(link.inertial, AT_ORIGIN), joint.rotor_inertia
        drawn.append(_Drawn(parent, joint.type, before, joint.axis, joint.after, rotor, body))
    return [
        Link(
            each.parent,
            each.kind,
            _place(each.before, dtype),
            rounded([*each.axis], dtype),
            _place(each.after, dtype),
            rounded(each.inertia, dtype),
            rounded([each.rotor], dtype)[0],
            rounded(_motions(each), dtype),
        )
        for each in drawn
    ]


def _motions(drawn: _Drawn) -> Scalars:
    if drawn.kind == "floating":
        # Velocities are linear, then angular.
        return identity(6, EXACT)[:, [3, 4, 5, 0, 1, 2]]
    inside = drawn.after.inverse
    z = inside.rotation @ drawn.axis
    angular, linear = (z, inside.origin.cross(z)) if drawn.kind in TURNING else (ORIGIN, z)
    return np.array([*angular, *linear], EXACT).reshape(6, 1)


def _inertia(body: Inertial, place: Frame) -> Scalars:
    """Return a body's inertia about the origin of the frame in which its own has this place."""
    t = body.inertia.rotated(place.rotation)
    about_com = np.array([[t.xx, t.xy, t.xz], [t.xy, t.yy, t.yz], [t.xz, t.yz, t.zz]], EXACT)
    c = skew(np.array([*place.point(body.com)], EXACT))
    first = c * body.mass
    return np.block([[about_com + first @ c.T, first], [first.T, identity(3, EXACT) * body.mass]])


# Arrays of any scalar -------------------------------------------------------------------------


def rounded(values: Any, dtype: DType) -> Scalars:
    """Return exact numbers as scalars of one kind."""
    return np.array(values, EXACT).astype(dtype)


def exactly(floats: NDArray[np.floating[Any]]) -> Scalars:
    """Return floats as the numbers that they are."""
    ratios = [float(x).as_integer_ratio() for x in floats]
    return np.array([Number(over) / Number(under) for over, under in ratios], EXACT)


def identity(size: int, dtype: DType) -> Scalars:
    return rounded([[ONE if i == k else ZERO for k in range(size)] for i in range(size)], dtype)


def skew(v: Scalars) -> Scalars:
    x, y, z = v
    return np.array([[0 * x, -z, y], [z, 0 * x, -x], [-y, x, 0 * x]], v.dtype)


def _place(frame: Frame, dtype: DType) -> Place:
    columns = [[*frame.rotation.x], [*frame.rotation.y], [*frame.rotation.z]]
    return rounded(columns, dtype).T, rounded([*frame.origin], dtype)


def _then(outer: Place, inner: Place) -> Place:
    return outer[0] @ inner[0], outer[1] + outer[0] @ inner[1]


def _turn(axis: Scalars, angle: Any) -> Scalars:
    """Return the rotation about a unit axis (Rodrigues)."""
    a = skew(axis)
    exact = isinstance(angle, Number)
    c, s = angle.cos_sin() if exact else (np.cos(angle), np.sin(angle))
    return identity(3, axis.dtype) + a * s + (a @ a) * (1 - c)


def _quaternion(q: Scalars) -> Scalars:
    x, y, z, w = q
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows, q.dtype)
