"""C: the elements of a large matrix stored four at a time.

Four neighbours in a row are written at once, where the last of them is known, if all of them are
computed or all are numbers. To mix values with zeros costs more than it saves, unless the values are
lanes of vectors: then HyQ takes 0.81 of the time by gcc 12 and 0.99 by clang 14, Talos 0.92 and 0.81.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gen_robot.ir.routine import Literal, Statement, Store

FOUR = 4

WIDE = 12
"""Columns of a matrix from which it pays; below, compilers join neighbours well themselves.

Inertia matrices with inline sines, gcc 12 and clang 14, AVX2, against single stores: HyQ (12 columns,
most elements zero) takes 0.84 and 0.95 of the time, a chain of 12 joints without a zero 0.95 and 0.98,
Talos (32 columns) 0.80 and 1.03. With mixed rows, too: 0.98 and 1.06, 0.95 and 0.96, 0.85 and 1.02.
"""

Shapes = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class RowStore:
    """Write neighbours in one row of an output."""

    stores: tuple[Store, ...]

    @property
    def array(self) -> str:
        return self.stores[0].array

    @property
    def index(self) -> int:
        """The first one's."""
        return self.stores[0].index


def wide(shapes: Shapes) -> Shapes:
    """Return those of the arrays that are matrices of many columns."""
    return {n: shape for n, shape in shapes.items() if len(shape) == 2 and shape[1] >= WIDE}


def by_rows(
    statements: Sequence[Statement], shapes: Shapes, mixed: bool = False
) -> list[Statement | RowStore]:
    """Return the statements with four stores in one wherever these matrices allow it.

    `mixed` is whether values may stand beside numbers, which wait for nobody.
    """
    rows = list(_rows(statements, shapes, mixed))
    ends = {
        max(places, key=lambda k: (not _is_number(statements[k]), k)): places for places in rows
    }
    inner = {place for places in rows for place in places}
    found: list[Statement | RowStore] = []
    for place, statement in enumerate(statements):
        if place in ends:
            four = (statements[k] for k in ends[place])
            found.append(RowStore(tuple(s for s in four if isinstance(s, Store))))
        elif place not in inner:
            found.append(statement)
    return found


def _rows(statements: Sequence[Statement], shapes: Shapes, mixed: bool) -> Iterator[list[int]]:
    """Find stores that fill four places of a row; yield where they stand, in the row's order."""
    stores = {
        (s.array, s.index): place for place, s in enumerate(statements) if isinstance(s, Store)
    }
    for array, (rows, columns) in shapes.items():
        for row in range(rows):
            for first in range(0, columns - FOUR + 1, FOUR):
                four = [stores.get((array, row * columns + first + k), -1) for k in range(FOUR)]
                if min(four) < 0:
                    continue
                alike = len({_is_number(statements[place]) for place in four}) == 1
                if alike or mixed:
                    yield four


def _is_number(statement: Statement) -> bool:
    return isinstance(statement, Store) and isinstance(statement.value, Literal)
