"""What a type checker knows of a robot, whose kernels it cannot see."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ROOT = Path(__file__).resolve().parents[2]

RIGHT = """
import numpy as np
from gen_robot import Library, RobotWarning, UserError
from gen_robot.bindings import KernelFunction

def use(robot: Library) -> KernelFunction:
    q, qd, qdd = robot.random_state(np.int64(3), shape=(np.int64(2), 4))
    h = robot.bias(q, qd, out=np.empty((2, 4, robot.nv)), threads="all")
    h = robot.bias.gufunc(q, qd) + robot.bias(q, qd, threads=2)
    torque: float = robot.limits.effort[0] + robot.joints[0].index + h[0, 0, 0]
    text: str = robot.report + robot.links[0].name + robot.bias.name + robot.warnings[0]
    text += robot.bias.signature
    cost: int = robot.bias.operations["mul"]
    print(torque, text, cost, robot.manifest["options"], UserError, RobotWarning)
    return robot.forward_dynamics
"""

WRONG = {
    "robot.random_state('seed')": "arg-type",
    "robot.random_state(shape=2.5)": "arg-type",
    "robot.bias.operations['mul'] = 0": "index",
    "robot.nq = 7": "misc",
    "robot.limits.mass": "attr-defined",
    "robot.bias.cost": "attr-defined",
    "robot.bias([0], check='no')": "arg-type",
    "robot.bias([0], threads='many')": "arg-type",
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Run mypy on both samples, with the package as it is installed but for the generator."""
    folder = tmp_path_factory.mktemp("typed")
    package = folder / "gen_robot"
    shutil.copytree(ROOT / "bindings", package / "bindings")
    for name in ("__init__.py", "errors.py", "py.typed"):
        shutil.copy(ROOT / "generator" / "gen_robot" / name, package)
    (folder / "right.py").write_text(RIGHT)
    head = "from gen_robot import Library\ndef use(robot: Library) -> None:\n"
    (folder / "wrong.py").write_text(head + "".join(f"    {line}\n" for line in WRONG))
    options = [
        "--strict",
        "--ignore-missing-imports",
        "--follow-imports=silent",
        "--no-error-summary",
    ]
    found = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            *options,
            "--cache-dir",
            str(folder),
            "right.py",
            "wrong.py",
        ],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not found.stderr
    return found.stdout


def test_right_use_passes_in_strict_mode(complaints: str) -> None:
    assert [line for line in complaints.splitlines() if line.startswith("right.py")] == []


@pytest.mark.parametrize("line", WRONG)
def test_wrong_use_is_found(complaints: str, line: str) -> None:
    place = f"wrong.py:{3 + [*WRONG].index(line)}: error:"
    assert any(
        each.startswith(place) and each.endswith(f"[{WRONG[line]}]")
        for each in complaints.splitlines()
    ), complaints
