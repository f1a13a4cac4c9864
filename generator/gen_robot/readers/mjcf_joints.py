"""Joints of MJCF files: hinge, slide, ball, free; how far, how heavy, how stiff they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gen_robot.algebra.frame import AT_ORIGIN, IDENTITY, Frame, turn_about
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import JointDescription, Limits
from gen_robot.description.joint_kind import JointKind
from gen_robot.description.joint_kinds import (
    CONTINUOUS,
    FIXED,
    FLOATING,
    PRISMATIC,
    REVOLUTE,
    SPHERICAL,
)
from gen_robot.description.snap import Snapper
from gen_robot.readers.mjcf_actuators import actuation
from gen_robot.readers.mjcf_compile import Compiled
from gen_robot.readers.mjcf_numbers import number, vector

WORDS = ("free", "ball", "slide", "hinge")
"""What MJCF calls the types of joints, by MuJoCo's numbers for them."""


def fixed(name: str, before: Frame) -> JointDescription:
    return JointDescription(name, FIXED.name, before)


def moving(
    compiled: Compiled, joint: int, name: str, place: str, before: Frame, snap: Snapper
) -> tuple[JointDescription, Frame]:
    """Return a joint of a body whose frame is placed before it, and that frame seen from its link's.

    Positions mean what they mean to MuJoCo: a joint is at rest in its reference position.
    """
    return _READERS[compiled.model.jnt_type[joint]](
        _Joint(compiled, joint, name, place, before, snap)
    )


@dataclass(frozen=True)
class _Joint:
    compiled: Compiled
    number: int
    name: str
    place: str
    before: Frame
    snap: Snapper

    @property
    def anchor(self) -> Vec3:
        return vector(self.compiled.model.jnt_pos[self.number])

    @property
    def axis(self) -> Vec3:
        drawn = self.compiled.model.jnt_axis[self.number]
        texts = tuple(repr(float(c)) for c in drawn)
        return self.snap.direction(self.place, texts, Vec3(*(number(c) for c in drawn)))

    @property
    def reference(self) -> float:
        model = self.compiled.model
        return float(model.qpos0[model.jnt_qposadr[self.number]])

    @property
    def limits(self) -> Limits:
        model = self.compiled.model
        effort = actuation(self.compiled, self.number).effort
        if not model.jnt_limited[self.number]:
            return Limits(effort=effort)
        lower, upper = model.jnt_range[self.number]
        return Limits(number(lower), number(upper), effort=effort)

    @property
    def stiffness(self) -> Number:
        """Return the stiffness of the spring at a joint of one coordinate."""
        off = is_off(self.compiled, *_SPRINGS)
        return ZERO if off else number(self.compiled.model.jnt_stiffness[self.number])

    @property
    def rest(self) -> Number:
        """Return where such a spring is at rest."""
        model = self.compiled.model
        return number(model.qpos_spring[model.jnt_qposadr[self.number]]) if self.stiffness else ZERO

    def sprung(self, described: JointDescription) -> JointDescription:
        """Return a joint of one coordinate with the spring at it."""
        return replace(described, stiffness=self.stiffness, rest=self.rest)

    def described(self, kind: JointKind, before: Frame) -> JointDescription:
        """Return the joint with what a drive of its kind may have."""
        described = JointDescription(self.name, kind.name, before)
        if kind.no_drive:
            return described
        mujoco, model = self.compiled.mujoco, self.compiled.model
        dof = model.jnt_dofadr[self.number]
        more = actuation(self.compiled, self.number)
        viscous = number(model.dof_damping[dof]) + more.damping
        coulomb = number(model.dof_frictionloss[dof])
        off = mujoco.mjtDisableBit
        return replace(
            described,
            rotor_inertia=number(model.dof_armature[dof]) + more.armature,
            viscous=ZERO if is_off(self.compiled, *_DAMPING) else viscous,
            coulomb=ZERO if model.opt.disableflags & int(off.mjDSBL_FRICTIONLOSS) else coulomb,
        )


_DAMPING = ("mjDSBL_DAMPER", "mjDSBL_PASSIVE")
"""What switches damping off, by the version of MuJoCo."""

_SPRINGS = ("mjDSBL_SPRING", "mjDSBL_PASSIVE")
"""What switches springs off."""


def is_off(compiled: Compiled, *flags: str) -> bool:
    """Tell whether a file switches off what one of these names; not all versions know all."""
    bits = compiled.mujoco.mjtDisableBit
    return any(
        compiled.model.opt.disableflags & int(getattr(bits, flag))
        for flag in flags
        if hasattr(bits, flag)
    )


def _hinge(joint: _Joint) -> tuple[JointDescription, Frame]:
    limits, axis, anchor = joint.limits, joint.axis, joint.anchor
    kind = CONTINUOUS if limits.lower is None else REVOLUTE
    rest = joint.snap.angle(joint.place, repr(joint.reference), number(joint.reference))
    after = turn_about(axis, -rest).then(_shift(-anchor)) if rest else _shift(-anchor)
    described = joint.described(kind, joint.before.then(_shift(anchor)))
    described = replace(described, axis=axis, after=after, limits=limits)
    return joint.sprung(described), AT_ORIGIN


def _slide(joint: _Joint) -> tuple[JointDescription, Frame]:
    axis, rest = joint.axis, number(joint.reference)
    described = joint.described(PRISMATIC, joint.before)
    after = _shift(axis * -rest)
    described = replace(described, axis=axis, after=after, limits=joint.limits)
    return joint.sprung(described), AT_ORIGIN


def _ball(joint: _Joint) -> tuple[JointDescription, Frame]:
    # Its link's frame turns in place, so it stands where the joint is.
    anchor = joint.anchor
    return joint.described(SPHERICAL, joint.before.then(_shift(anchor))), _shift(-anchor)


def _free(joint: _Joint) -> tuple[JointDescription, Frame]:
    # Its position is the world's own; where the file puts the body is but where it begins.
    return joint.described(FLOATING, AT_ORIGIN), AT_ORIGIN


_READERS: tuple[Callable[[_Joint], tuple[JointDescription, Frame]], ...] = (
    _free,
    _ball,
    _slide,
    _hinge,
)
"""By MuJoCo's numbers for the types."""


def _shift(by: Vec3) -> Frame:
    return Frame(IDENTITY, by)
