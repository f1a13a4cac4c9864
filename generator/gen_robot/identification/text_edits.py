"""Changes of a text in place: all that is not changed stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gen_robot.algebra.number import Number

_SAME = Number("1e-12")


@dataclass(frozen=True, order=True)
class TextEdit:
    """Replace the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[TextEdit]) -> str:
    """Return a text with changes made, which do not overlap."""
    parts, place = [], 0
    for edit in sorted(set(edits)):
        assert place <= edit.start <= edit.end, "changes overlap"
        parts += [text[place : edit.start], edit.text]
        place = edit.end
    return "".join([*parts, text[place:]])


def spelled(number: Number) -> str:
    """Write a number in the fewest digits that give the same double."""
    return repr(float(number) + 0.0)  # no minus before zero


def same(a: Number, b: Number, size: Number) -> bool:
    """Tell whether two numbers agree but for rounding, among others of this size."""
    return abs(a - b) <= (abs(a) + abs(b) + size) * _SAME
