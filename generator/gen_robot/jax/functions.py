"""Kernels as functions of JAX arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_derivatives import SymbolicZero

from gen_robot.autodiff.backend import Arrays
from gen_robot.autodiff.derivative import derivative_of
from gen_robot.autodiff.functions import Functions as Named
from gen_robot.autodiff.signature import broadcast, leading_of
from gen_robot.bindings import Library
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.errors import UserError
from gen_robot.jax.target import TARGET, number_of

Outputs = tuple[Any, ...]

PLACE = "gen_robot.jax"


def wrap(robot: Library) -> Functions:
    """Return a robot's kernels as functions of JAX arrays, to be traced and differentiated.

    States that fail give NaN. Kernels have to be in C, and double precision wants jax_enable_x64.
    """
    return Functions(robot)


class Functions(Named):
    """Hold a robot's kernels: `functions.inverse_dynamics(q, qd, qdd)`, as of the robot itself."""

    def __init__(self, robot: Library) -> None:
        _check(robot)
        super().__init__(robot, jnp, PLACE)
        self._made: dict[str, Callable[..., Outputs]] = {}

    def _call(self, name: str, inputs: Arrays) -> dict[str, Any]:
        kernel = self._kernel(name)
        arrays = [_as_reals(inputs[each.name], each, self._robot.dtype) for each in kernel.inputs]
        shapes = [leading_of(a.shape, e) for a, e in zip(arrays, kernel.inputs, strict=True)]
        leading = broadcast(shapes, kernel)
        full = [
            jnp.broadcast_to(
                array.reshape((*shape, *argument.forms[0])), (*leading, *argument.forms[0])
            )
            for array, shape, argument in zip(arrays, shapes, kernel.inputs, strict=True)
        ]
        if name not in self._made:
            self._made[name] = self._differentiable(kernel)
        outputs = self._made[name](*full)
        return {each.name: out for each, out in zip(kernel.outputs, outputs, strict=True)}

    def _differentiable(self, kernel: Kernel) -> Callable[..., Outputs]:
        """Make a function of arrays that all have the same leading axes, with its derivative."""
        number, real = number_of(self._robot, kernel), self._robot.dtype
        names = [each.name for each in kernel.inputs]

        def called(*arrays: Any) -> Outputs:
            leading = leading_of(arrays[0].shape, kernel.inputs[0])
            shapes = tuple(
                jax.ShapeDtypeStruct((*leading, *each.forms[0]), real) for each in kernel.outputs
            )
            call = jax.ffi.ffi_call(TARGET, shapes, vmap_method="broadcast_all")
            return tuple(call(*arrays, kernel=number))

        function: Any = jax.custom_jvp(called)

        def jvp(primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Outputs, Outputs]:
            pairs = zip(names, tangents, strict=True)
            moving = {name: each for name, each in pairs if not isinstance(each, SymbolicZero)}
            outputs = function(*primals)
            derivative = derivative_of(self._backend, kernel, PLACE)
            changes = derivative.push(dict(zip(names, primals, strict=True)), moving)
            still = zip(kernel.outputs, outputs, strict=True)
            return outputs, tuple(
                changes.get(each.name, jnp.zeros_like(output)) for each, output in still
            )

        function.defjvp(jvp, symbolic_zeros=True)
        made: Callable[..., Outputs] = function
        return made


def _check(robot: Library) -> None:
    """Refuse kernels that XLA cannot call, or not with the numbers that JAX has."""
    _, _, lang = robot.__reduce__()[1]
    place = f"{PLACE}.wrap()"
    if lang != "c":
        problem = f"the kernels of {robot.name} are in {lang}; XLA calls those in C"
        raise UserError(place, problem, 'load(..., lang="c")')
    if robot.dtype == np.float64 and not jax.config.jax_enable_x64:
        raise UserError(
            place,
            f"the kernels of {robot.name} compute in float64, and JAX is set to float32",
            'jax.config.update("jax_enable_x64", True) before, or load(..., precision="single")',
        )


def _as_reals(value: Any, argument: Argument, real: np.dtype[Any]) -> Any:
    array = jnp.asarray(value)
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise TypeError(f"{argument.name}: its type is {array.dtype}, which is no {real}")
    return array.astype(real)
