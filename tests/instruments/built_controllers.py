"""The controllers of examples/controller, built in a copy of the folder by the lines of its README."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cmake

import run_controllers
from page_snippets import snippets

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "controller"
MADE = ("build", "subprojects", "usr", "results", "__pycache__")


def environment() -> dict[str, str]:
    """Return what an activated environment has: its programs on the path, and ninja for CMake."""
    found = run_controllers.environment()
    path = os.pathsep.join([str(cmake.CMAKE_BIN_DIR), found["PATH"]])
    return {**found, "PATH": path, "CMAKE_GENERATOR": "Ninja"}


@dataclass(frozen=True)
class Done:
    """Hold what a program did."""

    status: int
    printed: str
    said: str

    @cached_property
    def numbers(self) -> dict[str, list[float]]:
        return run_controllers.numbers(self.printed)

    def rms(self, name: str) -> float:
        return self.numbers[name][0]


@dataclass(frozen=True)
class Controllers:
    """Hold a copy of the example in which everything is built."""

    folder: Path
    printed: str

    def run(self, robot: str, *options: str, build: str = "meson", program: str = "") -> Done:
        """Run a robot's controller; a program is one that the test has built by itself."""
        models = {"puma": "plant/puma560.xml", "panda": str(run_controllers.panda_urdf())}
        command = [program or f"build/{build}/{robot}_controller", "--model", models[robot]]
        done = subprocess.run(
            [*command, *options], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)


def built(folder: Path) -> Controllers:
    """Copy the example and type its README's lines, from the first to the last, in one shell."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(*MADE))
    page = (folder / "README.md").read_text(encoding="utf-8")
    lines = "\n".join(each.text for each in snippets(page) if each.kind == "shell")
    done = subprocess.run(
        ["bash", "-euc", lines],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "warning:" not in done.stdout + done.stderr
    return Controllers(folder, done.stdout)
