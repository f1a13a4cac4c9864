"""SHA-256 sums: whether files are those that were written, or built from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(path: Path) -> str:
    """Return the sum of a file's bytes."""
    return digest_of(path.read_bytes())


def digest_of(content: bytes) -> str:
    """Return the sum of some bytes."""
    return hashlib.sha256(content).hexdigest()


def digests(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Return the sums of those of some files in a folder that are there."""
    return {file: digest(folder / file) for file in files if (folder / file).is_file()}
