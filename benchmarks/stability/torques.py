"""Where aba gains digits over ldlt in single precision: motion without torques, and nowhere else.

For each robot, qdd at random states in single precision, by ldlt on what auto gives it and by aba, is
compared with qdd in double precision of the same inputs: first without torques, then under those
torques that give random accelerations, which carry the robot. Prints the mean of max|dqdd| / max|qdd|
over the states, and by which factor ldlt loses more.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from accelerations import STRICT, compiled
from gen_robot.bindings import Library
from gen_robot.options import Options
from gen_robot.readers.robot_files import shipped

STATES = 2000
SEED = 20261118
SOLVERS = ("ldlt", "aba")
Array = NDArray[np.float64]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("robots", nargs="*", help="names or files (default: all that ship)")
    robots = parser.parse_args().robots or shipped()
    print("| robot | free: ldlt | free: aba | ratio | carried: ldlt | carried: aba | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for robot in tqdm(robots, unit="robot", disable=not sys.stderr.isatty()):
        cells = []
        for ldlt, aba in losses(robot):
            ratio = ldlt / aba
            cells += [f"{ldlt:.1e}", f"{aba:.1e}", f"{ratio:.0f}" if ratio > 10 else f"{ratio:.2g}"]
        print(f"| {Path(robot).stem} | {' | '.join(cells)} |")


def losses(robot: str) -> list[tuple[float, float]]:
    """Return what ldlt and aba lose, without torques and under torques that carry the robot."""
    with tempfile.TemporaryDirectory() as folder:
        exact = _library(robot, "aba", "double", Path(folder))
        single = [_library(robot, solver, "single", Path(folder)) for solver in SOLVERS]
        # Rounded at once, so that all are given the same numbers.
        q, qd, qdd = (
            array.astype(np.float32).astype(float) for array in exact.random_state(SEED, STATES)
        )
        carrying = exact.inverse_dynamics(q, qd, qdd).astype(np.float32).astype(float)
        found = []
        for tau in (np.zeros_like(carrying), carrying):
            reference = exact.forward_dynamics(q, qd, tau)
            ldlt, aba = (
                _loss(library.forward_dynamics(*_as_single(q, qd, tau)), reference)
                for library in single
            )
            found.append((ldlt, aba))
        return found


def _as_single(*arrays: Array) -> list[NDArray[np.float32]]:
    return [array.astype(np.float32) for array in arrays]


def _loss(qdd: NDArray[np.float32], reference: Array) -> float:
    error = np.abs(qdd.astype(float) - reference).max(axis=-1) / np.abs(reference).max(axis=-1)
    return float(error.mean())


def _library(robot: str, solver: str, precision: str, folder: Path) -> Library:
    options = Options(
        kernels=("forward_dynamics", "inverse_dynamics"),
        algorithms={"forward_dynamics": solver},
        precision=precision,
    )
    library = compiled(robot, options, STRICT, folder / f"{solver}-{precision}")
    return Library(library.with_suffix(".json"), library)


if __name__ == "__main__":
    main()
