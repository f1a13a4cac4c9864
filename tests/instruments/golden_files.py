"""Golden files: texts that were read and accepted once, compared byte by byte ever after."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from gen_robot.manifest import compared

LONGEST = 80
"""Lines of a difference that are shown; who wants all of it has git diff after accepting."""


def difference(folder: Path, texts: Mapping[str, str]) -> str:
    """Return what keeps a folder from holding exactly these files; empty if nothing does."""
    stored = {path.name: path.read_bytes() for path in _files(folder)}
    lines = [f"{folder.name}/{name} is not generated" for name in stored.keys() - texts.keys()]
    for name, text in texts.items():
        if _looked_at(stored.get(name, b"")) != _looked_at(text.encode("utf-8")):
            lines += _changes(folder.name, name, stored.get(name, b""), text)
    if len(lines) > LONGEST:
        lines[LONGEST:] = [f"... and {len(lines) - LONGEST} more lines"]
    return "\n".join(lines)


def accept(folder: Path, texts: Mapping[str, str]) -> None:
    """Make a folder hold exactly these files."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in _files(folder):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode("utf-8"))


def _looked_at(content: bytes) -> str:
    """Leave out of a manifest what may change without a difference; letters as they are stored."""
    return compared(content.decode("latin-1"))


def _files(folder: Path) -> list[Path]:
    # Folders below are left alone: whoever builds there has one.
    return sorted(path for path in folder.glob("*") if path.is_file())


def _changes(folder: str, name: str, stored: bytes, text: str) -> list[str]:
    names = f"{folder}/{name} as accepted", f"{folder}/{name} as generated"
    old = _lines(stored.decode("utf-8", "backslashreplace"))
    changes = difflib.unified_diff(old, _lines(text), *names, lineterm="")
    return list(changes) or [f"{names[1]} differs in its encoding"]


def _lines(text: str) -> list[str]:
    """Split at line ends, and show those that are none here; an end of the last makes one more."""
    return text.replace("\r", "\\r").split("\n")
