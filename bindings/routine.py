"""What computes a kernel's states: the extension, or cffi where it was not built."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Protocol

import numpy as np

from gen_robot.bindings.arguments import Array
from gen_robot.bindings.loop import LoopRoutine
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.native import Symbols
from gen_robot.bindings.plain import PlainKernel

try:
    from gen_robot.bindings import _compiled
except ImportError:  # it was not built, or for another NumPy
    _compiled = None  # type: ignore[assignment]

LONG = 20_000
"""Operations of a kernel that takes so long that other threads should run meanwhile."""

THREAD = 1_000_000
"""Operations that are worth a thread: some ten times what it takes to start one."""


class Routine(Protocol):
    """Compute states in arrays that are known to be right."""

    def run(
        self, arrays: tuple[Array, ...], leading_axes: int, statuses: Array | None, threads: int
    ) -> int:
        """Compute all states; return how many failed."""


def make_routine(
    kernel: Kernel, symbols: Symbols, real: np.dtype[Any], column_major: bool
) -> Routine:
    """Return what computes a kernel's states."""
    arguments = kernel.inputs + kernel.outputs
    if _compiled is None or any(len(each.shape) > _compiled.MOST_AXES for each in arguments):
        return LoopRoutine(symbols, len(kernel.inputs))
    work = max(1, sum(kernel.operations.values()))
    return _compiled.Routine(
        one=symbols.one,
        batch=symbols.batch,
        status=symbols.status,
        real=real,
        inputs=len(kernel.inputs),
        arguments=tuple((each.forms, _is_turned(each, column_major)) for each in arguments),
        least=max(2 * _compiled.GROUP, THREAD // work),
        is_long=work > LONG,
        library=symbols.library,
    )


def make_callable(
    kernel: Kernel,
    routine: Routine,
    result: type[tuple[Any, ...]],
    general: Callable[..., Any],
    fail: Callable[..., None],
    reduction: tuple[Any, ...],
) -> Callable[..., Any]:
    """Put the extension before a kernel's function, to take what fits; pickled as `reduction`.

    `result` holds the outputs where there are several.
    """
    if _compiled is None or not isinstance(routine, _compiled.Routine):
        return update_wrapper(PlainKernel(general, reduction), general)
    names = tuple(argument.name for argument in kernel.inputs)
    compiled = _compiled.Kernel(
        routine=routine,
        names=names,
        result=result,
        general=general,
        fail=fail,
        reduction=reduction,
    )
    function: Any = update_wrapper(compiled, general)
    function.gufunc = routine.gufunc(kernel.name, general.__doc__ or "", gufunc_signature(kernel))
    return function


def gufunc_signature(kernel: Kernel) -> str:
    """Write a kernel's arrays as NumPy and dask read them: "(6),(6)->(6,6)"."""
    inputs, outputs = (
        ",".join(f"({','.join(map(str, each.forms[0]))})" for each in arguments)
        for arguments in (kernel.inputs, kernel.outputs)
    )
    return f"{inputs}->{outputs}"


def _is_turned(argument: Argument, column_major: bool) -> bool:
    """Tell whether memory has the axes that Python sees in reverse order."""
    return column_major and len(argument.shape) > 1 and argument.forms[0] == argument.shape
