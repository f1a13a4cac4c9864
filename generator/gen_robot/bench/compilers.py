"""The compilers of this machine: the one that robots are built with, and those that peers may have."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass

from gen_robot.delivery.toolchain import find_compiler
from gen_robot.errors import UserError
from gen_robot.languages import C_COMPILER

PEERS = ("gcc", "clang")
"""What the C files of peers are compiled with, whichever of them there are."""


@dataclass(frozen=True)
class Compilers:
    """Hold commands: `own` is what the generated build takes."""

    own: tuple[str, ...]
    peers: dict[str, str]  # name to path


def compilers() -> Compilers:
    """Find the compilers; without any, nothing can be built and so nothing timed."""
    own = find_compiler(C_COMPILER)
    found = shutil.which(own[0]) if own else None
    if not own or not found:
        title = C_COMPILER.title
        raise UserError("bench", f"there is no {title} to build kernels with", C_COMPILER.cure)
    named = {name: path for name in PEERS if (path := shutil.which(name))}
    return Compilers((found, *own[1:]), named)


def version_of(compiler: str) -> str:
    """Return what a compiler calls itself, on one line."""
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return (done.stdout.splitlines() or [compiler])[0]
