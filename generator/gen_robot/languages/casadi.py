"""CasADi: functions that its `external` finds in the library, in C over the kernels in C."""

from __future__ import annotations

import re
from typing import Any

from gen_robot.errors import UserError
from gen_robot.languages import LANGUAGES, c, f77
from gen_robot.languages.casadi_calls import Robot
from gen_robot.languages.casadi_functions import functions
from gen_robot.languages.casadi_ports import Function, Named, Port
from gen_robot.languages.emission import Emission
from gen_robot.languages.head import OWNERSHIP
from gen_robot.render import render

CASADI = LANGUAGES["casadi"]
PRINTER = c.PRINTER

HELPERS = ("take", "weigh", "carry", "sign_of", "sin", "cos", "sqrt")
"""What functions call besides kernels."""

_NAME = re.compile(r"[a-z](_?[a-z0-9])*")


def symbol(emission: Emission, kernel: str) -> str:
    """Return the name of a kernel's function: the robot's, and the kernel's two letters."""
    return f"{emission.name}_{f77.letters(emission, kernel).lower()}"


def files(emission: Emission) -> dict[str, str]:
    """Return the source."""
    _refuse(emission)
    robot = Robot(emission)
    names = [
        Named(name, symbol(emission, name), k.choice.kernel.title)
        for name, k in robot.kernels.items()
    ]
    found = list(functions(robot, names))
    patterns = _numbered(found)
    largest = max(port.pattern.size for f in found for port in f.inputs)
    values: dict[str, Any] = {
        **emission.opening(CASADI),
        "ownership": OWNERSHIP,
        "header": LANGUAGES["c"].header_of(emission.name),
        "zeros": largest,
        "patterns": [", ".join(map(str, words)) for words in patterns],
        **{f"has_{word}": _is_called(word, found) for word in HELPERS},
        "functions": [_function(f, patterns) for f in found],
    }
    return {CASADI.source_of(emission.name): render("casadi/robot_casadi.c.j2", **values)}


def _is_called(word: str, found: list[Function]) -> bool:
    return any(re.search(rf"\b{word}\(", line) for f in found for line in f.body)


def _refuse(emission: Emission) -> None:
    """Refuse what CasADi cannot call."""
    if emission.precision != "double":
        problem = f"is {emission.precision}, and CasADi computes in double precision"
        raise UserError("--precision", problem, "leave it out")
    if not _NAME.fullmatch(emission.name):
        problem = f"is {emission.name}, and CasADi takes no two underscores together, or one last"
        raise UserError("--name", problem, "give another by --name")


def _numbered(found: list[Function]) -> dict[tuple[int, ...], int]:
    """Return every pattern once, with its number."""
    ports = (port for f in found for port in (*f.inputs, *f.outputs))
    words = dict.fromkeys(tuple(port.pattern.words) for port in ports)
    return {each: number for number, each in enumerate(words)}


def _function(function: Function, patterns: dict[tuple[int, ...], int]) -> dict[str, Any]:
    def listed(ports: tuple[Port, ...]) -> dict[str, str]:
        numbers = (patterns[tuple(port.pattern.words)] for port in ports)
        return {
            "names": ", ".join(f'"{port.name}"' for port in ports),
            "patterns": ", ".join(f"pattern{number}" for number in numbers),
            "count": str(len(ports)),
        }

    return {
        "name": function.name,
        "title": function.title,
        "inputs": listed(function.inputs),
        "outputs": listed(function.outputs),
        "work": function.work,
        "body": function.body,
    }
