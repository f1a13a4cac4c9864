"""Verdicts as text, and as a certificate that a second run gives again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from gen_robot.description.description import Description
from gen_robot.verification.folder import Subject
from gen_robot.verification.verdict import WORDS, Verdict

MARK = '"certificate": "gen-robot verify"'
"""By which a file is known as one of ours."""


def lines(verdicts: Sequence[Verdict]) -> str:
    """Return a line for each kernel."""
    names = [", ".join(v.files) for v in verdicts]
    wide = max(map(len, names), default=0)
    longest = max((len(v.kernel) for v in verdicts), default=0)
    return "".join(
        f"{name:{wide}}  {v.kernel:{longest}}  {v.word}: {v.text}\n"
        for name, v in zip(names, verdicts, strict=True)
    )


def summary(verdicts: Sequence[Verdict]) -> str:
    """Count verdicts, the best first."""
    counts = Counter(v.word for v in verdicts)
    return ", ".join(f"{counts[word]} {word}" for word in WORDS if counts[word])


def notes(subject: Subject, description: Description) -> list[str]:
    """Say what files are not those that the manifest names; verdicts are about what is there."""
    edited = dict.fromkeys(s.file for s in subject.sources if not s.is_as_written)
    found = [f"{file} was edited since gen-robot wrote it" for file in edited]
    if description.sha256 != subject.robot_sha256:
        found.append(f"{description.source} is not the file that {subject.name} was generated from")
    return found


def certificate(
    subject: Subject,
    description: Description,
    verdicts: Sequence[Verdict],
    rates: tuple[float, float],
) -> str:
    """Return all that was found, with the sums of what it was found of."""
    content: dict[str, Any] = {
        "certificate": "gen-robot verify",
        "format": 1,
        "name": subject.name,
        "robot": {"file": description.source, "sha256": description.sha256},
        "sources": {source.file: source.sha256 for source in subject.sources},
        "velocity": rates[0],
        "acceleration": rates[1],
        "notes": notes(subject, description),
        "kernels": [_entry(v) for v in verdicts],
    }
    return json.dumps(content, indent=2) + "\n"


def _entry(v: Verdict) -> dict[str, Any]:
    return {
        "kernel": v.kernel,
        "files": list(v.files),
        "verdict": v.word.lower(),
        "text": v.text,
        "values": v.operations,
        "points": {f"q[{k}]": n for k, n in sorted(v.points.items())},
        "bounds": {name: _upwards(x) for name, x in v.bounds.items()},
        "elements": {name: _upwards(x) for name, x in v.elements.items()},
        "ulps": _upwards(v.ulps),
        "rounding": {name: _upwards(x) for name, x in v.rounding.items()},
    }


def _upwards(x: float) -> float:
    """Keep three digits, not below the bound: the last ones may differ from machine to machine."""
    return float(f"{x * 1.01:.2e}")
