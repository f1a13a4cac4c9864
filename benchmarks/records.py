"""The fewest operations, beside what was there before and what others print; kept in kept/records.json.

    pip install pin example-robot-data
    python benchmarks/records.py --write [ROBOT ...]      count again; takes some minutes a robot

With --effort high each kernel is given as many moves as the command line gives it, and counted in
the C that it is written as.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from gen_robot.delivery.kept_searches import kept as kept_here
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.search.effort import HIGH, MOVES
from gen_robot.search.weighing import OPERATIONS
from published_counts import least, others
from whole_counts import COUNTED, TESTS, counts, described

sys.path.append(str(TESTS / "instruments"))

from c_counter import counted

KEPT = Path(__file__).resolve().parent / "kept" / "records.json"

ROBOTS = {"general6": "general 6R", "puma560": "PUMA 560", "ur5_robot": "UR5", "panda": "Panda"}
"""What tables call the robots; the last two are files of example-robot-data."""

LONG_CHAINS = {"general12": "general, n = 12", "general30": "general, n = 30"}
"""Chains that are not rewritten: high effort would take hours."""

EVERY = ROBOTS | LONG_CHAINS

BEFORE = {
    "general6": (560, 698, 673, 1219, 1381),
    "puma560": (138, 333, 275, 407, 534),
    "ur5_robot": (91, 261, 193, 274, 389),
    "panda": (315, 583, 558, 866, 1103),
    "general12": (2336, 1598, 1567, 3781, 3873),
    "general30": (13551, 4298, 4249, 17515, 10623),
}
"""Multiplications and additions of the kernels in COUNTED, before structure was searched for."""

NORMAL_NAME, HIGH_NAME = "normal", HIGH.name
KINDS = ("mul", "add", "div")

Records = dict[str, dict[str, dict[str, dict[str, int]]]]
"""By effort, robot and kernel: how many operations of which kind."""


def main() -> None:
    """Count and keep, or print the section of the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("robots", nargs="*", metavar="ROBOT", help=f"of {', '.join(EVERY)}")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if asked.write:
        _count(asked.robots or list(EVERY))
    else:
        print("\n".join(records_section()))


def kept() -> Records:
    """Return what was counted."""
    found: Records = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def normal(robot: str) -> dict[str, dict[str, int]]:
    """Count what is generated without rewriting."""
    return {kernel: _kinds(vars(n)) for kernel, n in counts(described(robot)).items()}


def records_section() -> list[str]:
    """Put the efforts, what was there before and what others print side by side."""
    lines = [
        "## Records",
        "",
        "M + A of what `auto` takes with `--optimise-for operations`: before structure was searched",
        f"for, with `--effort normal`, and with `--effort high` (`--moves {MOVES}`). Published is the",
        "lowest count that is printed, or was counted in what others generate, for the same function:",
        "of papers for the general robot, of any for the others themselves. Divisions come on top.",
        f"`python benchmarks/{Path(__file__).name} --write` counted what is high.",
        "",
        "| robot | kernel | before | normal | high | published |",
        "|---|---|---:|---:|---:|---|",
    ]
    found = kept()
    for robot, title in EVERY.items():
        for kernel, before in zip(COUNTED, BEFORE[robot], strict=True):
            own = [
                _cell(found[effort].get(robot, {}).get(kernel))
                for effort in (NORMAL_NAME, HIGH_NAME)
            ]
            cells = [title, COUNTED[kernel], str(before), *own, str(least(robot, kernel) or "")]
            lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def others_section() -> list[str]:
    """Put every count of others beside ours."""
    lines = [
        "## Every published count of these robots",
        "",
        "What others need, the lowest first, and what is needed here: M + A, and in which share of",
        "theirs ours with `--effort high` is done; of long chains, without.",
        "",
        "| robot | kernel | others | normal | high | share |",
        "|---|---|---|---:|---:|---:|",
    ]
    found = kept()
    for robot, title in EVERY.items():
        for kernel in COUNTED:
            sums = [
                own[robot][kernel]["mul"] + own[robot][kernel]["add"]
                for own in (found[NORMAL_NAME], found[HIGH_NAME])
                if robot in own
            ]
            shown = [*map(str, sums), ""][:2]
            for other in others(robot, kernel):
                share = (
                    f"{100 * sums[-1] / other.total:.0f} %" if other.is_whole else "not the same"
                )
                cells = [title, COUNTED[kernel], str(other), *shown, share]
                lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _cell(count: Mapping[str, int] | None) -> str:
    return f"{count['mul']} + {count['add']} = {count['mul'] + count['add']}" if count else ""


def _count(robots: Sequence[str]) -> None:
    found: Records = kept() if KEPT.exists() else {NORMAL_NAME: {}, HIGH_NAME: {}}
    options = Options(kernels=tuple(COUNTED), optimise_for=OPERATIONS, effort=HIGH.name)
    with tqdm(total=len(robots) * len(COUNTED)) as progress:
        for robot in robots:
            found[NORMAL_NAME][robot] = normal(robot)
            KEPT.write_text(json.dumps(_in_order(found), indent=1) + "\n", encoding="utf-8")
            if robot in LONG_CHAINS:
                progress.update(len(COUNTED))
                continue
            output = generate_described(
                described(robot), options, progress.set_description, kept_here
            )
            found[HIGH_NAME][robot] = {k: _kinds(n) for k, n in counted(output).items()}
            KEPT.write_text(json.dumps(_in_order(found), indent=1) + "\n", encoding="utf-8")
            progress.update(len(COUNTED))


def _in_order(found: Records) -> dict[str, Any]:
    return {e: {r: own[r] for r in EVERY if r in own} for e, own in found.items()}


def _kinds(count: Mapping[str, int]) -> dict[str, int]:
    return {kind: count[kind] for kind in KINDS}


if __name__ == "__main__":
    main()
