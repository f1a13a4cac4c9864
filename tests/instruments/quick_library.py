"""Libraries by bare compiler calls: what load() builds, in a fraction of the time."""

from __future__ import annotations

import subprocess
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from gen_robot.autodiff.rules import RULES
from gen_robot.bindings import Library
from gen_robot.delivery.asked import asked
from gen_robot.delivery.writing import write
from gen_robot.errors import RobotWarning
from gen_robot.kernels import KERNELS
from gen_robot.languages import LANGUAGES
from gen_robot.pipeline import generate
from small_robots import SMALL

COMMANDS = {
    "c": ["cc", "-std=c99", "-O1", "-shared", "-fPIC", "{}.c", "-lm"],
    "f77": ["gfortran", "-O1", "-shared", "-fPIC", "{}.f"],
}

GIVING = ("coriolis_matrix", "inverse_dynamics_hessian", "com_jacobian")
OF_THE_TIP = ("placement_tip", "jacobian_tip")
DERIVED = [*(each for each in (*RULES, *GIVING) if each in KERNELS), *OF_THE_TIP]
"""Kernels that have derivatives, and those that give them."""

Small = Callable[[str], Library]


def quick_library(robot: str | Path, folder: Path, **options: object) -> Library:
    """Generate a robot as load() would with these options, and bind it, for single states only."""
    if isinstance(robot, str) and "\n" in robot:
        (folder / "robot.yaml").write_text(robot)
        robot = folder / "robot.yaml"
    wanted = asked(**options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)
        output = generate(robot, wanted.options())
        where = write(output, folder)
        command = [word.format(output.name) for word in COMMANDS[wanted.lang]]
        if wanted.integrators:
            command.insert(
                -1, f"{output.name}_simulate{Path(LANGUAGES[wanted.lang].source).suffix}"
            )
        library = where / "quick.so"
        subprocess.run([*command, "-o", library.name], cwd=where, check=True, capture_output=True)
        return Library(where / f"{output.name}.json", library, wanted.lang)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """Return what makes a small robot with all kernels that have derivatives, once for all tests."""

    @cache
    def made(name: str) -> Library:
        return quick_library(
            SMALL[name], tmp_path_factory.mktemp(name), kernels=DERIVED, friction=True
        )

    return made
