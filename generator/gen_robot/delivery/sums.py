"""SHA-256 sums: whether files are those that were written, or built from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(path: Path) -> str:
    """Return the sum of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digests(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Return the sums of those of some files in a folder that are there."""
    return {file: digest(folder / file) for file in files if (folder / file).is_file()}
