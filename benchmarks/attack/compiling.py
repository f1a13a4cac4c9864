"""What was generated, given to compilers; what they say against it."""

from __future__ import annotations

import subprocess
from pathlib import Path

C = ("cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
FORTRAN = ("gfortran", "-std=legacy", "-Wall", "-Wno-unused-dummy-argument", "-fsyntax-only")


def c_complaints(folder: Path, library: Path | None = None) -> str:
    """Check the C in a folder, or make a library of it; return what the compiler says against it."""
    (source,) = folder.glob("*.c")
    if library is None:
        return _said([*C, "-fsyntax-only", str(source)])
    return _said([*C, "-O0", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"])


def fortran_complaints(folder: Path) -> str:
    """Check the FORTRAN in a folder; return what the compiler says against it."""
    (source,) = folder.glob("*.f")
    return _said([*FORTRAN, str(source)])


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "rror" in line] or [done.stderr]
    return f"{command[0]}: {lines[0][-200:]}"
