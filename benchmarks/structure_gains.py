"""What the search for structure gains on public robots; kept in kept/structure_gains.json.

    pip install pin example-robot-data
    python benchmarks/structure_gains.py --count FILE       count with the gen-robot that is installed
    python benchmarks/structure_gains.py --write            count today's; those of before stay
    python benchmarks/structure_gains.py --write --before FILE

Run by an older gen-robot, --count gives what there was before.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from tqdm import tqdm

from whole_counts import COUNTED, FLOATING, counts, described, whole

KEPT = Path(__file__).resolve().parent / "kept" / "structure_gains.json"

ROBOTS = (
    "ur3_robot",
    "ur10_robot",
    "kinova",
    "xarm7",
    "z1",
    "so101",
    "talos_left_arm",
    "allegro_right_hand",
    "tiago_no_hand",
    "baxter",
    "a1",
    "b1",
    "go2",
    "hyq_no_sensors",
    "solo12",
    "anymal_b_simple_description/anymal",
    "bolt",
    "simple_humanoid",
    "icub_reduced",
    "talos_reduced",
    "g1_29dof_rev_1_0",
    f"hyq_no_sensors{FLOATING}",
    f"solo12{FLOATING}",
)

Totals = Mapping[str, Mapping[str, int]]
"""By robot and kernel, multiplications and additions."""


def main() -> None:
    """Count, and write what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--before", type=Path, metavar="FILE")
    asked = parser.parse_args()
    if asked.count:
        _keep(asked.count, _totals())
    elif asked.write:
        before = _read(asked.before) if asked.before else kept()["before"]
        _keep(KEPT, {"before": before, "now": _totals()})
    else:
        print("\n".join(gains_section()))


def kept() -> Mapping[str, Totals]:
    """Return what was counted: before, and now."""
    found: Mapping[str, Totals] = _read(KEPT)
    return found


def gains_section() -> list[str]:
    """Put what there was before the search for structure beside what there is now."""
    found = kept()
    before, now = found["before"], found["now"]
    lines = [
        "## What structure saves on other robots",
        "",
        "M + A of what `auto` takes with `--optimise-for operations`, before there was a search for",
        "structure and with it (`--effort normal`), and how much less that is. The robots are those of",
        "example-robot-data; `python benchmarks/structure_gains.py --write` counted them.",
        "",
        f"| robot | {' | '.join(COUNTED.values())} |",
        "|---|" + "---:|" * len(COUNTED),
    ]
    for robot in before:
        pairs = [(before[robot][kernel], now[robot][kernel]) for kernel in COUNTED]
        cells = [f"{a} -> {b} ({_less(a, b)})" for a, b in pairs]
        lines.append(f"| {robot} | {' | '.join(cells)} |")
    sums = [
        [sum(each[robot][kernel] for robot in before) for each in (before, now)]
        for kernel in COUNTED
    ]
    lines.append(f"| all | {' | '.join(f'{a} -> {b} ({_less(a, b)})' for a, b in sums)} |")
    return [*lines, ""]


def _less(before: int, now: int) -> str:
    return f"{100 * (now - before) / before:+.1f} %" if now != before else "0 %"


def _totals() -> dict[str, dict[str, int]]:
    progress = tqdm(ROBOTS)
    found = {}
    for name in progress:
        progress.set_description(name)
        found[name] = {kernel: whole(n) for kernel, n in counts(described(name)).items()}
    return found


def _read(path: Path) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    found: Mapping[str, Mapping[str, Mapping[str, int]]] = json.loads(
        path.read_text(encoding="utf-8")
    )
    return found


def _keep(path: Path, found: object) -> None:
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
