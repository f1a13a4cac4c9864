"""Time the kernels for many states: each width of vectors, a loop over single calls, CasADi's loop.

    python benchmarks/batch_speed.py [ROBOT ...] [--casadi FOLDER] [--precision single]

FOLDER holds C files that CasADi wrote, <kernel>.c with a function of that name: crba_local_cse, rnea,
nle, aba_local_cse. Nanoseconds a state, for states that stay in the cache and for 100,000 random ones:
processor time of the thread, contenders in turns, the 15th percentile of many passes. Compare within a
line; what other programs do at the same time costs some 20 to 40 %.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate

ROBOTS = ("puma560_corke",)
RIVALS = {
    "inertia_matrix": "crba_local_cse",
    "inverse_dynamics": "rnea",
    "bias": "nle",
    "forward_dynamics": "aba_local_cse",
}
FLAGS = ("-std=gnu99", "-O2", "-ffp-contract=fast", "-fno-math-errno", "-shared", "-fPIC")
V3 = "-march=x86-64-v3"
WAYS = {"loop": (0, V3), "128": (128, ""), "256": (256, V3), "chosen": (512, "")}
"""By name: the widest vectors, and for which processors; the last chooses when it runs."""

CACHE, MANY, PASSES, PERCENTILE = 1 << 16, 100_000, 25, 15

TIMED = """
#define _POSIX_C_SOURCE 199309L
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
static double now(void)
{{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}}
{declarations}
double timed(size_t count, size_t repeats, void **a)
{{
    {opening}
    const double start = now();
    for (size_t i = 0; i < repeats; ++i) {{
        {call}
    }}
    return (now() - start) / (double)(count * repeats);
}}
"""
RIVAL = """
int {name}(const double **, double **, long long *, double *, int);
int {name}_work(long long *, long long *, long long *, long long *);
"""

Timed = Callable[..., float]


def compiled(sources: list[Path], folder: Path, name: str, *flags: str) -> Timed:
    """Compile sources with a timing function, and return that."""
    library = folder / f"{name}.so"
    words = [word for word in flags if word]
    command = ["gcc", *FLAGS, *words, *map(str, sources), "-lm", "-o", str(library)]
    subprocess.run(command, check=True)
    function = ctypes.CDLL(str(library)).timed
    function.restype = ctypes.c_double
    return function


def ours(output: Output, where: Path, kernel: str, entry: Mapping[str, Any], way: str) -> Timed:
    """Return the timing of a kernel for many states by one way."""
    count = len(entry["inputs"]) + len(entry["outputs"])
    arguments = ", ".join(["count", *(f"a[{k}]" for k in range(count))])
    arguments += ", NULL" if entry["status"] else ""
    text = TIMED.format(
        declarations=f'#include "{output.name}.h"',
        opening="",
        call=f"{entry['batch']['c']}({arguments});",
    )
    bits, march = WAYS[way]
    (where / f"{kernel}_{way}.c").write_text(text)
    sources = [where / f"{kernel}_{way}.c", where / f"{output.name}.c"]
    sources.append(where / f"{output.name}_batch.c")
    limit = f"-D{output.name.upper()}_BATCH_BITS={bits}"
    return compiled(sources, where, f"{kernel}_{way}", march, limit)


def casadis(folder: Path, where: Path, kernel: str, entry: Mapping[str, Any]) -> Timed:
    """Return the timing of a loop over CasADi's function."""
    name, arrays = RIVALS[kernel], [*entry["inputs"], *entry["outputs"]]
    sizes = [prod(entry["shapes"][each]) for each in arrays]
    inputs = len(entry["inputs"])
    places = [f"(double *)a[{k}] + {size} * s" for k, size in enumerate(sizes)]
    text = TIMED.format(
        declarations=RIVAL.format(name=name),
        opening=f"long long n[4]; {name}_work(n, n + 1, n + 2, n + 3);"
        " const double *arg[64]; double *res[64];"
        " long long *iw = malloc(8 * (size_t)(n[2] + 1)); double *w = malloc(8 * (size_t)(n[3] + 1));",
        call="for (size_t s = 0; s < count; ++s) { "
        + " ".join(f"arg[{k}] = {place};" for k, place in enumerate(places[:inputs]))
        + " ".join(f"res[{k}] = {place};" for k, place in enumerate(places[inputs:]))
        + f" {name}(arg, res, iw, w, 0); }}",
    )
    (where / f"{kernel}_casadi.c").write_text(text)
    sources = [where / f"{kernel}_casadi.c", folder / f"{name}.c"]
    return compiled(sources, where, f"{kernel}_casadi", V3)


def times(
    contenders: Mapping[str, Timed], entry: Mapping[str, Any], real: type, count: int
) -> list[float]:
    """Return nanoseconds a state of each contender."""
    random = np.random.default_rng(1)
    sizes = {n: prod(entry["shapes"][n]) for n in (*entry["inputs"], *entry["outputs"])}
    arrays = [random.uniform(-3, 3, (count, size)).astype(real) for size in sizes.values()]
    pointers = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
    repeats = max(1, 20_000 // count)
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(PASSES):
        for name, timed in contenders.items():
            found[name].append(timed(ctypes.c_size_t(count), ctypes.c_size_t(repeats), pointers))
    return [float(np.percentile(each, PERCENTILE)) for each in found.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("robots", nargs="*", default=ROBOTS, help="names or files of robots")
    parser.add_argument("--casadi", type=Path, help="a folder of CasADi's C files, for one robot")
    parser.add_argument("--precision", default="double", choices=("double", "single"))
    parser.add_argument("--lock", action="append", default=[], metavar="JOINT=VALUE")
    asked = parser.parse_args()
    from gen_robot.description.edit import Edits

    edits = Edits(lock=dict(each.split("=", 1) for each in asked.lock))
    for robot in asked.robots:
        output = generate(robot, Options(precision=asked.precision, edits=edits))
        manifest = json.loads(output.files[f"{output.name}.json"])
        real = np.float64 if asked.precision == "double" else np.float32
        with tempfile.TemporaryDirectory() as folder:
            where = write(output, Path(folder))
            for kernel in RIVALS:
                entry = manifest["kernels"][kernel]
                contenders = {way: ours(output, where, kernel, entry, way) for way in WAYS}
                if asked.casadi:
                    contenders["casadi"] = casadis(asked.casadi, where, kernel, entry)
                state = 8 * sum(prod(shape) for shape in entry["shapes"].values())
                for count in (max(16, CACHE // state // 16 * 16), MANY):
                    line = zip(contenders, times(contenders, entry, real, count), strict=True)
                    said = "  ".join(f"{name} {time:6.1f}" for name, time in line)
                    print(
                        f"{output.name} {kernel:17} {count:6} states, ns each: {said}", flush=True
                    )


if __name__ == "__main__":
    main()
