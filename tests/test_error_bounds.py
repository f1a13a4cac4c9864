"""Heads of sources quote bounds on rounding: those that verify finds in the printed text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.verification.folder import READERS, read_folder
from gen_robot.verification.prove import Prover
from gen_robot.verification.rounding import rounding
from shipped_robots import described

GENERATED = Path(__file__).resolve().parents[1] / "generated"
KERNELS = ["inertia_matrix", "bias", "inverse_dynamics", "inertia_and_bias", "gravity"]


def quoted(text: str) -> dict[str, str]:
    """Return by kernel what a head says of rounding."""
    head = text[: text.index("#include")]
    start = head.index("Rounding adds at most")
    section = head[start:].split("\n\n")[0]
    return dict(re.findall(r"^     (\w+)\s+(\S+ .*)$", section, re.M))


@pytest.mark.parametrize("robot", ["two_link", "planar3", "stanford", "puma560"])
def test_heads_quote_what_verify_finds(robot: str) -> None:
    subject = read_folder(GENERATED / robot)
    said = quoted(subject.sources[0].text)
    assert [*said] == KERNELS  # forward dynamics divide
    prover = Prover(subject, described(robot))
    for kernel in KERNELS:
        source = subject.sources[0]
        program = READERS["c"][1](source.text, source.file, subject.kernels[kernel]["c"])
        found = rounding(program, prover.box)
        assert found is not None
        assert said[kernel].split()[0] == f"{max(found.values()):.1e}"


def test_single_precision_rounds_more(tmp_path: Path) -> None:
    asked = ["two_link", "--kernels", "gravity", "-o", str(tmp_path), "--precision", "single"]
    assert main(asked) == 0
    said = quoted((tmp_path / "two_link" / "two_link.c").read_text())
    double = quoted((GENERATED / "two_link" / "two_link.c").read_text())
    times = float(said["gravity"].split()[0]) / float(double["gravity"].split()[0])
    assert 2.0**28 < times < 2.0**30
