"""Compare the speed of a robot's FORTRAN kernels with that of its C kernels.

    python benchmarks/fortran_speed.py [ROBOT ...]

Both are compiled with the same flags and called by the same loop, in turns, in one process. The
least time of many passes counts, for whatever else runs on the machine can only add to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import cffi
import numpy as np
from numpy.typing import NDArray

from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.pipeline import generate

ROBOTS = ("puma560", "stanford", "torso")
FLAGS = ("-O2", "-ffp-contract=fast", "-march=native", "-fPIC")
LANGUAGES = {"c": ("gcc", ".c"), "f77": ("gfortran", ".f")}
LOOP = Path(__file__).resolve().parent.parent / "bindings" / "loop.c"
STATES, PASSES = 200, 400

DECLARATIONS = """
void gen_robot_loop(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count);
void gen_robot_loop_status(
    void *kernel, int arguments, void **base, ptrdiff_t *stride, ptrdiff_t count, int *status);
"""

ffi = cffi.FFI()


@dataclass(frozen=True)
class Caller:
    """Run one kernel in one language over all states."""

    library: Any
    arguments: tuple[Any, ...]
    status: Any  # where the loop keeps what the kernel returns, if it returns something
    kept: tuple[Any, ...]  # the memory that the arguments point to

    def nanoseconds(self) -> int:
        start = perf_counter_ns()
        if self.status is None:
            self.library.gen_robot_loop(*self.arguments)
        else:
            self.library.gen_robot_loop_status(*self.arguments, self.status)
        return perf_counter_ns() - start


def main(robots: list[str]) -> None:
    """Print nanoseconds per call and their ratio, kernel by kernel."""
    print(f"{'robot':10} {'kernel':18} {'C ns':>8} {'F77 ns':>8} {'F77/C':>6}")
    for robot in robots:
        with tempfile.TemporaryDirectory() as folder:
            for kernel, times in measure(robot, Path(folder)).items():
                ratio = times["f77"] / times["c"]
                row = f"{times['c']:8.1f} {times['f77']:8.1f} {ratio:6.2f}"
                print(f"{robot:10} {kernel:18} {row}", flush=True)


def measure(robot: str, folder: Path) -> dict[str, dict[str, float]]:
    """Return the time of one call of each kernel, by language."""
    output = generate(robot, Options(languages=tuple(LANGUAGES)))
    where = write(output, folder)
    manifest = json.loads((where / f"{output.name}.json").read_text(encoding="utf-8"))
    symbols = [s for k in manifest["kernels"].values() for s in k["symbol"].values()]
    library = compile_all(where, output.name, symbols)
    rng = np.random.default_rng(0)
    times = {}
    for name, kernel in manifest["kernels"].items():
        arrays = [
            rng.uniform(-1, 1, (STATES, *kernel["shapes"][array]))
            for array in kernel["inputs"] + kernel["outputs"]
        ]
        callers = {lang: caller(library, kernel, lang, arrays) for lang in LANGUAGES}
        least = dict.fromkeys(LANGUAGES, float("inf"))
        for _ in range(PASSES):
            for lang, each in callers.items():
                least[lang] = min(least[lang], each.nanoseconds() / STATES)
        times[name] = least
    return times


def compile_all(folder: Path, name: str, symbols: list[str]) -> Any:
    """Build one library of both languages and the loop."""
    objects: list[Path] = []
    for lang, (compiler, ending) in LANGUAGES.items():
        objects.append(folder / f"{lang}.o")
        source = folder / f"{name}{ending}"
        subprocess.run([compiler, *FLAGS, "-c", source, "-o", objects[-1]], check=True)
    library = folder / "both.so"
    linked = [LOOP, *objects, "-lm", "-o", library]
    subprocess.run(["gcc", "-O2", "-fPIC", "-shared", *map(str, linked)], check=True)
    declared = cffi.FFI()
    # The loop knows how many arguments a kernel has; here only its address is wanted.
    declared.cdef(DECLARATIONS + "".join(f"void {symbol}(void);\n" for symbol in symbols))
    return declared.dlopen(str(library))


def caller(
    library: Any, kernel: dict[str, Any], lang: str, arrays: list[NDArray[np.float64]]
) -> Caller:
    """Make the call of one kernel over all states."""
    statuses = np.zeros((STATES, 1), np.intc)
    given: list[NDArray[Any]] = list(arrays)
    status = None
    if kernel["status"] and lang == "f77":
        given.append(statuses)
    elif kernel["status"]:
        status = ffi.from_buffer("int[]", statuses)
    base = ffi.new("void *[]", [ffi.from_buffer(array) for array in given])
    strides = ffi.new("ptrdiff_t[]", [array.strides[0] for array in given])
    address = ffi.cast("void *", getattr(library, kernel["symbol"][lang]))
    return Caller(library, (address, len(given), base, strides, STATES), status, (statuses, base))


if __name__ == "__main__":
    main(sys.argv[1:] or list(ROBOTS))
