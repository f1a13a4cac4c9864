"""Write the two tables of README.md: operations of the kernels, and their time from Python.

    python benchmarks/readme_tables.py             print both
    python benchmarks/readme_tables.py --write     put both into README.md, and some into docs/index.md
    python benchmarks/readme_tables.py --check     say whether the counts there are right (exit code 1)
    python benchmarks/readme_tables.py --short     bring docs/index.md up to README.md, measure nothing

Counts are the same everywhere, and a test holds the page to them. Times are those of one machine:
processor time of the thread, a low percentile of passes over the same states in which gen-robot and
Pinocchio take turns. Only their ratio means something elsewhere.
"""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time_ns
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

import gen_robot
from gen_robot.description.edit import Edits
from gen_robot.options import Options
from gen_robot.pipeline import generate
from gen_robot.search.weighing import OPERATIONS
from urdf_robots import urdf_files

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
INDEX = ROOT / "docs" / "index.md"
KERNELS = {
    "M": "inertia_matrix",
    "h": "bias",
    "tau": "inverse_dynamics",
    "M and h": "inertia_and_bias",
    "qdd": "forward_dynamics",
}
TIMED = ("M", "tau", "qdd")
SHORT = ("tau", "qdd")
"""What the first page of the site has of them."""

STATES, PASSES, SEED = 1000, 60, 1


@dataclass(frozen=True)
class Robot:
    """Say which file a robot is read from, and what is done to it."""

    title: str
    source: str  # the name of a robot that ships, or of a file of example-robot-data
    lock: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return str(urdf_files().get(self.source, self.source))


ROBOTS = (
    Robot("PUMA 560", "puma560"),
    Robot("Stanford arm", "stanford"),
    Robot("UR5", "ur5_robot"),
    Robot("Franka Panda", "panda", {"panda_finger_joint1": "0"}),
    Robot("HyQ, legs", "hyq_no_sensors"),
    Robot("Talos", "talos_reduced"),
)


