"""C: the elements of a large matrix stored four at a time.

Four neighbours in a row are written where the last of them is known that is computed; numbers are known
at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gen_robot.ir.routine import Literal, Statement, Store

FOUR = 4

WIDE = 12
"""Columns of a matrix from which it pays; measured without trigonometry against single stores.

gcc 12 and clang 14, AVX2: HyQ (12 columns) 0.96 and 0.98 of the time, Talos (32) 0.87 and 0.93, a
chain of 12 joints, without a zero, 0.98 and 0.96. Below, compilers join neighbours well themselves.
"""


@dataclass(frozen=True)
class RowStore:
    """Write neighbours in one row of an output."""

    stores: tuple[Store, ...]

    @property
    def array(self) -> str:
        return self.stores[0].array

    @property
    def index(self) -> int:
        """Return where the first is written."""
        return self.stores[0].index


Shapes = Mapping[str, tuple[int, ...]]


def wide(shapes: Shapes) -> Shapes:
    """Return those of the arrays that are matrices of many columns."""
    return {n: shape for n, shape in shapes.items() if len(shape) == 2 and shape[1] >= WIDE}


def by_rows(statements: Sequence[Statement], shapes: Shapes) -> list[Statement | RowStore]:
    """Return the statements with four stores in one wherever all of them are here."""
    rows = _rows(statements, shapes)
    ends = {max(places, key=lambda k: (_is_computed(statements[k]), k)): places for places in rows}
    inner = {place for places in rows for place in places}
    found: list[Statement | RowStore] = []
    for place, statement in enumerate(statements):
        if place in ends:
            found.append(_row([statements[k] for k in ends[place]]))
        elif place not in inner:
            found.append(statement)
    return found


def _rows(statements: Sequence[Statement], shapes: Shapes) -> list[list[int]]:
    """Find stores that fill four places of a row; return where they stand, in the row's order."""
    stores = {
        (s.array, s.index): place for place, s in enumerate(statements) if isinstance(s, Store)
    }
    found = []
    for array, (rows, columns) in shapes.items():
        for row in range(rows):
            for first in range(0, columns - FOUR + 1, FOUR):
                four = [(array, row * columns + first + k) for k in range(FOUR)]
                if all(each in stores for each in four):
                    found.append([stores[each] for each in four])
    return found


def _is_computed(statement: Statement) -> bool:
    return isinstance(statement, Store) and not isinstance(statement.value, Literal)


def _row(stores: Iterable[Statement]) -> RowStore:
    return RowStore(tuple(s for s in stores if isinstance(s, Store)))
