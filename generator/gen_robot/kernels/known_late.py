"""Inputs of kernels with what is known at run time only, and the kernel that prepares some of it."""

from __future__ import annotations

from gen_robot.kernels.array import Array, Length
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.model import Model, Parameter
from gen_robot.model.runtime import Inertials

PREPARED = "prepared"
"""The array that kernels take in place of inertial parameters."""


def known_late(kernel: Kernel, model: Model) -> tuple[Array, ...]:
    """Return what a kernel takes of what is known at run time only; without masses in it, nothing."""
    return () if kernel.mass_free else tuple(map(array_of, model.parameters))


def array_of(parameter: Parameter) -> Array:
    return Array(parameter.name, parameter.meaning, parameter.unit, Length(parameter.size))


def prepared_array(size: int) -> Array:
    return Array(
        PREPARED, "what follows from the parameters, as prepare gives it", "SI", Length(size)
    )


def prepare(parameters: Inertials, size: int) -> Kernel:
    """Return the kernel that does once what depends on inertial parameters alone."""
    return Kernel(
        "prepare",
        "numbers that the other kernels take in place of inertial parameters",
        (array_of(parameters),),
        (prepared_array(size),),
        (),
        mass_free=True,  # it takes masses, and needs none prepared
    )
