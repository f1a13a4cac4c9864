"""Small symmetric blocks, positive definite by how they are made: B = L E L^T, row after row."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape

FACTORED = Symbols(
    {"e": "pivot", "ei": "its inverse"},
    "{1} of what is eliminated at joint {0}",
    links=2,
    parts=False,
)


@dataclass(frozen=True)
class Factored:
    """Hold the factors of a block: the columns of L below its diagonal of ones, and E^-1."""

    L: Matrix
    inverse: list[Scalar]

    @staticmethod
    def of(t: Tape, joint: int, B: Matrix, label: int = 0) -> Factored:
        """Factor a block; its pivots are counted from `label` on."""
        n = len(B)
        left = [list(row) for row in B]
        L: Matrix = [[ZERO] * n for _ in range(n)]
        inverse: list[Scalar] = []
        for k in range(n):
            pivot = t.scalar("e", joint, label + k + 1, value=left[k][k])
            inverse.append(t.scalar("ei", joint, label + k + 1, value=1 / t.graph.node(pivot)))
            for i in range(k + 1, n):
                L[i][k] = left[i][k] * inverse[k]
            for i in range(k + 1, n):
                for j in range(k + 1, i + 1):
                    left[i][j] = left[i][j] - L[i][k] * left[j][k]
        return Factored(L, inverse)

    def lowered(self, column: Values) -> list[Scalar]:
        """Return L^-1 b."""
        x = list(column)
        for k in range(len(x)):
            for i in range(k + 1, len(x)):
                x[i] = x[i] - self.L[i][k] * x[k]
        return x

    def raised(self, lowered: Values) -> list[Scalar]:
        """Return L^-T E^-1 y, which is B^-1 b of y = L^-1 b."""
        x = self.scaled(lowered)
        for k in reversed(range(len(x))):
            for i in range(k):
                x[i] = x[i] - self.L[k][i] * x[k]
        return x

    def scaled(self, lowered: Values) -> list[Scalar]:
        """Return E^-1 y."""
        return [y * e for y, e in zip(lowered, self.inverse, strict=True)]

    def solved(self, column: Values) -> list[Scalar]:
        """Return B^-1 b."""
        return self.raised(self.lowered(column))


def product(a: Values, b: Values) -> Scalar:
    """Return the sum of the products of two vectors' elements."""
    return sum((x * y for x, y in zip(a, b, strict=True)), start=ZERO)


def columns(matrix: Matrix, count: int = 0) -> Matrix:
    """Return a matrix by its columns; `count` says how many there are if it has no rows."""
    if not matrix:
        return [[] for _ in range(count)]
    return [list(column) for column in zip(*matrix, strict=True)]
