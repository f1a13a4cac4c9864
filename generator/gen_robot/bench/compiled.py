"""C sources as shared libraries, kept in the user's cache under a hash of all that made them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from gen_robot.delivery.cache_directory import cache_directory
from gen_robot.delivery.march import NATIVE, described_processor
from gen_robot.delivery.sums import digest
from gen_robot.errors import UserError

FOLDER = "bench"
"""Below the cache directory, beside the libraries of robots."""

STEPS = 2
"""Compile, link: part of what made a library."""

TAIL = 12  # lines of a failed compilation that the error shows


def shared_library(source: Path, command: Sequence[str]) -> Path:
    """Return the library that a command (compiler and flags) makes of one C file."""
    folder = cache_directory() / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    parts = [
        digest(source),
        list(command),
        STEPS,
        _identity(command[0]),
        described_processor(NATIVE),
    ]
    key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    library, kept_sum = folder / f"{key}.so", folder / f"{key}.sha256"
    try:
        if kept_sum.read_text(encoding="utf-8") == digest(library):
            return library
    except OSError:  # not there yet
        pass
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        part, made = Path(scratch, "part.o"), Path(scratch, "made.so")
        # In two steps: a library that is linked with -ffast-math takes denormals from whoever loads it.
        linker = [word for word in command if not word.startswith("-")]
        libraries = [word for word in command if word.startswith(("-l", "-L", "-Wl"))]
        own = [word for word in command if word not in libraries]
        _compile([*own, "-fPIC", "-c", "-o", str(part), str(source)], source)
        _compile([*linker, "-shared", "-o", str(made), str(part), *libraries, "-lm"], source)
        Path(scratch, "sum").write_text(digest(made), encoding="utf-8")
        made.replace(library)
        Path(scratch, "sum").replace(kept_sum)
    return library


def _identity(compiler: str) -> list[object]:
    status = os.stat(compiler)
    return [os.path.realpath(compiler), status.st_size, status.st_mtime_ns]


def _compile(command: list[str], source: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        tail = "\n".join(done.stderr.splitlines()[-TAIL:])
        raise UserError(str(source), f"{Path(command[0]).name} cannot compile it:\n{tail}")
