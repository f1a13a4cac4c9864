"""What a build depends on besides its sources: the compilers, their flags, the processor."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

COMPILERS = {
    "c": ("CC", ("cc", "gcc", "clang")),
    "f77": ("FC", ("gfortran", "flang-new", "flang", "nvfortran", "ifort", "ifx")),
}
"""For each language the variable that names its compiler, and the names that meson tries."""

CURES = {
    "c": "install a C compiler (Debian, Ubuntu: apt-get install gcc) or name one in CC",
    "f77": "install a FORTRAN compiler (Debian, Ubuntu: apt-get install gfortran) or name it in FC",
}

FLAGS = ("CFLAGS", "CPPFLAGS", "FFLAGS", "LDFLAGS")
"""Variables that meson reads when it sets up a build."""

LEVEL = frozenset({"avx2", "fma", "bmi2"})
"""What the generated build looks for before it asks for x86-64-v3."""


def find_compiler(lang: str) -> list[str] | None:
    """Return the command of the compiler that meson would choose, or None."""
    variable, names = COMPILERS[lang]
    if named := os.environ.get(variable):
        return shlex.split(named)
    return next(([found] for name in names if (found := shutil.which(name))), None)


def identity(languages: Sequence[str]) -> str:
    """Describe all that can change a library built from the same sources."""
    flags = [f"{name}={os.environ.get(name, '')}" for name in FLAGS]
    return "\n".join([*(_version(lang) for lang in languages), *flags, _processor()])


def _version(lang: str) -> str:
    command = find_compiler(lang)
    if command is None:
        return f"{lang}: none"
    try:
        shown = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        shown = ""
    return f"{lang}: {shlex.join(command)}\n{shown}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    flags = next((line.split() for line in lines if line.startswith("flags")), [])
    return f"{platform.machine()} {sorted(LEVEL.intersection(flags))}"
