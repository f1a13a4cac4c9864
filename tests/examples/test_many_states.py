"""The example of many states on many processes finds what one process finds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gen_robot

pytest.importorskip("dask.distributed")

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "python" / "many_states.py"


@pytest.mark.xdist_group("many_states")
def test_workers_find_the_largest_torques_that_one_process_finds(tmp_path: Path) -> None:
    command = [sys.executable, EXAMPLE, "--states", "250000", "--workers", "2"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "100%" in done.stderr  # the bar went to its end
    lines = [line.split() for line in done.stdout.splitlines()]

    puma = gen_robot.load("puma560")
    blocks = [100_000, 100_000, 50_000]
    torques = [
        puma.inverse_dynamics(*puma.random_state([2026, block], shape=count))
        for block, count in enumerate(blocks)
    ]
    want = np.abs(np.concatenate(torques)).max(axis=0)
    assert [name for name, _ in lines] == list(puma.joint_names)
    assert [number for _, number in lines] == [f"{each:.3f}" for each in want]
