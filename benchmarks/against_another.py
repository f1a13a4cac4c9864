"""Time the kernels of this gen-robot beside those of another, an older release as a rule.

    python benchmarks/against_another.py older/bin/gen-robot puma560 arm.urdf

Both write C, the same compiler builds it, and passes take turns. What is printed are the tenth
percentiles of processor time a call, and what ours takes of the other's.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

KERNELS = {
    "inertia_matrix": "q, M",
    "bias": "q, v, h",
    "inverse_dynamics": "q, v, a, h",
    "inertia_and_bias": "q, v, M, h",
    "forward_dynamics": "q, v, a, h",
}
FLAGS = ["-O2", "-ffp-contract=fast", "-march=native", "-shared", "-fPIC"]
PASSES, CALLS = 300, 300

HEAD = """\
#include <time.h>
#include "robot.h"
enum {{ NQ = {nq}, NV = {nv} }};
static double now(void)
{{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}}
"""
LOOP = """\
double time_{kernel}(int count, const double *states)
{{
    static double M[NV * NV], h[NV];
    const double start = now();
    for (int i = 0; i < count; i++) {{
        const double *q = states + i, *v = q + NQ, *a = v + NV;
        (void)v, (void)a, (void)M, (void)h;
        robot_{kernel}({arguments});
    }}
    return (now() - start) / count;
}}
"""


def built(command: str, words: list[str], folder: Path) -> ctypes.CDLL:
    """Generate with a command, compile, and load what times the kernels."""
    asked = [command, *words, "--name", "robot", "-o", str(folder), "--quiet"]
    subprocess.run(asked, check=True, stderr=subprocess.DEVNULL)
    home = folder / "robot"
    manifest = json.loads((home / "robot.json").read_text())
    loops = [LOOP.format(kernel=name, arguments=given) for name, given in KERNELS.items()]
    text = HEAD.format(nq=manifest["nq"], nv=manifest["nv"]) + "".join(loops)
    (home / "timing.c").write_text(text)
    sources = [str(home / "timing.c"), str(home / "robot.c")]
    subprocess.run(["cc", *FLAGS, *sources, "-lm", "-o", str(home / "timing.so")], check=True)
    library = ctypes.CDLL(str(home / "timing.so"))
    for name in KERNELS:
        getattr(library, f"time_{name}").restype = ctypes.c_double
    return library


def main() -> None:
    """Print a line for each robot and kernel."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("other", help="the other gen-robot, as a command")
    parser.add_argument(
        "robots", nargs="+", help="robots; quote one with options: 'arm.urdf --lock a=0'"
    )
    asked = parser.parse_args()
    ours = str(Path(sys.executable).with_name("gen-robot"))
    states = np.random.default_rng(1).uniform(-1.5, 1.5, 4096)
    given = states.ctypes.data_as(ctypes.c_void_p)
    turns = random.Random(1)
    for robot in asked.robots:
        with tempfile.TemporaryDirectory() as folder:
            sides = [
                built(command, robot.split(), Path(folder, str(number)))
                for number, command in enumerate((asked.other, ours))
            ]
            for name in KERNELS:
                times: list[list[float]] = [[], []]
                for _ in range(PASSES):
                    for side in turns.sample([0, 1], 2):
                        timed = getattr(sides[side], f"time_{name}")
                        times[side].append(timed(CALLS, given))
                other, own = (float(np.percentile(each, 10)) for each in times)
                print(
                    f"{robot.split()[0]:24.24} {name:18} {other:7.1f} {own:7.1f} ns  {own / other:.2f}"
                )


if __name__ == "__main__":
    main()
