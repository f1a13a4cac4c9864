"""The table of kernels, in the order in which files and tables have them."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algorithms.closed import NO_LOOPS, closed
from gen_robot.errors import UserError, nearest, shown
from gen_robot.kernels import (
    adjoints,
    derivatives,
    dynamics,
    energy,
    kinematics,
    loops,
    moving_base,
    regressors,
    wrenches,
)
from gen_robot.kernels.groups import GROUPS, LOOPS
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.sines import SUFFIX, with_sines_given
from gen_robot.kernels.together import TOGETHER, together
from gen_robot.model.model import Model

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        *dynamics.KERNELS,
        *energy.KERNELS,
        *moving_base.KERNELS,
        *kinematics.KERNELS,
        *wrenches.KERNELS,
        *derivatives.KERNELS,
        *adjoints.KERNELS,
        *regressors.KERNELS,
        *loops.KERNELS,
    )
}
"""Families that take an argument once, by the name that they have in common."""

EVERY_KERNEL = KERNELS | {k.name: k for k in map(with_sines_given, KERNELS.values())}
"""Those whose caller has the sines and cosines, too: they are written if they are asked for by name."""

DEFAULT_KERNELS = tuple(KERNELS)[:6]

ALL = "all"
"""Asks for every kernel that there is for a robot, in its plain form."""


def instances(model: Model) -> dict[str, Kernel]:
    """Return the kernels that there are for a robot, those with arguments once for each choice."""
    found: dict[str, Kernel] = {}
    for kernel in KERNELS.values():
        if kernel.group != LOOPS or model.closing:
            found |= kernel.instances(model)
    return found


def wanted(names: Sequence[str], model: Model, at_once: Sequence[str] = ()) -> tuple[Kernel, ...]:
    """Return the kernels that --kernels asks for, by name, by family or by group, each once.

    Those that are asked for at once are one more, the last.
    """
    words: list[str] = []
    for name in names:
        _refuse_without_loops(name, model)
        words += of_group(name, model) if name in (*GROUPS, ALL) else _of_family(name, model)
    words += [TOGETHER] if at_once else []
    return named("--kernels", tuple(dict.fromkeys(words)), model, at_once)


def _refuse_without_loops(name: str, model: Model) -> None:
    """Say what is wrong with a robot's loops if its kernels of loops are asked for."""
    family = KERNELS.get(name.removesuffix(SUFFIX))
    if name != LOOPS and (family is None or family.group != LOOPS):
        return
    if model.closing is None:
        cure = "a file gives them by `loops:`, and --loops FILE adds them"
        raise UserError(f"--kernels {name}", NO_LOOPS, cure)
    closed(model)  # or it says what is wrong with them


def _of_family(name: str, model: Model) -> list[str]:
    """Return the kernels of a family that a name stands for, or the name itself."""
    plain = name.removesuffix(SUFFIX)
    family = KERNELS.get(plain)
    if family is None or not family.takes:
        return [name]
    return [each + name.removeprefix(plain) for each in family.instances(model)]


def of_group(group: str, model: Model) -> list[str]:
    """Return the names of a group's kernels, as far as there are any for a robot."""
    return [name for name, k in instances(model).items() if group in (k.group, ALL)]


def named(
    option: str, names: Sequence[str], model: Model, at_once: Sequence[str] = ()
) -> tuple[Kernel, ...]:
    """Return the kernels of these names; `option` is where they were asked for."""
    plain = instances(model)
    if at_once:
        plain[TOGETHER] = together(at_once, plain)
    known = plain | {k.name: k for k in map(with_sines_given, plain.values())}
    for name in names:
        if name not in known:
            raise UserError(option, f"is {shown(name)}", _cure(name, tuple(known)))
    return tuple(known[name] for name in names)


def _cure(name: str, known: tuple[str, ...]) -> str:
    if name.startswith(TOGETHER):
        return "say by --together what it computes"
    return nearest(name, (*known, *GROUPS))
