"""What a generated source says, kernel by kernel: steps, and their statements in order.

Read from the text as it is emitted, so that robots and folders are compared alike. What only moves
values about is left out: values that are kept between the parts of a long kernel, sines and cosines
that are fetched from where they were computed four at a time.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gen_robot.ir.count import Operations

_HEADING = re.compile(
    r"links? (\d{1,9})((?:, \d{1,9})+ as lanes)?(?: \([^()]*\))?: (.*)", re.I | re.S
)
_NEGATED = re.compile(r"-(?=[A-Za-z(])")
_ANGLE = re.compile(r"D?(?:SIN|COS)F?\((.*)\)", re.I | re.S)
_NUMBER = re.compile(r"(?<![\w.])\d+\.?\d*(?:[eEdD][+-]?\d+)?f?(?![\w.])")
_SIGNS = {" * ": "mul", " + ": "add", " - ": "add", " / ": "div"}


@dataclass(frozen=True)
class Statement:
    """Hold one statement: what is computed, and how; both as the language spells them."""

    target: str
    value: str
    array: str = ""  # that an element is written to
    index: int = 0  # of the element, by rows
    joint: int = 0  # of a guard: the joint at which the kernel fails

    @cached_property
    def text(self) -> str:
        return f"{self.value}, or fail at {self.joint}" if self.joint else self.assignment

    @property
    def assignment(self) -> str:
        return f"{self.target} = {self.value}"

    @property
    def is_term(self) -> bool:
        """Tell whether it computes a value that has a name of its own."""
        return not self.array and not self.joint

    @cached_property
    def angle(self) -> str:
        """Return the angle whose sine or cosine it is, or ""."""
        found = _ANGLE.fullmatch(self.value)
        return found[1] if found else ""

    @cached_property
    def masked(self) -> str:
        """Return the value with a mark for each number that is no index."""
        return _NUMBER.sub(_mark, self.value)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the constants in it, from left to right."""
        return tuple(_NUMBER.findall(self.value))


def _mark(found: re.Match[str]) -> str:
    """Keep the whole numbers of indices, which tell elements apart."""
    return found[0] if found[0].isdecimal() else "#"


@dataclass(frozen=True)
class Step:
    """Hold the statements under one heading."""

    heading: str
    statements: tuple[Statement, ...]

    @cached_property
    def link(self) -> int:
        """Return the number of the link that it is done for; 0 is the whole robot."""
        found = _HEADING.fullmatch(self.heading)
        return int(found[1]) if found else 0

    @cached_property
    def lanes(self) -> tuple[int, ...]:
        """Return the numbers of the links that it is done for, if there are several, lane by lane."""
        found = _HEADING.fullmatch(self.heading)
        more = re.findall(r"\d+", found[2]) if found and found[2] else []
        return (self.link, *map(int, more)) if more else ()

    @cached_property
    def what(self) -> str:
        """Return what is done, without the link's number and name."""
        found = _HEADING.fullmatch(self.heading)
        return found[3] if found else self.heading


@dataclass(frozen=True)
class KernelSource:
    """Hold a kernel as it was emitted."""

    steps: tuple[Step, ...]

    @property
    def statements(self) -> list[Statement]:
        return [statement for step in self.steps for statement in step.statements]


def operations(statements: list[Statement]) -> Operations:
    """Count the operations in some statements; sincos counts angles."""
    tally: Counter[str] = Counter()
    angles = set()
    for statement in statements:
        if statement.joint:
            continue
        if statement.angle:
            angles.add(statement.angle)
            continue
        value = statement.value
        for sign, counts in _SIGNS.items():
            tally[counts] += value.count(sign)
        tally["neg"] += len(_NEGATED.findall(value))
        tally["sqrt"] += value.lower().count("sqrt")
    return Operations(**tally, sincos=len(angles))
