"""What MJCF files say that kernels do not compute: warnings, one a subject, with the names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gen_robot.errors import listed
from gen_robot.readers.mjcf_actuators import drives_joint, is_motor
from gen_robot.readers.mjcf_compile import Compiled
from gen_robot.readers.mjcf_loops import types
from gen_robot.readers.mjcf_names import legal


@dataclass(frozen=True)
class _Subject:
    """Say what is not carried over, and find whose it is."""

    what: str
    found: Callable[[Compiled], Iterable[str]]


def not_carried(compiled: Compiled, source: str, plugins: list[str]) -> list[str]:
    """Return warnings about all that a file has and a description has no place for."""
    warnings = []
    for subject in SUBJECTS:
        if names := [legal(name) for name in subject.found(compiled)]:
            warnings.append(f"{source}: {subject.what}: {listed(names)}")
    if plugins:
        names = [legal(name) for name in dict.fromkeys(plugins)]
        warnings.append(f"{source}: plugins are not run: {listed(names)}")
    return warnings


def _named(kind: str, count: str, chosen: Callable[[Compiled, int], Any]) -> Any:
    """Return what finds the names of those of a kind for which something holds."""

    def found(compiled: Compiled) -> Iterator[str]:
        mujoco, model = compiled.mujoco, compiled.model
        objects = getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}")
        for number in range(getattr(model, count)):
            if chosen(compiled, number):
                yield mujoco.mj_id2name(model, objects, number) or f"{kind} {number}"

    return found


def _joints(chosen: Callable[[Compiled, int], Any]) -> Any:
    return _named("joint", "njnt", chosen)


def _bodies(chosen: Callable[[Compiled, int], Any]) -> Any:
    return _named("body", "nbody", chosen)


def _actuators(chosen: Callable[[Compiled, int], Any]) -> Any:
    return _named("actuator", "nu", chosen)


def _any(model: Any, field: str, number: int) -> bool:
    """Tell whether something is not zero that not all versions of MuJoCo know of."""
    values = getattr(model, field, None)
    return values is not None and bool(np.any(values[number]))


def _has_wide_spring(compiled: Compiled, joint: int) -> bool:
    """Tell whether a joint of several coordinates has a spring."""
    types, model = compiled.mujoco.mjtJoint, compiled.model
    is_wide = int(model.jnt_type[joint]) in (int(types.mjJNT_FREE), int(types.mjJNT_BALL))
    return is_wide and _any(model, "jnt_stiffness", joint)


def _pulls_unevenly(compiled: Compiled, joint: int) -> bool:
    return _any(compiled.model, "jnt_stiffnesspoly", joint)


def _damps_unevenly(compiled: Compiled, joint: int) -> bool:
    return _any(compiled.model, "dof_dampingpoly", compiled.model.jnt_dofadr[joint])


def _is_driven_whole(compiled: Compiled, joint: int) -> bool:
    """Tell whether a free joint has inertia or friction of its own."""
    model = compiled.model
    if int(model.jnt_type[joint]) != compiled.mujoco.mjtJoint.mjJNT_FREE:
        return False
    dofs = slice(model.jnt_dofadr[joint], model.jnt_dofadr[joint] + 6)
    given = (model.dof_armature, model.dof_damping, model.dof_frictionloss)
    return any(np.any(values[dofs]) for values in given)


def _is_bounded_ball(compiled: Compiled, joint: int) -> bool:
    model = compiled.model
    is_ball = int(model.jnt_type[joint]) == compiled.mujoco.mjtJoint.mjJNT_BALL
    return bool(is_ball and model.jnt_limited[joint])


def _has_own_ways(compiled: Compiled, actuator: int) -> bool:
    return drives_joint(compiled, actuator) is None or not is_motor(compiled, actuator)


def _is_heavy_elsewhere(compiled: Compiled, actuator: int) -> bool:
    """Tell whether an actuator has inertia or friction that belongs to no joint of one coordinate."""
    fields = ("actuator_armature", "actuator_damping")
    elsewhere = drives_joint(compiled, actuator) is None
    given = any(_any(compiled.model, field, actuator) for field in fields)
    return (elsewhere and given) or _any(compiled.model, "actuator_dampingpoly", actuator)


def _is_no_loop(compiled: Compiled, equality: int) -> bool:
    return int(compiled.model.eq_type[equality]) not in types(compiled)


def _is_loop_at_rest(compiled: Compiled, equality: int) -> bool:
    return not _is_no_loop(compiled, equality) and not compiled.model.eq_active0[equality]


def _fluid(compiled: Compiled) -> Iterator[str]:
    option = compiled.model.opt
    yield from (name for name in ("density", "viscosity") if getattr(option, name))


def _touching(compiled: Compiled) -> Iterator[str]:
    """Count the shapes that may touch others; most have no names, and there are many."""
    model = compiled.model
    able = int(np.count_nonzero(model.geom_contype | model.geom_conaffinity))
    switches = compiled.mujoco.mjtDisableBit
    off = int(switches.mjDSBL_CONTACT) | int(switches.mjDSBL_CONSTRAINT)
    if able > 1 and model.nv and not model.opt.disableflags & off:
        yield f"{able} geoms"


_TAU = "tau is what they give at the joints"

SUBJECTS = (
    _Subject("contacts are not computed", _touching),
    _Subject("springs of ball and free joints are left out", _joints(_has_wide_spring)),
    _Subject("stiffness beyond what is linear is left out", _joints(_pulls_unevenly)),
    _Subject("damping beyond what is linear is left out", _joints(_damps_unevenly)),
    _Subject("free joints' own inertia and friction are left out", _joints(_is_driven_whole)),
    _Subject("limits of ball joints are left out", _joints(_is_bounded_ball)),
    _Subject(
        "tendons are left out, with their springs, friction and inertia",
        _named("tendon", "ntendon", lambda *_: True),
    ),
    _Subject(
        f"actuators that are no motors at joints are left out ({_TAU})", _actuators(_has_own_ways)
    ),
    _Subject("actuators' inertia and friction are left out", _actuators(_is_heavy_elsewhere)),
    _Subject(
        "equality constraints that are not between bodies are left out",
        _named("equality", "neq", _is_no_loop),
    ),
    _Subject(
        "equality constraints that are switched off are left out",
        _named("equality", "neq", _is_loop_at_rest),
    ),
    _Subject("fluid forces are left out", _fluid),
    _Subject(
        "bodies' compensation of gravity is left out",
        _bodies(lambda c, body: _any(c.model, "body_gravcomp", body)),
    ),
    _Subject(
        "mocap bodies are taken as fixed", _bodies(lambda c, body: c.model.body_mocapid[body] >= 0)
    ),
    _Subject(
        "flexible bodies are taken as the bodies they consist of, without elasticity",
        _named("flex", "nflex", lambda *_: True),
    ),
)
"""In the order in which they are told."""
