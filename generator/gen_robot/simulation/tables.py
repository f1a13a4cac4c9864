"""Tables in time, as CSV files have them: a column of times, and one for each coordinate."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gen_robot.errors import UserError, counted, shown

LARGEST_FILE = 1 << 28
LEAST_ROWS = 2


@dataclass(frozen=True, eq=False)
class Table:
    """Hold the rows of a file: times that rise, and as many numbers in each."""

    place: str  # the file, for messages
    times: NDArray[np.float64]
    values: NDArray[np.float64]

    def covering(self, begin: float, end: float) -> Table:
        """Return the table; refuse one that says nothing of a part of the time."""
        first, last = self.times[0], self.times[-1]
        room = 1e-9 * max(1.0, abs(begin), abs(end))
        if first > begin + room or last < end - room:
            raise UserError(
                self.place,
                f"is for {first:g} to {last:g} s, and the simulation for {begin:g} to {end:g} s",
                "add rows, or change --duration",
            )
        return self


def read_table(path: str, widths: tuple[int, ...], names: list[str], what: str) -> Table:
    """Read a table that has one of these numbers of columns beside its times."""
    rows, first = _rows(path)
    allowed = " or ".join(str(width + 1) for width in widths)
    hint = f"give {allowed} columns: the time, then {what}: {', '.join(names[:12])}"
    times: list[float] = []
    values: list[list[float]] = []
    for number, row in enumerate(rows, first):
        place = f"{path}: line {number}"
        if len(row) - 1 not in widths:
            raise UserError(place, f"has {counted(len(row), 'column')}", hint)
        if values and len(row) - 1 != len(values[0]):
            raise UserError(place, f"has {counted(len(row), 'column')}", "as many as the first row")
        time, *numbers = (_number(f"{place}, column {k}", text) for k, text in enumerate(row, 1))
        if times and time <= times[-1]:
            problem = f"is at {time:g} s, after {times[-1]:g} s"
            raise UserError(place, problem, "times must rise from row to row")
        times.append(time)
        values.append(numbers)
    if len(times) < LEAST_ROWS:
        raise UserError(path, f"has {counted(len(times), 'row')}", f"give {LEAST_ROWS} or more")
    return Table(path, np.array(times), np.array(values))


def _rows(path: str) -> tuple[list[list[str]], int]:
    """Return the rows below the heading, if there is one, and the number of the first's line."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise UserError(path, f"is larger than {LARGEST_FILE >> 20} MB", "give fewer rows")
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(path, "is no text in UTF-8", "give a CSV file") from None
    except OSError as error:
        raise UserError(path, f"cannot be read: {error.strerror}") from None
    try:
        rows = [row for row in csv.reader(text.splitlines(), strict=True)]
    except csv.Error as error:
        raise UserError(path, f"is no CSV file: {error}") from None
    while rows and not rows[-1]:
        rows.pop()
    has_heading = bool(rows) and not any(_reads(word) for word in rows[0])
    return (rows[1:], 2) if has_heading else (rows, 1)


def _reads(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _number(place: str, text: str) -> float:
    if not text.strip():
        raise UserError(place, "is empty", "give a number in every column of every row")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UserError(place, f"is {shown(text)}", "give a finite number")
    return value
