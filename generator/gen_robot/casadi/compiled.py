"""Functions that CasADi finds in a robot's library."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi

from gen_robot.bindings.manifest_check import checked_content
from gen_robot.delivery.asked import Asked, asked
from gen_robot.delivery.library import found
from gen_robot.errors import UserError, nearest, shown

LANGUAGE = "casadi"
BELOW_TWO = 1.5
"""Products with weights: from more of them on, CasADi shall take the Jacobian."""


def external(
    robot: str | os.PathLike[str], kernel: str = "inverse_dynamics", **options: Any
) -> casadi.Function:
    """Return a compiled kernel as a function of CasADi, with its derivatives as far as it has them.

    `robot` is as load() takes it, a folder written with --lang casadi included; options are load()'s.
    The library is built once and kept. Without `kernels`, it has this one and its derivatives.
    """
    place = robot if isinstance(robot, str) else Path(robot)
    entry = found(place, _asked(place, kernel, options))
    kernels = checked_content(entry.manifest)["kernels"]
    symbols = {name: each["symbol"].get(LANGUAGE) for name, each in kernels.items()}
    known = {name: symbol for name, symbol in symbols.items() if symbol}
    if kernel not in known:
        cure = nearest(kernel, tuple(known)) if known else f"write it with --lang {LANGUAGE}"
        raise UserError(os.fspath(robot), f"has no function for {shown(kernel)}", cure)
    return opened(known[kernel], os.fspath(entry.library))


def opened(symbol: str, library: str) -> casadi.Function:
    """Return a function of a library, told that its whole Jacobian is cheap.

    CasADi weighs one call of jac_ against several of adj1_ by the number of outputs. With this penalty,
    all but a single product with weights are taken from the Jacobian; of that one, Hessians are made.
    """
    outputs = casadi.external(symbol, library).nnz_out()
    return casadi.external(symbol, library, {"jac_penalty": BELOW_TWO / outputs})


def _asked(robot: str | Path, kernel: str, options: dict[str, Any]) -> Asked:
    """Ask for this kernel, unless others are asked for, or written already."""
    if "kernels" not in options and not Path(robot).is_dir():
        options = {**options, "kernels": (kernel,)}
    return replace(asked(**options), lang=LANGUAGE)
