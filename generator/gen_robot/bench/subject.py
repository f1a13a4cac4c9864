"""A robot that is timed: its libraries, built as load() builds them, and the flags of that build."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gen_robot.bench.harness import Routine
from gen_robot.bindings import Library
from gen_robot.delivery.asked import Asked
from gen_robot.delivery.library import found
from gen_robot.delivery.march import setup_words
from gen_robot.languages import DEFAULT


@dataclass(frozen=True)
class Subject:
    """Hold one library of a robot."""

    library: Library
    path: Path
    manifest: Mapping[str, Any]

    def routine(self, kernel: str) -> Routine:
        """Return a kernel for one state."""
        return Routine.of(self.path, self.manifest["kernels"][kernel]["symbol"][DEFAULT])

    def batch(self, kernel: str) -> Routine | None:
        """Return a kernel for many states, if the library has it."""
        symbol = self.manifest["kernels"][kernel].get("batch", {}).get(DEFAULT)
        try:
            return Routine.of(self.path, symbol) if symbol else None
        except AttributeError:  # built without
            return None


def built(robot: str, options: Asked, kernels: Sequence[str], ways: Mapping[str, str]) -> Subject:
    """Build a robot's kernels by these ways, or take them from where load() keeps them."""
    asked = replace(options, kernels=tuple(kernels), algorithms=dict(sorted(ways.items())))
    entry = found(robot, asked)
    library = Library(entry.manifest, entry.library)
    return Subject(library, entry.library, library.manifest)


def build_flags(subject: Subject, march: str) -> dict[str, str]:
    """Return the compiler's command for each file of the build, without names of files."""
    folder = subject.path.parent
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "sources")
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.so", "build"))
        where = Path(scratch, "build")
        words = ["setup", *setup_words(march, copy), str(where), str(copy)]
        command = [sys.executable, "-m", "mesonbuild.mesonmain", *words]
        subprocess.run(command, capture_output=True, check=False)
        try:
            told = json.loads((where / "compile_commands.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):  # the library is there all the same
            return {}
    return {Path(each["output"]).name: _flags(each["command"]) for each in told}


def _flags(command: str) -> str:
    """Keep what changes the code that a compiler writes."""
    compiler, *words = shlex.split(command)
    kept = [
        word
        for word in words
        if word.startswith(("-O", "-std", "-m", "-f")) and "diagnostics" not in word
    ]
    return " ".join([Path(compiler).name, *kept])
