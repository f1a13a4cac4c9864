"""What actuators of MJCF files add to joints: inertia, friction, a limit of force."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ZERO, Number
from gen_robot.readers.mjcf_compile import Compiled
from gen_robot.readers.mjcf_numbers import number


@dataclass(frozen=True)
class Actuation:
    """Hold what all actuators of a joint add to it."""

    armature: Number = ZERO
    damping: Number = ZERO
    effort: Number | None = None  # where it is one number for both senses


def actuation(compiled: Compiled, joint: int) -> Actuation:
    """Return what drives a joint of one coordinate, at the joint."""
    model = compiled.model
    on_it = [a for a in range(model.nu) if drives_joint(compiled, a) == joint]
    armature = damping = ZERO
    for a in on_it:
        gear = number(model.actuator_gear[a, 0])
        armature += gear * gear * _of(model, "actuator_armature", a)
        damping += gear * gear * _of(model, "actuator_damping", a)
    return Actuation(armature, damping, _effort(compiled, joint, on_it))


def drives_joint(compiled: Compiled, actuator: int) -> int | None:
    """Return the joint of one coordinate that an actuator acts on, if it does."""
    mujoco, model = compiled.mujoco, compiled.model
    trn, types = mujoco.mjtTrn, mujoco.mjtJoint
    # MuJoCo's enumerations are equal to numbers of Python, not to those of NumPy.
    if int(model.actuator_trntype[actuator]) not in (trn.mjTRN_JOINT, trn.mjTRN_JOINTINPARENT):
        return None
    joint = int(model.actuator_trnid[actuator, 0])
    return joint if int(model.jnt_type[joint]) in (types.mjJNT_HINGE, types.mjJNT_SLIDE) else None


def is_motor(compiled: Compiled, actuator: int) -> bool:
    """Tell whether an actuator gives a force in proportion to its control, and nothing else."""
    mujoco, model = compiled.mujoco, compiled.model
    return (
        int(model.actuator_dyntype[actuator]) == mujoco.mjtDyn.mjDYN_NONE
        and int(model.actuator_gaintype[actuator]) == mujoco.mjtGain.mjGAIN_FIXED
        and int(model.actuator_biastype[actuator]) == mujoco.mjtBias.mjBIAS_NONE
    )


def _effort(compiled: Compiled, joint: int, actuators: list[int]) -> Number | None:
    """Return the largest force, if one number says it: by the joint, or by its only actuator."""
    model = compiled.model
    if model.jnt_actfrclimited[joint]:
        return _both_senses(model.jnt_actfrcrange[joint])
    if len(actuators) != 1:
        return None
    (a,) = actuators
    gear = abs(number(model.actuator_gear[a, 0]))
    if model.actuator_forcelimited[a]:
        force = _both_senses(model.actuator_forcerange[a])
        return None if force is None else force * gear
    if is_motor(compiled, a) and model.actuator_ctrllimited[a]:
        control = _both_senses(model.actuator_ctrlrange[a])
        gain = abs(number(model.actuator_gainprm[a, 0]))
        return None if control is None else control * gain * gear
    return None


def _both_senses(ends: tuple[float, float]) -> Number | None:
    lower, upper = ends
    return number(upper) if -lower == upper > 0 else None


def _of(model: object, field: str, actuator: int) -> Number:
    """Return a number that not all versions of MuJoCo know of."""
    values = getattr(model, field, None)
    return ZERO if values is None else number(values[actuator])
