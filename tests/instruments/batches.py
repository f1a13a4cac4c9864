"""The kernels for many states, compiled so that each width of vectors can be called by itself."""

from __future__ import annotations

import ctypes
import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from compiled import STRICT
from gen_robot.delivery.writing import write
from gen_robot.output import Output

Arrays = dict[str, np.ndarray]

CHOSEN, EACH = "batch", "each"
"""The function that users call, and the loop over the kernel for one state."""

UNTOUCHED = 1e30
"""What outputs hold before, and must hold afterwards beyond their ends."""


@cache
def widths() -> tuple[str, ...]:
    """Return the widths of vectors that this machine runs, of those below 512 bits."""
    try:
        words = Path("/proc/cpuinfo").read_text().split()
    except OSError:
        words = []
    return ("128", "256") if {"avx2", "fma", "bmi2"} <= {*words} else ("128",)


@dataclass(frozen=True)
class Result:
    """Hold what one call left: outputs by name, statuses, and how many states it says failed."""

    outputs: Arrays
    status: np.ndarray
    failed: int


class Batches:
    """Call a robot's kernels on many states, by each of the ways that its library holds."""

    def __init__(self, output: Output, folder: Path, *flags: str, compiler: str = "gcc") -> None:
        where = write(output, folder)
        manifest = json.loads(output.files[f"{output.name}.json"])
        self.kernels = manifest["kernels"]
        self.real = np.float64 if manifest["options"]["precision"] == "double" else np.float32
        self.name = output.name
        self.ways = (EACH, CHOSEN, *(() if ISO in flags else widths()))
        (where / "ways.c").write_text(self._source())
        library = where / "libways.so"
        sources = [str(where / "ways.c"), str(where / f"{output.name}.c")]
        command = [compiler, *STRICT, *flags, "-shared", "-fPIC", *sources, "-lm", "-o"]
        run = subprocess.run([*command, str(library)], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        self._library = ctypes.CDLL(str(library))

    def _source(self) -> str:
        """Return a source that makes every way visible."""
        real = "double" if self.real is np.float64 else "float"
        lines = [f'#include "{self.name}_batch.c"']
        for name, kernel in self.kernels.items():
            arrays = [f"const {real} *{each}" for each in kernel["inputs"]]
            arrays += [f"{real} *{each}" for each in kernel["outputs"]]
            names = [*kernel["inputs"], *kernel["outputs"]]
            last = ["status"] if kernel["status"] else []
            for way in self.ways:
                counted = ["0"] if kernel["status"] and way == EACH else []
                function = f"{self.name}_{name}_batch" if way == CHOSEN else f"{name}_{way}"
                call = f"{function}({', '.join(['count', *counted, *names, *last])});"
                own = f"size_t way_{way}_{name}(size_t count, {', '.join(arrays)}, int *status)"
                result = f"return {call}" if last else f"(void)status; {call} return 0;"
                lines += [f"{own};", own, f"{{ {result} }}"]
        return "\n".join([*lines, ""])

    def __call__(
        self, way: str, name: str, states: Mapping[str, np.ndarray], count: int, status: bool = True
    ) -> Result:
        """Evaluate the first states on arrays that begin anywhere and have guarded ends."""
        kernel = self.kernels[name]
        given = [_anywhere(states[each][:count]) for each in kernel["inputs"]]
        sizes = [count * prod(kernel["shapes"][each]) for each in kernel["outputs"]]
        room = [np.full(size + 2, UNTOUCHED, self.real) for size in sizes]
        statuses = np.full(count + 1, -7, np.intc)
        pointers = [_address(array) for array in given]
        pointers += [ctypes.c_void_p(array.ctypes.data + array.itemsize) for array in room]
        pointers += [_address(statuses) if status else ctypes.c_void_p(None)]
        function = getattr(self._library, f"way_{way}_{name}")
        function.restype = ctypes.c_size_t
        failed = function(ctypes.c_size_t(count), *pointers)
        assert all(array[0] == array[-1] == self.real(UNTOUCHED) for array in room)
        assert statuses[-1] == -7
        outputs = zip(kernel["outputs"], room, strict=True)
        return Result({name: array[1:-1] for name, array in outputs}, statuses[:-1], failed)


ISO = "-DGEN_ROBOT_ISO_C"
"""The flag of the form that needs no vectors."""


def random_states(kernels: Mapping[str, Any], real: type, count: int, seed: int = 1) -> Arrays:
    """Return states for all inputs of these kernels."""
    random = np.random.default_rng(seed)
    sizes = {n: prod(k["shapes"][n]) for k in kernels.values() for n in k["inputs"]}
    return {n: random.uniform(-3, 3, (count, size)).astype(real) for n, size in sizes.items()}


def assert_same_bits(found: Result, wanted: Result) -> None:
    """Assert that two calls left the same, not-a-number included."""
    for name, array in wanted.outputs.items():
        np.testing.assert_array_equal(found.outputs[name], array, err_msg=name)
    assert found.failed == wanted.failed


def apart(found: Arrays, wanted: Arrays) -> float:
    """Return the largest difference, in units in the last place of the largest number wanted."""
    worst = 0.0
    for name, array in wanted.items():
        unit = np.spacing(np.abs(array).max(initial=0.0))
        worst = max(worst, float(np.abs(found[name] - array).max(initial=0.0) / unit))
    return worst


def _anywhere(array: np.ndarray) -> np.ndarray:
    """Copy an array to where no vector would begin, and nothing lies behind it."""
    flat = np.empty(array.size + 1, array.dtype)
    flat[1:] = array.reshape(-1)
    return flat[1:]


def _address(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def sanitised(
    output: Output, folder: Path, main: str, flags: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """Compile both sources of a robot with a main program under sanitizers, and run it."""
    where = write(output, folder)
    (where / "main.c").write_text(main)
    sources = [
        str(where / name) for name in ("main.c", f"{output.name}.c", f"{output.name}_batch.c")
    ]
    program = str(where / "program")
    command = ["gcc", "-std=c99", *flags, *sources, "-lm", "-pthread", "-o", program]
    subprocess.run(command, check=True, capture_output=True)
    return subprocess.run([program], capture_output=True, text=True, check=False)
