"""A compiled kernel as a Python function of NumPy arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.arguments import (
    Array,
    as_inputs,
    as_states,
    check_output,
    check_overlap,
    leading_shape,
    turned,
)
from gen_robot.bindings.entry import make_entry
from gen_robot.bindings.failure import failure
from gen_robot.bindings.kernel_doc import kernel_doc
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.native import Symbols
from gen_robot.bindings.result import result_type
from gen_robot.bindings.routine import gufunc_signature, make_callable, make_routine
from gen_robot.bindings.threads import thread_count


class KernelFunction(Protocol):
    """Name what every kernel of a library is: a function of arrays that says what it takes.

    It gives one array, or a named tuple of them where there are several outputs. What its arrays are,
    help() of a kernel says.
    """

    name: str
    """What it is called: inertia_matrix."""
    title: str
    """What it computes, in words."""
    inputs: tuple[Argument, ...]
    """Its arguments in order: name, shape for one state, meaning, unit."""
    outputs: tuple[Argument, ...]
    """The arrays that it gives, in the same form."""
    algorithm: str
    """The way by which it is computed, as --algorithm takes it."""
    operations: Mapping[str, int]
    """The operations of one state, by kind: mul, add, neg, div, sqrt, sincos."""
    signature: str
    """Its arrays as generalised ufuncs have them: (6),(6)->(6)."""
    gufunc: np.ufunc
    """The same kernel as NumPy's own kind of function."""

    def __call__(
        self,
        *inputs: ArrayLike,
        out: Any = None,
        check: bool = True,
        threads: int | Literal["all"] | None = None,
        **named: ArrayLike,
    ) -> Any:
        """Compute the kernel for one state, or for each of many.

        Inputs may stand by name, and broadcast over leading axes. `out` takes the results: an array, or
        a tuple of arrays for several outputs. `threads` deals many states to so many threads, or to
        "all" there can be. Kernels that solve with the inertia matrix raise numpy.linalg.LinAlgError
        where it is singular; check=False leaves NaN there instead.
        """


def kernel_function(
    kernel: Kernel,
    symbols: Symbols,
    real: np.dtype[Any],
    column_major: bool,
    fault_of: Callable[[int], str],
    reduction: tuple[Any, ...],
) -> Callable[..., Any]:
    """Make the method that users call; `fault_of` says what a status means."""
    routine = make_routine(kernel, symbols, real, column_major)
    names = tuple(argument.name for argument in kernel.outputs)
    result = result_type(kernel.name, names) if len(names) > 1 else tuple

    def general(inputs: tuple[Any, ...], out: Any, check: bool, threads: Any) -> Any:
        """Take anything that can be turned into states; `out` is as the caller gave it."""
        used_threads = thread_count(threads)
        arrays = as_inputs(inputs, kernel.inputs, real)
        leading = leading_shape(arrays, kernel.inputs)
        results, written = [], []  # what the caller gets, and the memory that the kernel fills
        for given, argument in zip(_given(kernel, out), kernel.outputs, strict=True):
            room, memory = _room(given, argument, leading, real, column_major)
            results.append(room)
            written.append(memory)
        check_overlap(results, arrays)

        if math.prod(leading):
            states = [
                as_states(array, argument, leading, column_major)
                for array, argument in zip(arrays, kernel.inputs, strict=True)
            ]
            statuses = np.empty(leading, np.intc) if kernel.status else None
            failed = routine.run((*states, *written), len(leading), statuses, used_threads)
            for room, memory, argument in zip(results, written, kernel.outputs, strict=True):
                if not np.may_share_memory(room, memory):
                    room[...] = turned(memory, argument)
            if failed and statuses is not None:
                fail(statuses, arrays, results, check)
        if out is None:
            # One state's scalar is a number, as from NumPy's own functions.
            results = [room[()] if room.ndim == 0 else room for room in results]
        return results[0] if len(results) == 1 else result(*results)

    def fail(
        statuses: int | NDArray[Any], inputs: Sequence[Array], results: Sequence[Array], check: bool
    ) -> None:
        """Leave NaN where states failed, whatever the language leaves; raise for the first."""
        statuses = np.asarray(statuses)
        for room in results:
            room[statuses != 0] = np.nan
        if check:
            raise failure(kernel, statuses, inputs, fault_of)

    entry = make_entry(kernel, general)
    entry.__doc__ = kernel_doc(kernel)
    entry.__dict__.update(
        name=kernel.name,
        title=kernel.title,
        inputs=kernel.inputs,
        outputs=kernel.outputs,
        algorithm=kernel.algorithm,
        operations=MappingProxyType(dict(kernel.operations)),
        signature=gufunc_signature(kernel),
    )
    return make_callable(kernel, routine, result, entry, fail, reduction)


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


def _room(
    given: Any, argument: Argument, leading: tuple[int, ...], real: np.dtype[Any], turns: bool
) -> tuple[Array, Array]:
    """Return what the caller gets, and the memory for it as the language lays it out."""
    if given is None:
        memory = np.empty(leading + argument.shape[:: -1 if turns else 1], real)
        result = turned(memory, argument) if turns else memory
        if argument.forms[0] != argument.shape:
            result = result.reshape(leading + argument.forms[0])
        return result, memory
    check_output(given, argument, leading, real)
    seen: Array = given
    if seen.shape != leading + argument.shape:
        seen = seen.reshape(leading + argument.shape)
    memory = turned(seen, argument) if turns else seen
    return given, memory if memory.flags.c_contiguous else np.empty(memory.shape, real)
