"""Print how many digits kernels keep with inline sines and cosines, beside those of the library.

    pip install pin example-robot-data
    python benchmarks/inline_sines_accuracy.py [--states N] [--seed N] [NAME ...]

Kernels are generated both ways, compiled as the generated build does it, evaluated at random states;
both are compared with the same graph in 60 digits. A row has, for each kernel, the factor between the
mean errors and, in brackets, that between the largest. Ends with 1 if a mean is above 1.5 times the
library's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from gen_robot.kernels import DEFAULT_KERNELS
from gen_robot.options import Options
from gen_robot.readers.robot_files import read, shipped
from trig_accuracy import Errors, trig_accuracy
from urdf_robots import urdf_files

ARMS = ("kinova", "panda", "so100", "talos_left_arm", "ur5_robot", "xarm7", "z1")
ALLOWED = 1.5
FLAGS = ("-march=native", "-ffp-contract=fast", "-fno-math-errno")


def main() -> int:
    """Print the table and what is beyond the bound."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="robots; default: a choice")
    parser.add_argument("--states", type=int, default=100, metavar="N", help="of each robot")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the states")
    asked = parser.parse_args()
    files = {name: name for name in shipped()} | {n: str(p) for n, p in urdf_files().items()}
    names = asked.names or [*shipped(), *(arm for arm in ARMS if arm in files)]
    cases = [(name, precision) for name in names for precision in ("double", "single")]
    beyond = 0
    print(f"{'':24}" + "".join(f"{kernel:>18}" for kernel in DEFAULT_KERNELS))
    for name, precision in tqdm(cases, unit="robot", leave=False):
        with tempfile.TemporaryDirectory() as folder:
            options = Options(name="robot", precision=precision)
            found = trig_accuracy(
                read(files[name]), options, asked.states, asked.seed, Path(folder), *FLAGS
            )
        row = "".join(f"{_said(found[kernel]):>18}" for kernel in DEFAULT_KERNELS)
        tqdm.write(f"{name + ', ' + precision:24}{row}")
        beyond += sum(errors.typical > ALLOWED for errors in found.values())
    return int(beyond > 0)


def _said(errors: Errors) -> str:
    return f"{errors.typical:.2f} ({errors.worst:.2f})"


if __name__ == "__main__":
    sys.exit(main())
