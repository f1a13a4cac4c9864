"""Which theorem a kernel falls under, for the robot and the options that it was generated with."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.description.description import Description
from gen_robot.description.frames import with_frames
from gen_robot.errors import UserError, shown
from gen_robot.verification.bodies import bodies, frames_of, layout_of, loops_of
from gen_robot.verification.derivative_kernels import DERIVATIVES
from gen_robot.verification.dynamics import (
    BASE_REGRESSOR,
    CORIOLIS,
    INVERSE,
    POLYNOMIAL,
)
from gen_robot.verification.folder import Asked, Subject
from gen_robot.verification.frame_kernels import CENTRE, FRAMES
from gen_robot.verification.joint_motion import SIGN_OF_RATE
from gen_robot.verification.kinematics import known_mass
from gen_robot.verification.loop_kernels import LOOPS
from gen_robot.verification.newton_euler import COULOMB, PARAMETERS
from gen_robot.verification.program import Place
from gen_robot.verification.relations import RELATIONS, Relation
from gen_robot.verification.robot import TEN, Robot
from gen_robot.verification.theorem import Case, Condition, Theorem

PREPARE, PREPARED = "prepare", "prepared"
"""The kernel that works on inertial parameters alone, and what it gives to the others."""

NO_THEOREM = "there is no theorem for it yet"

WITH_SINES = "_sc"
"""What kernels end in that are given sines and cosines."""

_THEOREMS = {**POLYNOMIAL, **DERIVATIVES, **FRAMES}
_FORWARD = "forward_dynamics"
_SOLVED = (_FORWARD, *(f"{_FORWARD}_{word}" for word in ("fext", "moving_base", "wrench")))
_INERTIA, _INERTIA_INVERSE = "inertia_matrix", "inertia_inverse"
_NUMBERS = ("mass", *(f"com.{c}" for c in "xyz"))
_NUMBERS += tuple(f"inertia.{c}" for c in ("xx", "xy", "xz", "yy", "yz", "zz"))


def robot_of(subject: Subject, description: Description) -> Robot:
    """Return a robot's bodies, in the coordinates that a folder's manifest tells."""
    asked = subject.asked
    described = with_frames(description, asked.frame)
    chain = bodies(described, subject.places, subject.rates, _inputs(asked))
    numbers = {body.name: number for number, body in enumerate(chain)}
    frames = frames_of(described, chain)
    loops = loops_of(described, frames)
    named = {*asked.bodies, *asked.frames.values(), *(link for _, _, link, _ in asked.conditions)}
    odd = sorted(named - {*frames}) + sorted({c[0] for c in asked.conditions} - {*loops})
    odd += sorted({name.removesuffix("+") for name in _inputs(asked)} - {*numbers})
    if odd:
        raise UserError(
            description.source,
            f"has other links, frames or loops than {subject.name}: {shown(odd[0])}",
            "name the robot that the folder was generated from",
        )
    return Robot(
        tuple(chain),
        tuple(described.gravity),
        layout_of(chain, subject.positions, subject.bits),
        frames,
        {numbers[name]: place for place, name in enumerate(asked.bodies)},
        asked.friction,
        loops,
    )


def _inputs(asked: Asked) -> dict[str, list[tuple[int, Place]]]:
    """Return which numbers of links are inputs."""
    found: dict[str, list[tuple[int, Place]]] = {}
    for place, name in enumerate(asked.parameters):
        which = next(k for k, word in enumerate(_NUMBERS) if name.endswith(f".{word}"))
        link = name.removesuffix(f".{_NUMBERS[which]}")
        found.setdefault(link, []).append((which, ("parameters", place)))
    if asked.payload is not None:
        found[f"{asked.payload}+"] = [(k, ("payload", k)) for k in range(TEN)]
    return found


def theorem_of(kernel: str, subject: Subject, robot: Robot) -> tuple[Theorem, Case] | str:
    """Return what a kernel has to fulfil, or why there is nothing."""
    asked = subject.asked
    name, case = _case(kernel, asked, robot)
    if name == PREPARE:
        return "it has no meaning by itself; kernels that take what it gives are proved with it"
    if name in CENTRE:
        if not known_mass(robot):
            return "it divides by a mass that is known at run time only"
        return CENTRE[name], case
    if name in ("regressor", "base_regressor"):
        return _regressor(name, asked, robot)
    if name in LOOPS:
        return LOOPS[name], Case(robot, conditions=_conditions(asked, robot))
    if name == "coriolis_matrix" and not robot.one_axis_each:
        return CORIOLIS, case
    if name in _THEOREMS:
        return _THEOREMS[name], case
    return NO_THEOREM


def relation_of(kernel: str, subject: Subject, robot: Robot) -> tuple[Relation, Case] | None:
    """Return what is looked at in random states of a kernel that there is no theorem for."""
    name, case = _case(kernel, subject.asked, robot)
    return (RELATIONS[name], case) if name in RELATIONS else None


def _case(kernel: str, asked: Asked, robot: Robot) -> tuple[str, Case]:
    """Return a kernel's name without its frame and its form, and what it was made for."""
    name = kernel.removesuffix(WITH_SINES)
    if kernel not in asked.frames:
        return name, Case(robot)
    frame = asked.frames[kernel]
    name = name.removesuffix(f"_{asked.words[frame]}")
    return name, Case(robot, robot.frames[frame], asked.reference)


def inverse_of(kernel: str, asked: Asked) -> str:
    """Return the kernel of torques, or of M, that one of solutions solves; mostly nothing."""
    name = kernel.removesuffix(WITH_SINES)
    if kernel in asked.frames:
        name = name.removesuffix(f"_{asked.words[asked.frames[kernel]]}")
    if name == _INERTIA_INVERSE:
        return kernel.replace(_INERTIA_INVERSE, _INERTIA)
    return kernel.replace(_FORWARD, INVERSE) if name in _SOLVED else ""


def interface(theorem: Theorem) -> Theorem:
    """Return a theorem with the arrays of kernels that solve it: for accelerations, or for 1 / M."""
    if "M" in theorem.outputs:
        return replace(theorem, arrays=("Minv",))
    inputs = tuple("tau" if name == "qdd" else name for name in theorem.inputs)
    return replace(theorem, inputs=inputs, arrays=("qdd",))


def _conditions(asked: Asked, robot: Robot) -> tuple[Condition, ...]:
    return tuple(
        Condition(word, robot.loops[loop], robot.frames[link], rotation)
        for loop, word, link, rotation in asked.conditions
    )


def _regressor(name: str, asked: Asked, robot: Robot) -> tuple[Theorem, Case]:
    count = TEN * len(robot.wrenches)
    columns = [f"{PARAMETERS}[{k}]" for k in range(count)]
    for word in asked.standard[count:]:  # such as fv3
        kind = word.rstrip("0123456789")
        columns.append(f"{kind}[{int(word.removeprefix(kind)) - 1}]")
    theorem = POLYNOMIAL[name] if name == "regressor" else BASE_REGRESSOR
    kinds = {column.partition("[")[0] for column in columns}
    kept = theorem.kept | kinds | ({SIGN_OF_RATE} if COULOMB in kinds else set())
    places = {word: k for k, word in enumerate(asked.standard)}
    combined = tuple({places[w]: x for w, x in parts.items()} for parts in asked.base.values())
    return replace(theorem, kept=kept), Case(robot, columns=tuple(columns), combined=combined)
