"""What a robot is read from: its own file, others that this names, packages that take part.

The others are known once the robot has been read. Their names are then kept in the cache, beside the
libraries, under the key of its own file; what they hold is looked at each time. So a library is found
without reading the robot, and one that was made from an older include or mesh is not.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from stat import S_ISREG
from typing import Protocol

from gen_robot.delivery.cache_directory import cache_directory
from gen_robot.delivery.sums import digest

LARGEST_FILE = 1 << 26  # what is looked up; readers say what they read

_ENDING = ".origins"


class _Companion(Protocol):
    @property
    def path(self) -> str: ...
    @property
    def sha256(self) -> str: ...


class Described(Protocol):
    """A robot that has been read."""

    @property
    def sha256(self) -> str | None: ...
    @property
    def companions(self) -> Iterable[_Companion]: ...
    @property
    def read_with(self) -> Iterable[str]: ...


@dataclass(frozen=True)
class Content:
    """Hold what a robot was read from: its own file's sum, those of others, versions of packages."""

    own: str | None
    files: Mapping[str, str | None] = field(default_factory=dict)
    packages: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def is_alone(self) -> bool:
        """Tell whether its own file is all that matters."""
        return not self.files and not self.packages

    @property
    def parts(self) -> tuple[object, ...]:
        """Return what keys are made of."""
        return (self.own, *(() if self.is_alone else (dict(self.files), dict(self.packages))))


def content_of(description: Described) -> Content:
    """Return what a robot has been read from."""
    files = {each.path: each.sha256 for each in description.companions}
    packages = {name: _version(name) for name in description.read_with}
    return Content(description.sha256, files, packages)


def content_now(own: str | None, path: Path, key: str) -> Content:
    """Return what a robot would be read from now, if it names what it did under this key."""
    try:
        names = json.loads((cache_directory() / f"{key}{_ENDING}").read_text(encoding="utf-8"))
        files = {name: file_sum(path.parent / name) for name in names["files"]}
        packages = {name: _version(name) for name in names["packages"]}
    except (OSError, ValueError, KeyError, TypeError):
        return Content(own)
    return Content(own, files, packages)


def remember(content: Content, key: str) -> None:
    """Keep the names of what a robot was read from besides its own file; whole, or not at all."""
    if content.is_alone:
        return
    root = cache_directory()
    names = {"files": list(content.files), "packages": list(content.packages)}
    # Without them the robot is read again, which is slower and no harm.
    with contextlib.suppress(OSError):
        descriptor, staged = tempfile.mkstemp(prefix=f".{key}.", dir=root)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(names, file)
        Path(staged).replace(root / f"{key}{_ENDING}")


def file_sum(path: Path | None) -> str | None:
    """Return the sum of a file; None if it cannot be read, which readers explain."""
    try:
        status = path.stat() if path else None
        if not path or not status or not S_ISREG(status.st_mode) or status.st_size > LARGEST_FILE:
            return None
        return digest(path)
    except (OSError, ValueError):
        return None


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
