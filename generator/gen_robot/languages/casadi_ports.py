"""What CasADi calls sparsity: which elements of a matrix there are, by columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

Places = frozenset[tuple[int, int]]
"""Rows and columns of elements."""


@dataclass(frozen=True)
class Pattern:
    """Hold the size of a matrix and the places of its elements that are not always zero."""

    rows: int
    columns: int
    places: Places

    @classmethod
    def dense(cls, rows: int, columns: int = 1) -> Pattern:
        return cls(rows, columns, frozenset((i, k) for i in range(rows) for k in range(columns)))

    @classmethod
    def empty(cls, rows: int, columns: int = 1) -> Pattern:
        return cls(rows, columns, frozenset())

    @property
    def size(self) -> int:
        """Return how many elements the full matrix has."""
        return self.rows * self.columns

    @property
    def is_dense(self) -> bool:
        return len(self.places) == self.size

    @cached_property
    def in_order(self) -> list[tuple[int, int]]:
        """Return the places by columns."""
        return sorted(self.places, key=lambda place: (place[1], place[0]))

    @property
    def words(self) -> list[int]:
        """Return how CasADi is told: sizes; 1 if dense, else where columns begin, and rows."""
        if self.is_dense and self.places:
            return [self.rows, self.columns, 1]
        ends = [sum(c < k for _, c in self.places) for k in range(self.columns + 1)]
        return [self.rows, self.columns, *ends, *(row for row, _ in self.in_order)]

    @property
    def transposed(self) -> Pattern:
        return Pattern(self.columns, self.rows, frozenset((k, i) for i, k in self.places))

    def __or__(self, other: Pattern) -> Pattern:
        return Pattern(self.rows, self.columns, self.places | other.places)

    def __matmul__(self, other: Pattern) -> Pattern:
        """Return the pattern of a product."""
        places = {(i, k) for i, j in self.places for m, k in other.places if j == m}
        return Pattern(self.rows, other.columns, frozenset(places))


@dataclass(frozen=True)
class Port:
    """Hold the name and the pattern of an input or output."""

    name: str
    pattern: Pattern


@dataclass(frozen=True)
class Named:
    """Hold a kernel and the name that CasADi knows it by."""

    kernel: str
    name: str
    title: str


@dataclass(frozen=True)
class Function:
    """Hold a function as CasADi finds it in a library: its name, its ports, its code."""

    name: str
    title: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    work: int  # numbers that it needs room for
    body: tuple[str, ...]


def row_major(pattern: Pattern, transposed: bool = False) -> list[int]:
    """Return where the elements of a pattern stand in a full matrix by rows, or in its transpose."""
    if transposed:
        return [k * pattern.rows + i for i, k in pattern.in_order]
    return [i * pattern.columns + k for i, k in pattern.in_order]


def named(prefix: str, ports: Iterable[Port], *, empty: bool = False) -> tuple[Port, ...]:
    """Return ports under longer names: out_tau, which holds nothing, or adj_tau."""
    return tuple(
        Port(
            f"{prefix}_{port.name}",
            Pattern.empty(port.pattern.rows, port.pattern.columns) if empty else port.pattern,
        )
        for port in ports
    )


def blocks(
    of: Sequence[Port], by: Sequence[Port], known: dict[tuple[str, str], Pattern]
) -> tuple[Port, ...]:
    """Return the ports of derivatives, output by output; those that are not known are zero."""
    return tuple(
        Port(
            f"jac_{a.name}_{b.name}",
            known.get((a.name, b.name)) or Pattern.empty(a.pattern.size, b.pattern.size),
        )
        for a in of
        for b in by
    )
