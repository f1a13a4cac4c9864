"""Bounds hold at random states: on differences from the dynamics, and on rounding."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.verification.folder import read_folder
from shipped_robots import described
from verify_soundness import measured

GENERATED = Path(__file__).resolve().parents[2] / "generated"
STATES = 2000


@pytest.mark.parametrize("robot", ["two_link", "planar3", "stanford", "puma560"])
@pytest.mark.parametrize("kernel", ["inertia_matrix", "bias", "inverse_dynamics", "gravity"])
def test_no_difference_and_no_error_exceeds_its_bound(robot: str, kernel: str) -> None:
    row = measured(read_folder(GENERATED / robot), described(robot), kernel, STATES)
    assert 0.3 < row.difference <= 1  # neither wrong nor idle
    assert 0 < row.error <= 1
    # Ten times at more states, where the largest error is larger; more where a gauge was found.
    gauge = (robot, kernel) in {("puma560", "bias"), ("puma560", "inverse_dynamics")}
    assert 1 <= row.idle < (30 if gauge else 15)
