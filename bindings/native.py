"""The native side: shared libraries, and where in memory their routines are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import _cffi_backend as backend
import cffi

from gen_robot.bindings.convention import Convention
from gen_robot.bindings.manifest import Kernel

MOST_ARGUMENTS = 32  # as many as loop.c spells out

NO_STATUS, RETURNED, LAST_ARGUMENT = range(3)
"""How a routine reports its status: as compiled/routine.h has it."""

ffi = cffi.FFI()
_pointer = ffi.typeof("void *")


@dataclass(frozen=True)
class Symbols:
    """Hold the addresses of a kernel's routines: for one state and, or 0, for many."""

    one: int
    batch: int
    status: int
    library: Any  # cffi unloads a library with the last reference to it


def open_library(
    path: Path, kernels: Sequence[Kernel], lang: str, convention: Convention
) -> dict[str, Symbols]:
    """Load a shared library; return its kernels of one language by name."""
    library = _opened(path)
    found = {}
    for kernel in kernels:
        status = _status(kernel, convention)
        one = address(library, kernel.symbol[lang])
        if not one:
            raise OSError(
                f"{path}: has no routine '{kernel.symbol[lang]}'; build it again from the files"
                " that its manifest came with, with a compiler for this language"
            )
        # A library need not have been built with the forms for many states.
        batch = address(library, kernel.batch[lang]) if lang in kernel.batch else 0
        found[kernel.name] = Symbols(one, batch, status, library)
    return found


def _status(kernel: Kernel, convention: Convention) -> int:
    """Return how a kernel reports its status; it has not more arguments than are read."""
    count = len(kernel.inputs) + len(kernel.outputs)
    appended = kernel.status and convention.status_is_argument
    if count + appended > MOST_ARGUMENTS:
        raise ValueError(f"{kernel.name}: has {count} arguments; at most {MOST_ARGUMENTS} are read")
    return LAST_ARGUMENT if appended else RETURNED if kernel.status else NO_STATUS


def address(library: Any, symbol: str) -> int:
    """Return where a routine is; 0: the library has none of this name."""
    try:
        function = library.load_function(_any_function(), symbol)
    except AttributeError:
        return 0
    return int(ffi.cast("uintptr_t", function))


@cache
def _any_function() -> Any:
    """Return the type of a function that is not called by it; to parse a declaration takes long."""
    return backend.new_function_type((), backend.new_void_type(), False)


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
