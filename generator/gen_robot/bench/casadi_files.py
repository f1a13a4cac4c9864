"""Functions that CasADi wrote as C: which files there are for a robot, and what each computes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from gen_robot.delivery.toolchain import LEVEL, processor_flags
from gen_robot.errors import UserError, shown
from gen_robot.kernels import KERNELS

COMPUTES = {
    "crba": "inertia_matrix",
    "nle": "bias",
    "rnea": "inverse_dynamics",
    "aba": "forward_dynamics",
}
"""What files begin with that are named after Pinocchio's algorithms; others are named after kernels."""

SIDE_BY_SIDE = {
    "inverse_dynamics_derivatives": ("dtau_dq", "dtau_dqd"),
    "forward_dynamics_derivatives": ("dqdd_dq", "dqdd_dqd"),
}
"""Of kernels with several outputs, those that a function gives, in one matrix."""

LEVELS = ("-O2", "-O3")
FAST = ((), ("-ffast-math",))
# casadi_sq is not static: without the last flag, gcc calls it through a table.
ALWAYS = ("-ffp-contract=fast", "-fno-semantic-interposition")

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True)
class Variant:
    """Hold one way to compile a peer's file."""

    title: str
    command: tuple[str, ...]


def check_folder(folder: Path) -> None:
    """Refuse what is no folder."""
    if not folder.is_dir():
        raise UserError("--casadi", f"{shown(folder)} is no folder", "name one with C files in it")


def casadi_files(folder: Path, robot: str) -> dict[str, list[Path]]:
    """Return the C files for a robot by kernel: from its own folder there, or from the folder."""
    own = folder / robot
    found: dict[str, list[Path]] = {}
    for path in sorted((own if own.is_dir() else folder).glob("*.c")):
        kernel = _kernel_of(path.stem)
        if kernel and _NAME.fullmatch(path.stem):
            found.setdefault(kernel, []).append(path.resolve())
    return found


def _kernel_of(stem: str) -> str | None:
    """Return the kernel that a file computes, if its name tells one; variants have words behind it."""
    known = COMPUTES | {name: name for name in sorted(KERNELS, key=len)}
    # The longest of several: forward_dynamics_derivatives is no form of forward_dynamics.
    return next((known[w] for w in reversed(known) if re.match(rf"{w}(_|$)", stem)), stem)


def variants(compilers: dict[str, str]) -> list[Variant]:
    """Return every way of compiling that may turn out to be the fastest."""
    processors = ["native"]
    if LEVEL.issubset(processor_flags() or ()):
        processors.append("x86-64-v3")
    return [
        Variant(
            " ".join([name, level, march, *("fast-math" for _ in fast)]),
            (os.fspath(path), level, f"-march={march}", *ALWAYS, *fast),
        )
        for (name, path), level, march, fast in product(compilers.items(), LEVELS, processors, FAST)
    ]