def counts() -> str:
    """Return the table of operations."""
    lines = [
        f"| multiplications + additions | joints | {' | '.join(KERNELS)} |",
        "|---|---|" + "---|" * len(KERNELS),
    ]
    for robot in ROBOTS:
        options = Options(
            kernels=tuple(KERNELS.values()), optimise_for=OPERATIONS, edits=Edits(robot.lock)
        )
        output = generate(robot.path, options)
        operations = [choice.graph.operations for choice in output.choices]
        cells = [f"{each.mul} + {each.add}" for each in operations]
        lines.append(f"| {robot.title} | {output.model.free_nv} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def times() -> str:
    """Return the table of times: microseconds a state, in batches and one by one."""
    lines = [
        f"| microseconds a state, from Python | {' | '.join(TIMED)} |",
        "|---|" + "---|" * len(TIMED),
    ]
    for robot in ROBOTS:
        if robot.source in urdf_files():
            lines += measured(robot)
    return "\n".join(lines) + "\n"


def measured(robot: Robot) -> list[str]:
    """Return the rows of one robot: batches, single calls, Pinocchio's calls."""
    ours = gen_robot.load(robot.path, lock=robot.lock)
    model = pinocchio_model(robot)
    assert model.nv == ours.nv, robot.title
    data = model.createData()
    rng = np.random.default_rng(SEED)
    q, qd, qdd = (rng.uniform(-1, 1, (STATES, ours.nv)) for _ in range(3))
    theirs_q = np.array([pinocchio_position(model, each) for each in q])
    calls: dict[str, tuple[Callable[..., Any], Callable[..., Any], tuple[NDArray[Any], ...]]] = {
        "M": (ours.inertia_matrix, pin.crba, ()),
        "tau": (ours.inverse_dynamics, pin.rnea, (qd, qdd)),
        "qdd": (ours.forward_dynamics, pin.aba, (qd, qdd)),
    }
    rows: dict[str, list[str]] = {"batches": [], "one call a state": [], "Pinocchio": []}
    for mine, theirs, rest in (calls[each] for each in TIMED):
        batch = (q, *rest)
        singles = list(zip(*batch, strict=True))
        for_them = list(zip(theirs_q, *rest, strict=True))
        runs = {
            "batches": lambda mine=mine, batch=batch: mine(*batch),
            "one call a state": lambda mine=mine, s=singles: [mine(*each) for each in s],
            "Pinocchio": lambda f=theirs, s=for_them: [f(model, data, *each) for each in s],
        }
        least = interleaved(runs)
        reference = least["Pinocchio"]
        for who, value in least.items():
            ratio = "" if who == "Pinocchio" else f" ({reference / value:.1f}x)"
            rows[who].append(f"{value:.2f}{ratio}")
    return [f"| {robot.title}, {who} | {' | '.join(cells)} |" for who, cells in rows.items()]


def pinocchio_model(robot: Robot) -> pin.Model:
    """Return the same robot as Pinocchio reads it, with the same joints locked."""
    model = pin.buildModelFromUrdf(robot.path)
    followers = {"panda_finger_joint1": "panda_finger_joint2"}  # locked with what it follows
    names = [*robot.lock, *(followers[name] for name in robot.lock)]
    if not names:
        return model
    locked = [model.getJointId(name) for name in names]
    return pin.buildReducedModel(model, locked, pin.neutral(model))


def pinocchio_position(model: pin.Model, angles: NDArray[Any]) -> NDArray[Any]:
    """Return a position as Pinocchio has it: joints without limits by cosine and sine."""
    q = pin.neutral(model)
    return np.asarray(pin.integrate(model, q, angles))


def interleaved(runs: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Return microseconds a state of each: the 10th percentile of passes taken in turns."""
    passes: dict[str, list[int]] = {who: [] for who in runs}
    for _ in range(PASSES):
        for who, run in runs.items():
            start = thread_time_ns()
            run()
            passes[who].append(thread_time_ns() - start)
    return {who: sorted(p)[PASSES // 10] / STATES / 1000 for who, p in passes.items()}


TABLES: dict[str, Callable[[], str]] = {"counts": counts, "times": times}


def placed(name: str) -> re.Pattern[str]:
    """Return what finds a table in the page, between two comments."""
    return re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL)


def in_page(name: str, page: Path = README) -> str:
    """Return a table as a page has it."""
    found = placed(name).search(page.read_text(encoding="utf-8"))
    assert found, f"{page.name} has no place for {name}"
    return found[0]


def put(name: str, text: str, page: Path = README) -> None:
    """Put a table into a page."""
    whole = page.read_text(encoding="utf-8")
    page.write_text(placed(name).sub(lambda _: text, whole), encoding="utf-8")


def in_short() -> str:
    """Return the table of the first page, from the tables of README.md."""
    counted, timed = (_cells(in_page(name)) for name in TABLES)
    heads = [f"{each}: {what}" for each in SHORT for what in ("operations", "microseconds a state")]
    lines = [f"| robot | joints | {' | '.join(heads)} |", "|---|---|" + "---|" * len(heads)]
    for robot in ROBOTS:
        batches = timed.get(f"{robot.title}, batches")
        if batches:
            own = counted[robot.title]
            cells = [cell for each in SHORT for cell in (own[each], batches[each])]
            lines.append(f"| {robot.title} | {own['joints']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cells(table: str) -> dict[str, dict[str, str]]:
    """Return a table's cells by row and column."""
    head, _, *rows = (
        [cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()
    )
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the tables into the pages")
    parser.add_argument(
        "--short", action="store_true", help="only bring docs/index.md up to README.md"
    )
    parser.add_argument("--check", action="store_true", help="compare the counts with README.md")
    asked = parser.parse_args()
    if asked.check:
        same = in_page("counts") == counts()
        print("the counts are right" if same else "the counts are not right: run with --write")
        return 0 if same else 1
    if asked.short:
        put("in short", in_short(), INDEX)
        return 0
    warnings.simplefilter("ignore", gen_robot.RobotWarning)  # the robots are known
    for name, table in TABLES.items():
        text = table()
        sys.stdout.write(text + "\n")
        if asked.write:
            put(name, text)
            put("in short", in_short(), INDEX)
    return 0


if __name__ == "__main__":
    sys.exit(main())
