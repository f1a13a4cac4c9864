"""The results of an attack, kept a line each, and their summary: how many files came how far."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from attack.examine import Result


def summary(title: str, seed: int, results: Sequence[Result]) -> str:
    """Return the table of stages, why files went no further, and what was broken."""
    stages = Counter(stage for result in results for stage in result.stages)
    remarks = Counter(result.remark for result in results if result.remark)
    broken = sum(bool(result.broken) for result in results)
    lines = [f"{title}: {len(results)}, seed {seed}", "", *_rows(stages)]
    if remarks:
        lines += ["", "Not compared:", "", *_rows(remarks)]
    lines += ["", f"Laws broken: {broken}"]
    return "\n".join([*lines, ""])


def _rows(counts: Counter[str]) -> list[str]:
    return [f"  {counts[name]:7}  {name}" for name in sorted(counts)]


def add_result(path: Path, result: Result) -> None:
    """Add a line to a file of results."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


def read_results(path: Path) -> dict[int, Result]:
    """Return the results of a file by their numbers, the last of each."""
    if not path.exists():
        return {}
    results = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        found |= {key: tuple(found[key]) for key in ("stages", "broken")}
        results[found["number"]] = Result(**found)
    return results
