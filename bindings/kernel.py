"""A compiled kernel as a Python function of NumPy arrays."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.arguments import (
    Array,
    Shape,
    as_input,
    as_states,
    check_output,
    check_overlap,
    leading_shape,
    turned,
)
from gen_robot.bindings.manifest import Kernel
from gen_robot.bindings.native import Routine, ffi

SUMMARIES = {
    "inertia_matrix": "joint-space inertia matrix M(q)",
    "bias": "Coriolis, centrifugal and gravity terms h(q, qd)",
    "inverse_dynamics": "joint forces tau = M(q) qdd + h(q, qd)",
    "inertia_and_bias": "inertia matrix M(q) and bias h(q, qd) together",
    "gravity": "gravity terms g(q)",
    "forward_dynamics": "joint accelerations qdd that tau brings about",
    "inertia_inverse": "inverse of the inertia matrix M(q)",
    "udut": "factors U (unit upper triangular) and D (diagonal) of M(q) = U D U^T",
    "inverse_dynamics_fext": "joint forces under wrenches fext on the links",
    "forward_dynamics_fext": "joint accelerations under wrenches fext on the links",
    "kinetic_energy": "kinetic energy",
    "potential_energy": "potential energy",
}


def kernel_function(
    kernel: Kernel,
    routine: Routine,
    real: np.dtype[Any],
    column_major: bool,
    joint_of: Callable[[int], str],
) -> Callable[..., Any]:
    """Make the function that users call; `joint_of` names the joint of a status."""
    one, from_buffer, share_memory = routine.one, ffi.from_buffer, np.may_share_memory
    shapes = tuple(argument.shape for argument in kernel.inputs + kernel.outputs)
    arity, single_output = len(kernel.inputs), len(kernel.outputs) == 1
    no_outputs = (None,) * len(kernel.outputs)
    memory_is_row_major = not column_major or max(map(len, shapes)) < 2

    def function(*inputs: Any, out: Any = None, **named: Any) -> Any:
        check = True
        if named:
            inputs, check = _by_name(kernel, inputs, named)
        if len(inputs) != arity:
            raise TypeError(f"{kernel.name}() takes {_listed(kernel)}; {len(inputs)} given")
        if out is None:
            outs = tuple([np.empty(shape, real) for shape in shapes[arity:]])
        else:
            outs = (out,) if single_output else _tuple(kernel, out)

        # One state in memory that fits is what control loops send. This path spells everything
        # out and converts nothing; whatever does not fit goes the general way.
        arrays = inputs + outs
        for array, shape in zip(arrays, shapes):  # noqa: B905 (as long as each other; 100 ns)
            if not (
                type(array) is np.ndarray
                and array.dtype is real
                and array.shape == shape
                and array.flags.carray
            ):
                break
        else:
            if memory_is_row_major and (out is None or is_apart(arrays)):
                status = one(*map(from_buffer, arrays))
                if status:
                    _fail(kernel, np.array([status]), (), outs, check, joint_of)
                return outs[0] if single_output else outs
        return general(inputs, no_outputs if out is None else outs, check)

    def is_apart(arrays: tuple[Array, ...]) -> bool:
        for position in range(arity, len(arrays)):
            for other in arrays[:position]:
                if share_memory(arrays[position], other):
                    return False
        return True

    def general(inputs: tuple[Any, ...], outs: tuple[Any, ...], check: bool) -> Any:
        arrays = [as_input(*pair, real) for pair in zip(inputs, kernel.inputs, strict=True)]
        leading = leading_shape(arrays, kernel.inputs)
        results, written = [], []  # what the caller gets, and the memory that the kernel fills
        for given, argument in zip(outs, kernel.outputs, strict=True):
            if given is None:
                memory = np.empty(leading + argument.shape[:: -1 if column_major else 1], real)
                given = turned(memory, argument) if column_major else memory
            else:
                check_output(given, argument, leading, real)
                memory = turned(given, argument) if column_major else given
            results.append(given)
            written.append(memory if memory.flags.c_contiguous else np.empty(memory.shape, real))
        check_overlap(results, arrays)

        count = math.prod(leading)
        if count:
            states = [
                as_states(array, argument, leading, column_major)
                for array, argument in zip(arrays, kernel.inputs, strict=True)
            ]
            states += [memory.reshape(count, *memory.shape[len(leading) :]) for memory in written]
            statuses = routine.many(states, count)
            for result, memory, argument in zip(results, written, kernel.outputs, strict=True):
                if not np.may_share_memory(result, memory):
                    result[...] = turned(memory, argument)
            if statuses is not None and statuses.any():
                _fail(kernel, statuses, leading, results, check, joint_of)
        return results[0] if single_output else tuple(results)

    function.__name__ = function.__qualname__ = kernel.name
    function.__doc__ = _doc(kernel)
    function.__signature__ = _signature(kernel)  # type: ignore[attr-defined]
    return function


def _by_name(
    kernel: Kernel, inputs: tuple[Any, ...], named: Mapping[str, Any]
) -> tuple[tuple[Any, ...], bool]:
    """Sort keyword arguments into their places; the signature raises what Python would raise."""
    try:
        bound = _signature(kernel).bind(*inputs, **named).arguments
    except TypeError as error:
        raise TypeError(f"{kernel.name}(): {error}; it takes {_listed(kernel)}") from None
    return tuple(bound[argument.name] for argument in kernel.inputs), bound.get("check", True)


def _tuple(kernel: Kernel, out: Any) -> tuple[Any, ...]:
    if not isinstance(out, tuple) or len(out) != len(kernel.outputs):
        names = ", ".join(argument.name for argument in kernel.outputs)
        raise TypeError(f"out: {kernel.name}() wants a tuple ({names})")
    return out


def _fail(
    kernel: Kernel,
    statuses: NDArray[Any],
    leading: Shape,
    results: Sequence[Array],
    check: bool,
    joint_of: Callable[[int], str],
) -> None:
    """Leave NaN where a state failed, whatever the language leaves; raise for the first of them."""
    failed = statuses.reshape(leading) != 0
    for result in results:
        result[failed] = np.nan
    if check:
        first = int(np.flatnonzero(statuses)[0])
        index = tuple(int(i) for i in np.unravel_index(first, leading)) if leading else ()
        where = f"state {index[0] if len(index) == 1 else index}: " if index else ""
        more = f"; {np.count_nonzero(failed)} of {statuses.size} states fail" if index else ""
        raise np.linalg.LinAlgError(
            f"{kernel.name}: {where}the inertia matrix is singular at"
            f" {joint_of(int(statuses[first]))}{more}; check=False leaves NaN instead"
        )


def _signature(kernel: Kernel) -> inspect.Signature:
    kind = inspect.Parameter
    parameters = [kind(each.name, kind.POSITIONAL_OR_KEYWORD) for each in kernel.inputs]
    parameters.append(kind("out", kind.KEYWORD_ONLY, default=None))
    if kernel.status:
        parameters.append(kind("check", kind.KEYWORD_ONLY, default=True))
    return inspect.Signature(parameters)


def _listed(kernel: Kernel) -> str:
    return ", ".join(argument.name for argument in kernel.inputs)


def _doc(kernel: Kernel) -> str:
    def shapes(arguments: Any) -> str:
        return ", ".join(f"{each.name} {('...', *each.shape)}".replace("'", "") for each in arguments)

    summary = SUMMARIES.get(kernel.name, kernel.name.replace("_", " "))
    counts = ", ".join(f"{count} {name}" for name, count in kernel.operations.items() if count)
    lines = [
        f"Return the {summary}.",
        "",
        f"Takes {shapes(kernel.inputs)}; returns {shapes(kernel.outputs)}. Leading shapes",
        "broadcast. out= takes the results, an array or, for several outputs, a tuple of arrays.",
    ]
    if kernel.status:
        lines.append("Raises numpy.linalg.LinAlgError where M is singular; check=False leaves NaN.")
    return "\n".join([*lines, "", f"Algorithm: {kernel.algorithm} ({counts})."])
