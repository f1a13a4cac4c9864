"""Print how many digits kernels keep where joint axes are nearly parallel.

    pip install pin example-robot-data
    python benchmarks/frame_accuracy.py [--tilts LIST] [--states N] [--seed N] [NAME ...]

Every joint's axis is leaned by a tilt, each to another side, so that axes that were parallel meet far
away. Kernels as they would be generated are evaluated in double and in single precision at random
states, and so are textbook recursions (Newton-Euler, composite bodies, elimination) in the frames of
the robot's file; both are compared with the textbook in 60 digits. A row has, for each kernel, the
typical factor between the two errors; an exclamation mark is a factor above 4, "singular" a state
taken for a singular one. Ends with 1 if there is either.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from accuracy import DTYPES, INPUTS, Measured
from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.readers.robot_files import read, shipped
from tilted_robots import set_free, tilted
from urdf_robots import urdf_files

ALLOWED = 4.0
TILTS = "0,1e-6,1e-5,1e-4,1e-3,3e-3,1e-2,3e-2,0.1,0.2,0.5"
ARMS = ("kinova", "panda", "so100", "talos_left_arm", "ur5_robot", "xarm7", "z1")
FREE = ("kinova", "puma560", "scara", "solo12", "ur5_robot")
"""Robots that are measured with their base set free, too."""

SYMBOLS = {
    "inertia_matrix": "M",
    "bias": "h",
    "inverse_dynamics": "tau",
    "forward_dynamics": "qdd",
}


def main() -> int:
    """Print the table and what is beyond the bounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="robots; default: a choice")
    parser.add_argument("--tilts", default=TILTS, metavar="LIST", help=f"rad; default: {TILTS}")
    parser.add_argument("--states", type=int, default=16, metavar="N", help="states of each robot")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of sides and states")
    asked = parser.parse_args()
    robots = list(_robots(asked.names))
    heads = "".join(f" {SYMBOLS[kernel]:>8}" for kernel in INPUTS)
    print(f"{'robot':24} {'base':5} {'tilt':>5} {'':6}{heads}")
    worst, beyond, singular = 0.0, 0, 0
    for name, description in tqdm(robots, unit="robot", leave=False, disable=None):
        base = "fixed" if description.floating_base is None else "free"
        for tilt in asked.tilts.split(","):
            leaning = tilted(description, Number(tilt), asked.seed)
            measured = Measured(leaning, asked.states, asked.seed)
            for precision in DTYPES:
                found = [measured.accuracy(kernel, precision) for kernel in INPUTS]
                cells = "".join(
                    f" {each.ratio:7.2f}{'!' if each.ratio > ALLOWED else ' '}" for each in found
                )
                alarms = sum(each.alarms for each in found)
                note = f" {alarms} singular" if alarms else ""
                tqdm.write(f"{name[:24]:24} {base:5} {tilt:>5} {precision:6}{cells}{note}")
                worst = max(worst, *(each.ratio for each in found))
                beyond += sum(each.ratio > ALLOWED for each in found)
                singular += alarms
    print(f"largest factor {worst:.2f}; {beyond} above {ALLOWED:g}; {singular} taken for singular")
    return 1 if beyond or singular else 0


def _robots(names: list[str]) -> Iterator[tuple[str, Description]]:
    """Yield the robots asked for, on a fixed base and set free where the table says so."""
    files = urdf_files()
    known = [name for name in (*shipped(), *ARMS, *FREE) if name in files or name in shipped()]
    for name in names or dict.fromkeys(known):
        description = read(files.get(name, name))
        yield name, description
        if name in FREE:
            yield name, set_free(description)


if __name__ == "__main__":
    sys.exit(main())
