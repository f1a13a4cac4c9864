"""How fast kernels are beside CasADi's and Pinocchio's: the tables of docs/performance.md.

    python benchmarks/speed.py                           print the tables
    python benchmarks/speed.py --casadi FOLDER           ... with the functions in FOLDER/<robot>/*.c
    python benchmarks/speed.py --write                   put the tables into docs/performance.md
    python benchmarks/speed.py --json FILE               keep all that was measured
    python benchmarks/speed.py --read FILE --write       tables from what was kept

One process, one core, contenders in turns: what `gen-robot bench` does, for five robots, with Pinocchio
in C++ as well (pinocchio_native.py; --no-native leaves out the code for this machine, which takes long
to compile the first time). Needs pin and example-robot-data. Compare ratios only.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

import gen_robot
from gen_robot.bench.compilers import compilers
from gen_robot.bench.contest import robot_times
from gen_robot.bench.machine import machine
from gen_robot.bench.measure import allowed_cores, pinned, times
from gen_robot.bench.peak import peak_of
from gen_robot.bench.prepare import Prepared, Setup, prepare
from gen_robot.bench.records import as_json
from gen_robot.bench.states import random_states
from gen_robot.bench.times import Report
from gen_robot.bench.tree import tree_of
from gen_robot.delivery.asked import asked as as_asked
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.progress import progress_bar
from gen_robot.readers.robot_files import read
from pinocchio_native import NativePinocchio, build, eigen
from speed_tables import BATCHED, KERNELS, TABLES, THREADS, Tables, written
from urdf_robots import urdf_files

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


@dataclass(frozen=True)
class Robot:
    """Say which file a robot is read from, what is done to it, and where CasADi's functions are."""

    source: str  # the name of a robot that ships, or of a file of example-robot-data
    lock: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return str(urdf_files().get(self.source, self.source))


ROBOTS = {
    "puma560": Robot("puma560_corke"),
    "ur5": Robot("ur5_robot"),
    "panda": Robot("panda", {"panda_finger_joint1": "0"}),
    "hyq": Robot("hyq_no_sensors"),
    "talos": Robot("talos_reduced"),
}
"""By the names of their folders of CasADi's functions."""


Asking = Callable[[Description], Sequence[str]]


def measured(asked: argparse.Namespace, kernels: Asking, batch: int = 100_000) -> dict[str, Any]:
    """Build all, time all; return what `gen-robot bench --format json` would print."""
    setups: dict[str, tuple[Prepared, Setup]] = {}
    found = compilers()
    for key in asked.robots.split(","):
        print(f"{key}: building", file=sys.stderr, flush=True)
        setups[key] = prepared(key, asked, found, kernels, batch)
    libraries = build(eigen(asked.eigen), native=not asked.no_native)
    core = asked.core if asked.core is not None else (allowed_cores() or [None])[-1]
    steps = sum(len(made.kernels) for made, _ in setups.values())
    with pinned(core), progress_bar(steps) as progress:
        peak = peak_of(found.own, np.dtype(np.float64))
        found_times = tuple(
            robot_times(
                made,
                setup,
                peak,
                progress,
                [NativePinocchio(libraries, tree_of(made.description))],
            )
            for made, setup in setups.values()
        )
    report = Report(machine(found, core), asked.states, asked.passes, 1, found_times)
    told: dict[str, Any] = json.loads(as_json(report))
    for key, robot in zip(setups, told["robots"], strict=True):
        robot["key"] = key
        if asked.threads and key in BATCHED:
            robot["threads"] = threaded(*setups[key])
    return told


def threaded(made: Prepared, setup: Setup) -> dict[str, dict[str, float]]:
    """Return nanoseconds a state by the clock on the wall: from NumPy by one thread and by two."""
    states = random_states(made.subjects, setup.batch, setup.seed)
    taken = {}
    for kernel, record in made.subjects[0].manifest["kernels"].items():
        function, inputs = getattr(made.subjects[0].library, kernel), states.of(record)
        out = function(*inputs)
        passes: dict[int, list[float]] = {threads: [] for threads in THREADS}
        for _ in range(setup.passes):
            for threads, found in passes.items():
                start = perf_counter_ns()
                function(*inputs, out=out, threads=threads)
                found.append((perf_counter_ns() - start) / states.count)
        taken[kernel] = {str(threads): times(found).low for threads, found in passes.items()}
    return taken


def prepared(
    key: str, asked: argparse.Namespace, found: Any, kernels: Asking, batch: int
) -> tuple[Prepared, Setup]:
    """Build one robot and compile CasADi's functions for it."""
    robot = ROBOTS[key]
    description = read(robot.path, edits=Edits(robot.lock))
    folder = asked.casadi / key if asked.casadi else None
    setup = Setup(
        as_asked(lock=robot.lock),
        tuple(kernels(description)),
        found,
        batch=batch,
        states=asked.states,
        passes=asked.passes,
        casadi=folder if folder and folder.is_dir() else None,
    )
    return prepare(robot.path, description, setup, lambda text: None), setup


def parser(description: str | None, robots: Sequence[str]) -> argparse.ArgumentParser:
    """Return what takes the words behind a benchmark of speed."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--robots", default=",".join(robots), metavar="LIST", help=f"of {', '.join(ROBOTS)}")
    add("--casadi", type=Path, metavar="FOLDER", help="functions that CasADi wrote")
    add("--eigen", type=Path, metavar="FOLDER", help="Eigen's headers, if they are elsewhere")
    add("--no-native", action="store_true", help="no Pinocchio compiled for this machine")
    add("--states", type=int, default=1000)
    add("--passes", type=int, default=100)
    add("--core", type=int, help="the core to stay on (default: the last)")
    add("--json", type=Path, metavar="FILE", help="keep all that was measured")
    add("--read", type=Path, metavar="FILE", help="measure nothing: take what was kept")
    add("--write", action="store_true", help=f"put the tables into docs/{PAGE.name}")
    return parser


def run(asked: argparse.Namespace, tables: Tables, measure: Callable[[], dict[str, Any]]) -> int:
    """Measure or read, keep, print and write; return the exit code."""
    warnings.simplefilter("ignore", gen_robot.RobotWarning)  # the robots are known
    try:
        told = json.loads(asked.read.read_text("utf-8")) if asked.read else measure()
    except UserError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return 2
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for table in tables.values():
        sys.stdout.write(table(told) + "\n")
    if asked.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), told, tables), encoding="utf-8")
    return 0


def main() -> int:
    asked = parser(__doc__, [*ROBOTS]).parse_args()
    asked.threads = True
    return run(asked, TABLES, lambda: measured(asked, lambda description: [*KERNELS.values()]))


if __name__ == "__main__":
    sys.exit(main())
