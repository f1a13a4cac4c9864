"""Print how many digits each method keeps: what `--optimise-for accuracy` goes by.

    pip install pin example-robot-data
    python benchmarks/way_accuracy.py [--tilts LIST] [--states N] [--seed N] [NAME ...]

Kernels by every way are evaluated in single precision at random states of robots whose axes lean by a
tilt, and compared with textbook recursions in 60 digits. A row has a method's typical error over that
of the best way on the same robot: the mean of all robots, and the largest.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from accuracy import INPUTS, Measured
from gen_robot.algebra.number import Number
from gen_robot.kernels import KERNELS
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.way import Way
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import searched
from gen_robot.readers.robot_files import read
from gen_robot.search.search import Search
from tilted_robots import set_free, tilted
from urdf_robots import urdf_files

ROBOTS = ("puma560_corke", "stanford", "kinova", "panda", "talos_left_arm", "ur5_robot", "z1")
FREE = ("solo12",)
"""With their base set free."""

TILTS = "0,0.1,0.5"
BASES = ("crba+gibbs_appell", "lin+lin")
"""What solvers are measured on; the others do as the first."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="robots; default: a choice")
    parser.add_argument("--tilts", default=TILTS, metavar="LIST", help=f"rad; default: {TILTS}")
    parser.add_argument("--states", type=int, default=16, metavar="N", help="states of each robot")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of sides and states")
    asked = parser.parse_args()
    factors: dict[tuple[str, str], list[float]] = defaultdict(list)
    robots = list(_robots(asked))
    for measured in tqdm(robots, unit="robot"):
        for name in INPUTS:
            errors = _errors(measured, KERNELS[name])
            for way, error in errors.items():
                factors[name, way].append(error / min(errors.values()))
    means = {key: float(np.exp(np.mean(np.log(found)))) for key, found in factors.items()}
    print(f"{len(robots)} robots\n{'kernel':18} {'by':28} {'typical':>8} {'worst':>8}")
    for kernel, way in sorted(means, key=lambda key: (list(INPUTS).index(key[0]), means[key])):
        key = kernel, way
        print(f"{kernel:18} {way:28} {means[key]:8.2f} {max(factors[key]):8.2f}")


def _robots(asked: argparse.Namespace) -> Iterator[Measured]:
    files = urdf_files()
    for name in asked.names or (*ROBOTS, *FREE):
        for tilt in asked.tilts.split(","):
            robot = tilted(read(str(files.get(name, name))), Number(tilt), asked.seed)
            if name in FREE:
                robot = set_free(robot)
            yield Measured(robot, asked.states, asked.seed)


def _errors(measured: Measured, kernel: Kernel) -> dict[str, float]:
    """Return the typical error of a kernel by each algorithm, on the formulation that it takes."""
    with room_for(len(measured.model.links)):
        search = searched(measured.model, Options(precision="single"))
        found = {}
        for name in dict.fromkeys(str(way) for way in _ways(search, kernel, measured)):
            graph = search.best(kernel, [w for w in search.ways(kernel) if str(w) == name]).graph
            errors = measured.errors_of(graph, kernel.name, "single")
            # An error below one rounding is none; a state that is taken for singular has none.
            found[name] = float(np.exp(np.nanmean(np.log(np.maximum(errors, 1)))))
        return found


def _ways(search: Search, kernel: Kernel, measured: Measured) -> Iterator[Way]:
    for way in search.ways(kernel):
        if not way.not_covered(measured.model) and (not way.solver or way.basis in BASES):
            yield way


if __name__ == "__main__":
    main()
