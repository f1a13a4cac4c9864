"""Which generator this is: what is kept of another's work is not taken for this one's."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from gen_robot.version import __version__

_OTHER = ("__pycache__", "cli", "ledger", "robots")
"""Folders of the package that have no part in what is generated from a file."""


def identity_of(package: Path) -> str:
    """Return the version of a package and what else tells its files from those of another."""
    if not (package.parent.parent / "pyproject.toml").is_file():
        states = _installed(package)
    else:
        templates = Path(str(files("gen_robot").joinpath("templates", "meson.build.j2"))).parent
        states = sorted([*_states(str(package)), *_states(str(templates))])
    return f"{__version__} {hashlib.sha256(''.join(states).encode()).hexdigest()}"


def _installed(package: Path) -> list[str]:
    """Give the sums that the installer has recorded: two states of the sources may have one version."""
    records = sorted(package.parent.glob(f"{package.name}-*.dist-info/RECORD"))
    lines = [line for path in records for line in path.read_text("utf-8").splitlines(keepends=True)]
    own = f"{package.name}/"
    return [line for line in lines if line.startswith(own) and ",sha256=" in line]


def _states(folder: str) -> Iterator[str]:
    """Give the name, size and time of every file below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in _OTHER:
                    yield from _states(entry.path)
            else:
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}\n"


GENERATOR = identity_of(Path(__file__).resolve().parent.parent)
"""This one, as it was when it was imported."""
