"""Write the numbers and the figures of docs/controller.md: run both controllers of examples/controller.

    python benchmarks/controller_page.py             print the tables
    python benchmarks/controller_page.py --write     put them into docs/controller.md, draw docs/figures

Errors are simulated: they are the same on every machine but for last digits, and a test holds the
page to them. Times are those of one machine. Needs what examples/controller/run_controllers.py does.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "examples" / "controller"))

import mujoco
from tqdm import tqdm

import draw_controllers
import run_controllers
from figure import save
from gen_robot.bench.machine import processor
from run_controllers import RUNS, Run
from speed_tables import written

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "controller"
PAGE = ROOT / "docs" / "controller.md"
SECONDS, REPEATS = "20", 5  # how busy a machine is differs from run to run: all of them are told
CLOCK, LOCK_STEP = "clock", "lock_step"
WAYS = {LOCK_STEP: "in lock-step", CLOCK: "by the clock"}
TIMED = {"puma": "PUMA 560, computed torque", "panda": "Panda, operational space"}

TITLES = {
    "pd": "PD",
    "pd_gravity": "PD + gravity",
    "computed_torque": "computed torque",
    "operational_space": "operational space",
    "pd_gravity_load": "PD + gravity, load known",
    "load_unknown": "{}, load unknown",
    "load_known": "{}, load known",
}
LOADS = {"puma": "2.5 kg", "panda": "1 kg"}
BEST = {"puma": "computed torque", "panda": "operational space"}

Told = Mapping[str, Any]


def title(one: Run) -> str:
    """Name a run for readers."""
    text = TITLES[one.name].format(BEST[one.robot])
    return text.replace("load", f"load of {LOADS[one.robot]}") if "load" in text else text


def puma(told: Told) -> str:
    """Return the errors of the PUMA's joints."""
    rows = ["| RMS error (rad) | 1 | 2 | 3 | 4 | 5 | 6 | all six |", "|---|" + "---:|" * 7]
    for one in _runs("puma"):
        report = told["errors"][one]
        names = [*(f"joint error {k}" for k in range(1, 7)), "joint error"]
        rows.append(f"| {title(one)} | {' | '.join(f'{report[n][0]:.1e}' for n in names)} |")
    return "\n".join(rows) + "\n"


def panda(told: Told) -> str:
    """Return the errors of the Panda's tool."""
    rows = [
        "| | position, RMS (mm) | largest (mm) | orientation, RMS (mrad) | largest (mrad) |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in _runs("panda"):
        report = told["errors"][one]
        cells = [f"{1e3 * x:.3g}" for n in ("tool position", "tool orientation") for x in report[n]]
        rows.append(f"| {title(one)} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def ratio(told: Told) -> str:
    """Say by how much the model helps."""
    error = {one.name: told["errors"][one]["joint error"][0] for one in _runs("puma")}
    laws = error["pd"] / error["computed_torque"]
    loads = error["load_unknown"] / error["load_known"]
    return (
        f"Computed torque is {laws:,.0f} times closer to the path than PD of the same gains, and "
        f"{loads:,.0f} times closer with a load of {LOADS['puma']} that it knows than with one that it "
        "does not.\n"
    )


def times(told: Told) -> str:
    """Return how long cycles took: the middle of all runs, and what lay between the extremes."""
    rows = [
        "| µs a cycle | | | median | 99.9 % within | of the period | longest of all |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    for (robot, way), reports in told["times"].items():
        for name in ("control", "of that, kernels"):
            medians, _, most, shares, longest = zip(*(each[name] for each in reports), strict=True)
            cells = (
                f"{median(medians):.2f}",
                f"{median(most):.2f} ({min(most):.2f} to {max(most):.2f})",
                f"{median(shares):.3f} % ({min(shares):.3f} to {max(shares):.3f})",
                f"{max(longest):.2f}",
            )
            rows.append(f"| {TIMED[robot]} | {WAYS[way]} | {name} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def machine(told: Told) -> str:
    """Say what was measured on."""
    late = [each["late to begin"] for each in told["times"]["puma", CLOCK]]
    return (
        f"{processor()}, {os.cpu_count()} cores shared with other work (load {told['load']:.1f}), "
        f"no real-time kernel; MuJoCo {mujoco.__version__}; {told['date']}. By the clock, the PUMA's "
        f"cycles began {median(each[0] for each in late):.0f} µs late in the median, "
        f"{max(each[-1] for each in late):.0f} µs at most. {REPEATS} runs of {SECONDS} s each: the "
        "middle of them, and in parentheses the least and the most.\n"
    )


TABLES = {"puma": puma, "ratio": ratio, "panda": panda, "times": times, "machine": machine}


def _runs(robot: str) -> list[Run]:
    return [one for one in RUNS if one.robot == robot]


def errors(built: Path, results: Path) -> dict[Run, dict[str, list[float]]]:
    """Return what every run reports."""
    bar = tqdm(RUNS, unit="run", disable=not sys.stderr.isatty())
    return {one: run_controllers.numbers(run_controllers.run(built, one, results)) for one in bar}


def timed(built: Path, results: Path) -> dict[tuple[str, str], list[dict[str, list[float]]]]:
    """Return what the robots report of times, in lock-step and by the clock, run by run."""
    options = {LOCK_STEP: ("--seconds", SECONDS), CLOCK: ("--seconds", SECONDS, "--realtime")}
    found: dict[tuple[str, str], list[dict[str, list[float]]]] = {}
    for repeat in tqdm(range(REPEATS), unit="repeat", disable=not sys.stderr.isatty()):
        for robot in TIMED:
            for way in WAYS:
                one = Run(robot, f"{way}_{repeat}", options[way])
                report = run_controllers.numbers(run_controllers.run(built, one, results))
                found.setdefault((robot, way), []).append(report)
    return found


def main() -> None:
    """Build in a folder of its own, run, print, and write if that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write docs/controller.md and figures")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder, results = Path(place) / "controller", Path(place)
        made = shutil.ignore_patterns("build", "subprojects", "usr", "results")
        shutil.copytree(EXAMPLE, folder, ignore=made)
        built = run_controllers.build(folder)
        told = {
            "errors": errors(built, results),
            "times": timed(built, results),
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "load": os.getloadavg()[0],
        }
        figures = draw_controllers.figures(results)
        clocks = {
            label: sorted(results.glob(f"{robot}_{CLOCK}_*.csv")) for robot, label in TIMED.items()
        }
        figures["controller_times"] = draw_controllers.times(clocks)
    for table in TABLES.values():
        print(table(told))
    if asked.write:
        page = written(PAGE.read_text(encoding="utf-8"), told, TABLES)
        PAGE.write_text(page, encoding="utf-8")
        for name, figure in figures.items():
            save(figure, name)


if __name__ == "__main__":
    main()
