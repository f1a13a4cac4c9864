"""The native side: how routines are called, for one state and for many."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import _cffi_backend as backend
import cffi
import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.convention import Convention
from gen_robot.bindings.manifest import Kernel

MOST_ARGUMENTS = 8  # as many as loop.c spells out

LOOP = """
void gen_robot_loop(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count);
void gen_robot_loop_status(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count, int *status);
"""

ffi = cffi.FFI()
ffi.cdef(LOOP)
_new_status = ffi.typeof("int[1]")
_pointers = ffi.typeof("void *[]")
_strides = ffi.typeof("ptrdiff_t[]")
_statuses = ffi.typeof("int[]")
_pointer = ffi.typeof("void *")


@dataclass(frozen=True)
class Routine:
    """Call a compiled kernel on memory that is known to be right.

    `one` takes a pointer for each argument and gives the status (None where there is none).
    `many` takes arrays whose first axis counts the states, and gives each state's status.
    """

    one: Callable[..., int | None]
    many: Callable[[Sequence[NDArray[Any]], int], NDArray[np.intc] | None]
    library: Any  # cffi unloads a library with the last reference to it


def open_library(
    path: Path, kernels: Sequence[Kernel], lang: str, convention: Convention
) -> dict[str, Routine]:
    """Load a shared library; return its kernels of one language by name."""
    library = _opened(path)
    routines = {}
    for kernel in kernels:
        try:
            signature = _signature(*_form(kernel, convention))
            function = library.load_function(signature, kernel.symbol[lang])
        except AttributeError:
            raise OSError(
                f"{path}: has no routine '{kernel.symbol[lang]}'; build it again from the files"
                " that its manifest came with, with a compiler for this language"
            ) from None
        make = _with_status_argument if _appends_status(kernel, convention) else _plain
        routines[kernel.name] = make(function, kernel, library)
    return routines


def _appends_status(kernel: Kernel, convention: Convention) -> bool:
    return kernel.status and convention.status_is_argument


_states: dict[str, tuple[int, ...]] = {}  # of libraries, when they were opened first


def _opened(path: Path) -> Any:
    """Open a shared library as it is now.

    The system knows libraries by their names: one that is open is given again, although the file is
    another by now. Such a file gets a new name for as long as it takes to open it.
    """
    status = os.stat(path)
    state = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    if _states.setdefault(str(path), state) == state:
        return backend.load_library(str(path), 0)
    with TemporaryDirectory() as folder:
        link = Path(folder, path.name)
        link.symlink_to(path.resolve())
        return backend.load_library(str(link), 0)


@cache
def _signature(result: str, count: int) -> Any:
    """Return the type of a function of so many pointers; to parse its declaration takes long."""
    results = {"void": backend.new_void_type(), "int": backend.new_primitive_type("int")}
    return backend.new_function_type((_pointer,) * count, results[result], False)


def _form(kernel: Kernel, convention: Convention) -> tuple[str, int]:
    """Return what a routine returns, and how many pointers it takes."""
    count = len(kernel.inputs) + len(kernel.outputs)
    appended = _appends_status(kernel, convention)
    if count + appended > MOST_ARGUMENTS:
        raise ValueError(f"{kernel.name}: has {count} arguments; at most {MOST_ARGUMENTS} are read")
    return "int" if kernel.status and not appended else "void", count + appended


def _plain(function: Any, kernel: Kernel, library: Any) -> Routine:
    """Wrap a routine that returns its status, if it has one."""
    address = ffi.cast(_pointer, function)

    def many(arrays: Sequence[NDArray[Any]], count: int) -> NDArray[np.intc] | None:
        call = (address, len(arrays), *_memory(arrays), count)
        if not kernel.status:
            _loop().gen_robot_loop(*call)
            return None
        statuses = np.empty(count, np.intc)
        _loop().gen_robot_loop_status(*call, ffi.from_buffer(_statuses, statuses))
        return statuses

    return Routine(function, many, library)


def _with_status_argument(function: Any, kernel: Kernel, library: Any) -> Routine:
    """Wrap a routine whose last argument receives the status: for the loop, one more array."""
    address = ffi.cast(_pointer, function)

    def one(*pointers: Any) -> int:
        status = ffi.new(_new_status)
        function(*pointers, status)
        return int(status[0])

    def many(arrays: Sequence[NDArray[Any]], count: int) -> NDArray[np.intc]:
        statuses = np.empty(count, np.intc)
        every = (*arrays, statuses)
        _loop().gen_robot_loop(address, len(every), *_memory(every), count)
        return statuses

    return Routine(one, many, library)


def _memory(arrays: Sequence[NDArray[Any]]) -> tuple[Any, Any]:
    """Give the loop each array's address and the bytes from one state to the next."""
    addresses = [
        ffi.from_buffer(array)
        if array.flags.c_contiguous
        else ffi.cast(_pointer, array.__array_interface__["data"][0])
        for array in arrays
    ]
    return ffi.new(_pointers, addresses), ffi.new(_strides, [array.strides[0] for array in arrays])


@cache
def _loop() -> Any:
    """Load the loop over states, which is built with the package."""
    return ffi.dlopen(str(files("gen_robot").joinpath("_native", "loop.so")))
