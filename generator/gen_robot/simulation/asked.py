"""What a user asks of a simulation, checked as far as it can be before the robot is known."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gen_robot.description.expression import ExpressionError, parse
from gen_robot.errors import UserError, counted, nearest, shown

ZERO, PD, INVERSE_DYNAMICS, BOTH = "zero", "pd", "inverse_dynamics", "inverse_dynamics+pd"
LAWS = (ZERO, PD, INVERSE_DYNAMICS, BOTH)
"""What --torque may say besides the name of a file."""

FOLLOWING = (INVERSE_DYNAMICS, BOTH)
"""Those that cannot do without a path."""


@dataclass(frozen=True)
class Torques:
    """Say where torques come from."""

    law: str  # one of LAWS, or the path of a file
    interpolation: str = "linear"
    path: str | None = None  # a file of positions
    to: str | None = None  # the position at the end of a path of degree 5
    within: float | None = None  # seconds that it takes
    kp: str | None = None
    kd: str | None = None
    limited: bool = False

    def __post_init__(self) -> None:
        if not self.is_file and self.law not in LAWS:
            problem = f"is {shown(self.law)}"
            raise UserError("--torque", problem, f"{nearest(self.law, LAWS)} (or name a file .csv)")
        if self.path is not None and self.to is not None:
            raise UserError("--path and --to", "are two paths", "give one")
        follows = self.law in (PD, *FOLLOWING)
        for option, value in (("--path", self.path), ("--to", self.to)):
            if value is not None and not follows:
                cure = f"add --torque {INVERSE_DYNAMICS}, or another law: {', '.join(LAWS[1:])}"
                raise UserError(option, "gives a path that nothing follows", cure)
        if self.law in FOLLOWING and self.path is None and self.to is None:
            raise UserError(
                f"--torque {self.law}", "has no path", "give --path FILE or --to VALUES"
            )
        for option, value in (("--kp", self.kp), ("--kd", self.kd)):
            if value is not None and self.law not in (PD, BOTH):
                raise UserError(option, "is a gain that no law uses", f"add --torque {PD}")

    @property
    def is_file(self) -> bool:
        return self.law.endswith(".csv")


def numbers(option: str, text: str, names: list[str]) -> list[float]:
    """Read one expression for each of these coordinates, with commas between them."""
    words = text.split(",")
    if len(words) != len(names):
        found = counted(len(words), "value")
        raise UserError(option, f"has {found}", f"give {len(names)}: {', '.join(names[:12])}")
    return [_expression(f"{option}: {name}", w) for name, w in zip(names, words, strict=True)]


def gains(option: str, text: str, names: list[str]) -> list[float]:
    """Read one gain for all, or one each."""
    words = text.split(",")
    given = numbers(option, ",".join(words * len(names)) if len(words) == 1 else text, names)
    if any(value < 0 for value in given):
        raise UserError(option, f"is {shown(text)}", "gains are zero or more")
    return given


def positive(option: str, text: str | None) -> float | None:
    """Read a number above zero, if one was given."""
    if text is None:
        return None
    value = _expression(option, text)
    if value <= 0:
        raise UserError(option, f"is {shown(text)}", "give a number above zero")
    return value


def _expression(place: str, text: str) -> float:
    try:
        value = float(parse(text, {}))
    except ExpressionError as error:
        raise UserError(place, error.problem, error.cure) from None
    if not math.isfinite(value):
        raise UserError(place, f"is {shown(text)}", "give a finite number")
    return value
