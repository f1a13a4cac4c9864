"""The table of kernels, in the order in which files and tables have them."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.errors import UserError, nearest, shown
from gen_robot.kernels import dynamics, energy
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.sines import with_sines_given
from gen_robot.model.model import Model

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        dynamics.INERTIA_MATRIX,
        dynamics.BIAS,
        dynamics.INVERSE_DYNAMICS,
        dynamics.INERTIA_AND_BIAS,
        dynamics.GRAVITY,
        dynamics.FORWARD_DYNAMICS,
        dynamics.INERTIA_INVERSE,
        dynamics.UDUT,
        dynamics.INVERSE_DYNAMICS_FEXT,
        dynamics.FORWARD_DYNAMICS_FEXT,
        energy.KINETIC_ENERGY,
        energy.POTENTIAL_ENERGY,
    )
}

EVERY_KERNEL = KERNELS | {k.name: k for k in map(with_sines_given, KERNELS.values())}
"""Those whose caller has the sines and cosines, too: they are written if they are asked for by name."""

DEFAULT_KERNELS = tuple(KERNELS)[:6]

ALL = "all"
"""Asks for every kernel that there is for a robot, in its plain form."""


def instances(model: Model) -> dict[str, Kernel]:
    """Return the kernels that there are for a robot, those with arguments once for each choice."""
    found: dict[str, Kernel] = {}
    for kernel in KERNELS.values():
        found |= kernel.instances(model)
    return found


def wanted(names: Sequence[str], model: Model) -> tuple[Kernel, ...]:
    """Return the kernels that --kernels asks for."""
    every = tuple(names) == (ALL,)
    return tuple(instances(model).values()) if every else named("--kernels", names, model)


def named(option: str, names: Sequence[str], model: Model) -> tuple[Kernel, ...]:
    """Return the kernels of these names; `option` is where they were asked for."""
    plain = instances(model)
    known = plain | {k.name: k for k in map(with_sines_given, plain.values())}
    for name in names:
        if name not in known:
            raise UserError(option, f"is {shown(name)}", nearest(name, tuple(known)))
    return tuple(known[name] for name in names)
