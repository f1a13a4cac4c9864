"""Tables in plain text that keep to a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 100
NAMES = ("joint", "link", "on", "tip")
"""The headings of columns that hold names from the robot's file."""

_GAP = "  "
_SHORTEST_NAME = 12


@dataclass(frozen=True)
class _Column:
    cells: tuple[str, ...]  # the heading first
    is_left: bool

    @property
    def is_name(self) -> bool:
        return self.cells[0] in NAMES

    @property
    def width(self) -> int:
        return max(map(len, self.cells))


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] = ()
) -> list[str]:
    """Return lines under a heading, without the columns that hold nothing.

    Columns of names (see NAMES) and of other `words` stand on the left, numbers on the right. Where
    a line would be too long, names are shortened; if that is not enough, the table goes on below.
    """
    whole = [(headings[k], *(row[k] for row in rows)) for k in range(len(headings))]
    left = (*NAMES, *words)
    return _parts([_Column(c, c[0] in left) for c in whole if any(c[1:])])


def _parts(columns: list[_Column]) -> list[str]:
    """Return as many tables one after the other as the columns need; each begins with the key."""
    first = next((k for k, column in enumerate(columns) if column.is_name), 0)
    key = [column for column in columns[: first + 1] if column.is_name or not column.cells[0]]
    count = len(columns)
    while count > first + 2 and sum(_least(c) for c in columns[:count]) > WIDTH:
        count -= 1
    lines = _lines(columns[:count])
    return lines + _parts([*key, *columns[count:]]) if count < len(columns) else lines


def _least(column: _Column) -> int:
    """Return the room that a column needs at least."""
    return len(_GAP) + (min(column.width, _SHORTEST_NAME) if column.is_name else column.width)


def _lines(columns: list[_Column]) -> list[str]:
    widths = [column.width for column in columns]
    names = [k for k, column in enumerate(columns) if column.is_name]
    while sum(widths) + len(_GAP) * len(widths) > WIDTH and names:
        longest = max(names, key=lambda k: widths[k])
        if widths[longest] <= _SHORTEST_NAME:
            break
        widths[longest] -= 1
    lines = []
    for cells in zip(*(column.cells for column in columns), strict=True):
        parts = [
            _shortened(cell, width).ljust(width) if column.is_left else cell.rjust(width)
            for column, cell, width in zip(columns, cells, widths, strict=True)
        ]
        lines.append((_GAP + _GAP.join(parts)).rstrip())
    return lines


def _shortened(text: str, width: int) -> str:
    """Return a text that fits, with its middle left out: names differ at their ends."""
    if len(text) <= width:
        return text
    head = (width - 2) // 2
    return f"{text[:head]}..{text[len(text) - (width - 2 - head) :]}"
