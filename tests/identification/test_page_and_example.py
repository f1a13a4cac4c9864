"""The example of identification does what it says; its page is run by test_pages.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "python" / "identify_puma.py"


def test_the_example_finds_the_pumas_parameters_and_writes_them(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--out", "fitted.yaml"],
        cwd=tmp_path,
        env=os.environ | {"GEN_ROBOT_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *_, farthest, _, torques = done.stdout.splitlines()
    assert float(farthest.split()[-3]) <= 3
    assert float(torques.split()[-3]) < 0.1
    assert (tmp_path / "fitted.yaml").read_text(encoding="utf-8").count("#") > 5
