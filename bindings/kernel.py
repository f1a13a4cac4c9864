"""A compiled kernel as a Python function of NumPy arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.arguments import (
    Array,
    as_input,
    as_states,
    check_output,
    check_overlap,
    leading_shape,
    turned,
)
from gen_robot.bindings.entry import make_entry
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.native import Routine


def kernel_function(
    kernel: Kernel,
    routine: Routine,
    real: np.dtype[Any],
    column_major: bool,
    joint_of: Callable[[int], str],
) -> Callable[..., Any]:
    """Make the function that users call; `joint_of` names the joint of a status."""

    def general(inputs: tuple[Any, ...], out: Any, check: bool) -> Any:
        """Take anything that can be turned into states; `out` is as the caller gave it."""
        arrays = [as_input(*pair, real) for pair in zip(inputs, kernel.inputs, strict=True)]
        leading = leading_shape(arrays, kernel.inputs)
        results, written = [], []  # what the caller gets, and the memory that the kernel fills
        for given, argument in zip(_given(kernel, out), kernel.outputs, strict=True):
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
                fail(statuses.reshape(leading), results, check)
        return results[0] if len(results) == 1 else tuple(results)

    def fail(statuses: int | NDArray[Any], results: Sequence[Array], check: bool) -> None:
        """Leave NaN where states failed, whatever the language leaves; raise for the first."""
        statuses = np.asarray(statuses)
        for result in results:
            result[statuses != 0] = np.nan
        if check:
            raise np.linalg.LinAlgError(f"{kernel.name}: {_first_failure(statuses, joint_of)}")

    # The short way takes row-major memory only; vectors are that in every language.
    rank = max(len(argument.shape) for argument in kernel.inputs + kernel.outputs)
    one = routine.one if not column_major or rank < 2 else None
    function = make_entry(kernel, one, general, fail, real)
    function.__doc__ = _doc(kernel)
    return function


def _given(kernel: Kernel, out: Any) -> tuple[Any, ...]:
    """Line up out= with the kernel's outputs; None stands for one to allocate."""
    if out is None:
        return (None,) * len(kernel.outputs)
    if len(kernel.outputs) == 1:
        return (out,)
    if not isinstance(out, tuple) or len(out) != len(kernel.outputs):
        names = ", ".join(argument.name for argument in kernel.outputs)
        raise TypeError(f"out: {kernel.name}() wants a tuple ({names})")
    return out


def _first_failure(statuses: NDArray[Any], joint_of: Callable[[int], str]) -> str:
    first = tuple(int(axis[0]) for axis in np.nonzero(np.atleast_1d(statuses)))
    joint = joint_of(int(np.atleast_1d(statuses)[first]))
    text = f"the inertia matrix is singular at {joint}; check=False leaves NaN instead"
    if statuses.ndim == 0:
        return text
    index = first[0] if len(first) == 1 else first
    return f"state {index} ({np.count_nonzero(statuses)} of {statuses.size} fail): {text}"


def _doc(kernel: Kernel) -> str:
    # Manifests of before have no titles and no meanings.
    title = kernel.title or kernel.name.replace("_", " ")
    counts = ", ".join(f"{count} {name}" for name, count in kernel.operations.items() if count)
    lines = [
        f"Return the {title}.",
        "",
        *(_line("takes", each) for each in kernel.inputs),
        *(_line("returns", each) for each in kernel.outputs),
        "Leading shapes broadcast. out= takes the results: an array or, for several outputs, a",
        "tuple of arrays.",
    ]
    if kernel.status:
        lines.append("Raises numpy.linalg.LinAlgError where M is singular; check=False leaves NaN.")
    return "\n".join([*lines, "", f"Algorithm: {kernel.algorithm} ({counts})."])


def _line(role: str, argument: Argument) -> str:
    unit = f" [{argument.unit}]" if argument.unit else ""
    meaning = f": {argument.meaning}{unit}" if argument.meaning else ""
    return f"{role} {argument.name} {argument.with_leading}{meaning}"
