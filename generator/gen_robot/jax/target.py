"""The function that XLA calls for every kernel: compiled when it is needed first, and kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import prod
from pathlib import Path
from typing import Any

import cffi
import jax
import numpy as np

from gen_robot.bindings import Library, loop
from gen_robot.bindings.manifest import Kernel
from gen_robot.bindings.native import MOST_ARGUMENTS
from gen_robot.delivery import cache as kept
from gen_robot.delivery import toolchain
from gen_robot.delivery.sums import digest
from gen_robot.errors import UserError
from gen_robot.languages import DEFAULT, LANGUAGES

TARGET = "gen_robot_kernel"
NAME = "jaxcall"
HEADER = "c_api.h"

MESON = f"""\
project('{NAME}', 'c', default_options: ['c_std=c11', 'buildtype=release'])
shared_library('{NAME}', '{NAME}.c', gnu_symbol_visibility: 'hidden')
"""

DECLARATIONS = f"""
typedef struct {{
    int64_t number;
    void *one, *batch;
    int has_status;
    int inputs, arguments;
    int is_single;
    int64_t sizes[{MOST_ARGUMENTS}];
}} Kernel;
typedef struct {{ void *calls[4]; }} Calls;
void gen_robot_jax_begin(const Calls *given);
int gen_robot_jax_add(const Kernel *kernel);
void *gen_robot_jax_call(void *frame);
"""

CALLS = (
    "gen_robot_loop",
    "gen_robot_loop_status",
    "gen_robot_batch",
    "gen_robot_batch_status",
)

ffi = cffi.FFI()
ffi.cdef(DECLARATIONS)

_known: dict[int, tuple[Any, Library]] = {}
"""Records of kernels and their libraries: programs that XLA compiled may call them for ever."""


@dataclass(frozen=True)
class Sources:
    """What the function is built from, as the cache of libraries wants it."""

    name: str
    files: Mapping[str, str]


def number_of(robot: Library, kernel: Kernel) -> np.int64:
    """Return what stands for a kernel in programs: it depends on its library's content alone."""
    library = robot.__reduce__()[1][1]
    text = f"{_content(library)} {kernel.name}"
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little", signed=True)
    if number not in _known:
        record = _record(robot, kernel, number)
        if not _target().gen_robot_jax_add(record):
            raise MemoryError("gen_robot.jax: no room for another kernel")
        _known[number] = (record, robot)
    return np.int64(number)


def _record(robot: Library, kernel: Kernel, number: int) -> Any:
    symbols = robot._symbols[kernel.name]
    arrays = kernel.inputs + kernel.outputs
    return ffi.new(
        "Kernel *",
        {
            "number": number,
            "one": ffi.cast("void *", symbols.one),
            "batch": ffi.cast("void *", symbols.batch),
            "has_status": kernel.status,
            "inputs": len(kernel.inputs),
            "arguments": len(arrays),
            "is_single": robot.dtype == np.float32,
            "sizes": [prod(each.shape) for each in arrays],
        },
    )


@cache
def _content(library: Path) -> str:
    return digest(library)


@cache
def _target() -> Any:
    """Build or find the function, and tell JAX of it."""
    library = ffi.dlopen(str(_built()))
    calls = [ffi.cast("void *", address) for address in loop.addresses(*CALLS)]
    library.gen_robot_jax_begin(ffi.new("Calls *", {"calls": calls}))
    function = int(ffi.cast("uintptr_t", ffi.addressof(library, "gen_robot_jax_call")))
    jax.ffi.register_ffi_target(TARGET, jax.ffi.pycapsule(function), platform="cpu")
    return library


def _built() -> Path:
    header = Path(jax.ffi.include_dir(), "xla", "ffi", "api", HEADER)
    try:
        declared = header.read_text(encoding="utf-8")
    except OSError as error:
        cure = "install another jaxlib"
        raise UserError(str(header), f"cannot be read: {error.strerror}", cure) from None
    source = files("gen_robot").joinpath("jax", "handler.c").read_text(encoding="utf-8")
    texts = {
        f"{NAME}.c": source,
        HEADER: declared,
        "meson.build": MESON,
    }
    texts[f"{NAME}.json"] = json.dumps({"files": {name: "" for name in texts}})
    tools = toolchain.identity((LANGUAGES[DEFAULT],))
    return kept.fetch(kept.key("jax", texts, tools), lambda: Sources(NAME, texts)).library
