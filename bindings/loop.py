"""States computed by cffi and the compiled loop, where the extension is missing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from gen_robot.bindings.arguments import Array
from gen_robot.bindings.native import LAST_ARGUMENT, Symbols, ffi

LOOP = """
void gen_robot_loop(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count);
void gen_robot_loop_status(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count, int *status);
void gen_robot_batch(void *kernel, int arguments, void **base, size_t count);
size_t gen_robot_batch_status(
    void *kernel, int arguments, void **base, size_t count, int *status);
"""

ffi.cdef(LOOP)
_pointers = ffi.typeof("void *[]")
_strides = ffi.typeof("ptrdiff_t[]")
_statuses = ffi.typeof("int[]")
_pointer = ffi.typeof("void *")


class LoopRoutine:
    """Compute states as the extension's Routine does, but by one thread, and on whole copies."""

    def __init__(self, symbols: Symbols, inputs: int) -> None:
        self._symbols = symbols
        self._inputs = inputs

    def run(
        self, arrays: tuple[Array, ...], leading_axes: int, statuses: Array | None, threads: int
    ) -> int:
        """Compute all states; return how many failed.

        Outputs lie in memory without gaps; so does what an input has for one state, or it is copied.
        """
        count = int(np.prod(arrays[0].shape[:leading_axes], dtype=np.intp))
        lines = [
            _in_line(array, count, leading_axes, bool(self._symbols.batch))
            if position < self._inputs
            else array.reshape(count, -1)
            for position, array in enumerate(arrays)
        ]
        self._call(lines, count, statuses)
        return 0 if statuses is None else int(np.count_nonzero(statuses))

    def _call(self, lines: list[Array], count: int, statuses: Array | None) -> None:
        symbols, loop = self._symbols, _loop()
        if not symbols.batch and symbols.status == LAST_ARGUMENT and statuses is not None:
            lines, statuses = [*lines, statuses.reshape(count, 1)], None  # one array more
        base = ffi.new(_pointers, [ffi.cast(_pointer, line.ctypes.data) for line in lines])
        call: tuple[Any, ...]
        if symbols.batch:
            call = (ffi.cast(_pointer, symbols.batch), len(lines), base, count)
            functions = loop.gen_robot_batch, loop.gen_robot_batch_status
        else:
            strides = ffi.new(_strides, [line.strides[0] for line in lines])
            call = (ffi.cast(_pointer, symbols.one), len(lines), base, strides, count)
            functions = loop.gen_robot_loop, loop.gen_robot_loop_status
        if statuses is None:
            functions[0](*call)
        else:
            functions[1](*call, ffi.from_buffer(_statuses, statuses.reshape(count)))


def _in_line(array: Array, count: int, leading_axes: int, packed: bool) -> Array:
    """Line the states up along one first axis, each contiguous; copy only where that is needed."""
    states = array.reshape(count, *array.shape[leading_axes:])
    as_it_is = states.flags.c_contiguous if packed else states[0].flags.c_contiguous
    return states if as_it_is else np.ascontiguousarray(states)


def addresses(*names: str) -> list[int]:
    """Return where functions of the compiled loop are, for other compiled code that calls them."""
    functions = (ffi.addressof(_loop(), name) for name in names)
    return [int(ffi.cast("uintptr_t", function)) for function in functions]


@cache
def _loop() -> Any:
    """Load the loop over states, which is built with the package."""
    return ffi.dlopen(str(files("gen_robot").joinpath("_native", "loop.so")))
