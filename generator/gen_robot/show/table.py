"""Tables in plain text that keep to a width."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 100
NAMES = ("joint", "link", "on", "tip")
"""The headings of columns that hold names from the robot's file."""

_GAP = "  "
_SHORTEST_NAME = 8


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] = ()
) -> list[str]:
    """Return lines under a heading, without the columns that hold nothing.

    Columns of names (see NAMES) and of other `words` stand on the left, numbers on the right. Names
    are shortened where a line would be too long.
    """
    kept = [k for k in range(len(headings)) if any(row[k] for row in rows)]
    columns = [[headings[k], *(row[k] for row in rows)] for k in kept]
    widths = [max(map(len, column)) for column in columns]
    names = [k for k, place in enumerate(kept) if headings[place] in NAMES]
    left = [k for k, place in enumerate(kept) if headings[place] in (*NAMES, *words)]
    while sum(widths) + len(_GAP) * len(widths) > WIDTH and names:
        longest = max(names, key=lambda k: widths[k])
        if widths[longest] <= _SHORTEST_NAME:
            break
        widths[longest] -= 1
    lines = []
    for cells in zip(*columns, strict=True):
        parts = [
            _shortened(cell, width).ljust(width) if k in left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append((_GAP + _GAP.join(parts)).rstrip())
    return lines


def _shortened(text: str, width: int) -> str:
    """Return a text that fits, with its middle left out: names differ at their ends."""
    if len(text) <= width:
        return text
    head = (width - 2) // 2
    return f"{text[:head]}..{text[len(text) - (width - 2 - head) :]}"
