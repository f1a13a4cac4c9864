"""Put generated files on disk so that no reader ever sees half of one.

Files are staged beside their places, then renamed one by one, the manifest last. Whatever stops the
program, each file is whole, old or new, and the manifest's hashes tell which belong together.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from gen_robot.errors import UserError
from gen_robot.manifest import compared


class Generated(Protocol):
    """What can be written: a robot's name, and its files' texts in the order of their renaming."""

    @property
    def name(self) -> str: ...

    @property
    def files(self) -> Mapping[str, str]: ...


def write(output: Generated, directory: Path) -> Path:
    """Write the files to directory/<name>/ and return that folder."""
    folder = directory / output.name
    staged: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in output.files.items():
            descriptor, path = tempfile.mkstemp(prefix=f".{file}.", suffix=".part", dir=folder)
            staged.append((Path(path), folder / file))
            _fill(descriptor, Path(path), text)
        while staged:
            os.replace(*staged[0])
            staged.pop(0)
    except OSError as error:
        raise UserError(
            str(error.filename or folder), f"cannot be written: {error.strerror}", "use --out DIR"
        ) from error
    finally:
        for temporary, _ in staged:
            with contextlib.suppress(OSError):
                temporary.unlink()
    return folder


def differences(output: Generated, directory: Path) -> str:
    """Return a unified diff from what is on disk to what would be written; empty if there is none."""
    folder = directory / output.name
    diff: list[str] = []
    for file, text in output.files.items():
        path = folder / file
        try:
            old = compared(path.read_text(encoding="utf-8")) if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(str(path), f"cannot be read: {error}") from error
        diff += difflib.unified_diff(
            old.splitlines(keepends=True),
            compared(text).splitlines(keepends=True),
            f"{output.name}/{file} on disk",
            f"{output.name}/{file} as generated",
        )
    return "".join(diff)


def _fill(descriptor: int, path: Path, text: str) -> None:
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    # Temporary files are private; these are as public as any source.
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)
