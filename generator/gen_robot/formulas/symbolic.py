"""symbolic(): a robot's kernels as formulas of sympy, for papers and for teaching."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gen_robot.delivery.asked import PLAIN as AS_BY_DEFAULT
from gen_robot.delivery.asked import asked
from gen_robot.errors import UserError, nearest, shown
from gen_robot.formulas.constants import GROUPS, with_constants
from gen_robot.formulas.robot import SymbolicRobot
from gen_robot.pipeline import modelled
from gen_robot.readers.robot_files import read

NUMBERS = "numbers"
SYMBOLS = "symbols"

_OF_CODE = frozenset(
    {
        "lang",
        "name",
        "kernels",
        "algorithms",
        "optimise_for",
        "effort",
        "moves",
        "precision",
        "trig",
    }
    | {"f77_prefix"}
    | {"march", "regroup", "together", "runtime"}
)
"""Options of load() that change how something is computed, not what."""


def symbolic(
    robot: str | os.PathLike[str], parameters: str | Iterable[str] = NUMBERS, **options: Any
) -> SymbolicRobot:
    """Return a robot's kernels as sympy's formulas: `symbolic("two_link").inertia_matrix`.

    `parameters` says what its constants are: "numbers", as exact as the file gives them; "symbols"; or
    those kinds of them that are symbols, of "inertias", "lengths", "drives", "gravity". Options are
    those of load() that say what is computed: `friction`, `payload`, `lock`, `root`, `tip`, `floating`,
    `snap`, and those that name frames.
    """
    known = [name for name in vars(AS_BY_DEFAULT) if name not in _OF_CODE]
    for name in options:
        if name not in known:
            raise UserError("symbolic()", f"{shown(name)} is no option", nearest(name, known))
    wanted = asked(**options).options()
    place = robot if isinstance(robot, str) else Path(robot)
    description = read(place, snap=wanted.snap, edits=wanted.edits)
    return SymbolicRobot(with_constants(modelled(description, wanted), _groups(parameters)), wanted)


def _groups(parameters: str | Iterable[str]) -> list[str]:
    words = parameters.split(",") if isinstance(parameters, str) else list(parameters)
    if words == [NUMBERS]:
        return []
    if words == [SYMBOLS]:
        return [*GROUPS]
    allowed = (NUMBERS, SYMBOLS, *GROUPS)
    for word in words:
        if word not in GROUPS:
            raise UserError("symbolic(): parameters", f"is {shown(word)}", nearest(word, allowed))
    return [group for group in GROUPS if group in words]
