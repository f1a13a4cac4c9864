"""The kinds of joint, one record each: all that the generator knows of a kind stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gen_robot.algebra.frame import ORIGIN, X, Y, Z
from gen_robot.algebra.lines import length
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Motion, Shift, Step
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Scalar, Vec3
from gen_robot.description.description import JointDescription
from gen_robot.description.joint_kind import JointKind, Key, Remark
from gen_robot.description.manifolds import LINE, PLANE, RIGID, ROTATION

_LEAST_ANGLE = Number("1e-3")
"""Between the two axes of a universal joint."""

_TURNS = tuple(Motion(axis, ORIGIN) for axis in (X, Y, Z))
_SHIFTS = tuple(Motion(ORIGIN, axis) for axis in (X, Y, Z))

FIXED = JointKind("fixed", urdf=("fixed",))

# About and along an axis ----------------------------------------------------------------------

REVOLUTE = JointKind("revolute", (_TURNS[2],), urdf=("revolute",), has_bounds=True)

CONTINUOUS = JointKind("continuous", (_TURNS[2],), urdf=("continuous",))

PRISMATIC = JointKind("prismatic", (_SHIFTS[2],), LINE, urdf=("prismatic",), has_bounds=True)


def _screw(given: Mapping[str, Any]) -> tuple[Motion, ...]:
    """Advance by the pitch, in metres per radian."""
    return (Motion(Z, Z * given["pitch"]),)


def _does_not_advance(pitch: Number, joint: JointDescription) -> Remark | None:
    return None if pitch else Remark("is zero", "a joint that does not advance is revolute")


HELICAL = JointKind(
    "helical",
    _screw({"pitch": ZERO}),
    has_bounds=True,
    keys=(Key("pitch", "number", fault=_does_not_advance),),
    motions_given=_screw,
)

CYLINDRICAL = JointKind("cylindrical", (_TURNS[2], _SHIFTS[2]))

# Several turns in a row -----------------------------------------------------------------------


def _parallel(second: Vec3, joint: JointDescription) -> Remark | None:
    # About one line twice: the cross between the turns could spin, with nothing to resist it.
    if length(joint.axis.cross(second)) >= _LEAST_ANGLE:
        return None
    return Remark("is parallel to the first axis", "the two axes have an angle between them")


UNIVERSAL = JointKind(
    "universal",
    any_convention=False,
    keys=(Key("second_axis", "direction", fault=_parallel),),
    split_axes=lambda joint: (joint.axis, joint.given["second_axis"]),
)

# In the moved link's own frame ------------------------------------------------------------------


def _planar_steps(q: Sequence[Scalar]) -> list[Step]:
    """Shift by x, y, then turn by the angle whose cosine and sine are given."""
    return [Shift(Vec3(q[0], q[1], ZERO)), Turn("z", q[2], q[3])]


PLANAR = JointKind(
    "planar",
    (*_SHIFTS[:2], _TURNS[2]),
    PLANE,
    no_axis="it moves in x and y of its own frame, which origin can turn",
    steps=_planar_steps,
    urdf=("planar",),
    any_convention=False,
)


def _rotation_steps(q: Sequence[Scalar]) -> list[Step]:
    """Rotate by the unit quaternion x, y, z, w."""
    x, y, z, w = q
    xx, yy, zz = x * (x + x), y * (y + y), z * (z + z)
    xy, xz, yz = y * (x + x), z * (x + x), z * (y + y)
    wx, wy, wz = w * (x + x), w * (y + y), w * (z + z)
    return [
        Rotation(
            Mat3(
                Vec3(1 - (yy + zz), xy + wz, xz - wy),
                Vec3(xy - wz, 1 - (xx + zz), yz + wx),
                Vec3(xz + wy, yz - wx, 1 - (xx + yy)),
            )
        )
    ]


def _loses_a_direction(axes: tuple[Vec3, ...], joint: JointDescription) -> Remark | None:
    """Doubt three angles: they lose a direction where the first and the third axis meet."""
    if not axes or joint.rotor_inertia:
        return None
    where = "zero or pi" if axes[0] == axes[2] else "pi/2 or -pi/2"
    found = f"make the inertia matrix singular where {joint.name}_2 is {where}"
    return Remark(found, "a quaternion never does")


SPHERICAL = JointKind(
    "spherical",
    _TURNS,
    ROTATION,
    no_axis="it turns in every direction",
    steps=_rotation_steps,
    urdf=("spherical", "ball"),
    any_convention=False,
    keys=(Key("coordinates", "angles", needed=False, doubt=_loses_a_direction),),
    split_axes=lambda joint: joint.given.get("coordinates", ()),
)


def _rigid_steps(q: Sequence[Scalar]) -> list[Step]:
    """Shift by x, y, z, then rotate by the unit quaternion."""
    return [Shift(Vec3(q[0], q[1], q[2])), *_rotation_steps(q[3:])]


FLOATING = JointKind(
    "floating",
    _SHIFTS + _TURNS,
    RIGID,
    no_axis="it moves in every direction",
    steps=_rigid_steps,
    urdf=("floating",),
    any_convention=False,
)

KINDS = {
    kind.name: kind
    for kind in (
        REVOLUTE,
        CONTINUOUS,
        PRISMATIC,
        HELICAL,
        CYLINDRICAL,
        UNIVERSAL,
        PLANAR,
        SPHERICAL,
        FLOATING,
        FIXED,
    )
}
"""Every kind by its name, in the order in which messages list them."""

ONE_COORDINATE = tuple(kind.name for kind in KINDS.values() if kind.has_one_coordinate)
"""The kinds that can be locked, and can mimic or be mimicked."""


def kind_of(joint: JointDescription) -> JointKind:
    """Return the kind of a joint, with what the joint gives of its own."""
    return KINDS[joint.type].given(joint.given)


def moves(joint: JointDescription) -> bool:
    """Tell whether a joint is more than a place where two links are one."""
    return KINDS[joint.type].moves
