"""The summary of an attack, as text: how many files came how far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

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
