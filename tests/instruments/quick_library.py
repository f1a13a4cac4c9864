"""A robot's library by bare compiler calls: what load() builds, in a fraction of the time."""

from __future__ import annotations

import subprocess
import warnings
from pathlib import Path

from gen_robot.bindings import Library
from gen_robot.delivery.asked import asked
from gen_robot.delivery.writing import write
from gen_robot.errors import RobotWarning
from gen_robot.pipeline import generate

COMMANDS = {
    "c": ["cc", "-std=c99", "-O1", "-shared", "-fPIC", "{}.c", "-lm"],
    "f77": ["gfortran", "-O1", "-shared", "-fPIC", "{}.f"],
}


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
        library = where / "quick.so"
        subprocess.run([*command, "-o", library.name], cwd=where, check=True, capture_output=True)
        return Library(where / f"{output.name}.json", library, wanted.lang)
