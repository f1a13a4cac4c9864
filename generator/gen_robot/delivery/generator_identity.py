"""Which generator this is: what is kept of another's work is not taken for this one's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from gen_robot.version import __version__


@cache
def generator_identity() -> tuple[object, ...]:
    """Return the version; where the generator is worked on, also the state of its files."""
    package = Path(__file__).resolve().parent.parent
    if not (package.parent.parent / "pyproject.toml").is_file():
        return (__version__,)
    templates = Path(str(files("gen_robot").joinpath("templates", "meson.build.j2"))).parent
    return (__version__, sorted(_states(str(package))), sorted(_states(str(templates))))


def _states(folder: str) -> Iterator[tuple[str, int, int]]:
    """Give the name, size and time of every file below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _states(entry.path)
            else:
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
