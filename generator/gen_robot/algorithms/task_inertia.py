"""Inertia that is felt at a frame, (J M^-1 J^T)^-1 (Khatib 1987), by factors of M and of its inverse.

With M = L^T D L, tip first as in `ldlt`, X = J L^-1 is had by the eliminations that give L, and
A = J M^-1 J^T = X D^-1 X^T. A is inverted by its own factors, row after row: its pivots are zero where
the frame cannot move in some direction, and the first of them tells which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.number import ONE, ZERO, Number, negligible
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.matrix import zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import KHATIB_1987, LIN_1991
from gen_robot.algorithms.symbols import PIVOTS, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies


def task_inertia(t: Tape, M: Matrix, J: Matrix, epsilon: Number) -> Matrix:
    """Return (J M^-1 J^T)^-1; a row of J whose pivot fails counts behind the joints."""
    return _inverse(t, mobility(t, M, J, epsilon), len(M), epsilon)


def mobility(t: Tape, M: Matrix, J: Matrix, epsilon: Number) -> Matrix:
    """Return A = J M^-1 J^T."""
    return product(t, factored(t, M, J, epsilon), len(J))


@dataclass(frozen=True)
class Factored:
    """Hold factors of M, and rows that the same eliminations have carried along."""

    L: Matrix
    inverse: list[Scalar]  # of D
    X: Matrix  # J L^-1
    Y: Matrix  # X D^-1

    def outward(self, t: Tape, values: Values, symbol: str) -> list[Scalar]:
        """Return L^-1 D^-1 of a column, from the base outward."""
        found: list[Scalar] = []
        for k, inverse in enumerate(self.inverse):
            t.step(k + 1, "from the base outward")
            value = values[k] * inverse
            for i, before in enumerate(found):
                value = value - self.L[k][i] * before
            found.append(t.scalar(symbol, k + 1, value=value))
        return found


def factored(t: Tape, M: Matrix, J: Matrix, epsilon: Number) -> Factored:
    """Eliminate joint after joint of M, tip first, and carry the rows of J along."""
    n, rows = len(M), range(len(J))
    m, X = [list(row) for row in M], [list(row) for row in J]
    Y = [[ZERO] * n for _ in rows]
    L, inverse = zeros(n), [ZERO] * n
    for k in reversed(range(n)):
        t.step(k + 1, "pivot d_k of M, row l_k of L, column of X = J L^-1")
        pivot = t.scalar("d", k + 1, value=m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        inverse[k] = t.scalar("di", k + 1, value=1 / t.graph.node(pivot))
        for r in rows:
            Y[r][k] = t.scalar("Y", r + 1, k + 1, value=X[r][k] * inverse[k])
        for i in range(k):
            left = L[k][i] = t.scalar("l", k + 1, i + 1, value=m[k][i] * inverse[k])
            for j in range(i + 1):
                m[i][j] = t.scalar("m", i + 1, j + 1, k + 1, value=m[i][j] - left * m[k][j])
            for r in rows:
                X[r][i] = t.scalar("X", r + 1, i + 1, k + 1, value=X[r][i] - X[r][k] * left)
    return Factored(L, inverse, X, Y)


def product(t: Tape, found: Factored, size: int) -> Matrix:
    """Return A = X D^-1 X^T, of the first rows."""
    A = zeros(size)
    t.step(0, "A = X D^-1 X^T")
    for r in range(size):
        for s in range(r + 1):
            pairs = zip(found.X[r], found.Y[s], strict=True)
            total = sum((x * y for x, y in pairs), start=ZERO)
            A[r][s] = A[s][r] = t.scalar("A", r + 1, s + 1, value=total)
    return A


def _inverse(t: Tape, A: Matrix, joints: int, epsilon: Number) -> Matrix:
    """Return A^-1 from A = G E G^T, row after row."""
    size = len(A)
    a, W = [list(row) for row in A], zeros(size)
    inverse: list[Scalar] = []
    for k in range(size):
        t.step(0, f"pivot e_{k + 1} of A, column of G, row of W = G^-1")
        pivot = t.scalar("e", k + 1, value=a[k][k])
        check_pivot(t, joints + k + 1, pivot, A[k][k], max(joints, size), epsilon)
        inverse.append(t.scalar("ei", k + 1, value=1 / t.graph.node(pivot)))
        G = [t.scalar("G", i + 1, k + 1, value=a[i][k] * inverse[k]) for i in range(k + 1, size)]
        for i, left in enumerate(G, k + 1):
            for j in range(k + 1, i + 1):
                a[i][j] = t.scalar("B", i + 1, j + 1, k + 1, value=a[i][j] - left * a[j][k])
            for j in range(k):
                W[i][j] = t.scalar("W", i + 1, j + 1, k + 1, value=W[i][j] - left * W[k][j])
            W[i][k] = -left
        W[k][k] = ONE
    result = zeros(size)
    for i in range(size):
        t.step(0, f"row {i + 1} of A^-1 = W^T E^-1 W")
        scaled = [t.scalar("Z", k + 1, i + 1, value=W[k][i] * inverse[k]) for k in range(i, size)]
        for j in range(i + 1):
            total = sum((x * W[k][j] for k, x in enumerate(scaled, i)), start=ZERO)
            result[i][j] = result[j][i] = total
    return result


def dependent_row(J: Sequence[Sequence[Number]]) -> int | None:
    """Return the first row of a matrix of numbers that is a combination of those before it."""
    kept: list[tuple[int, list[Number]]] = []
    for number, row in enumerate(J):
        left = list(row)
        for at, pivot in kept:
            factor = left[at] / pivot[at]
            left = [x - factor * p for x, p in zip(left, pivot, strict=True)]
        size = max((abs(x) for x in row), default=ZERO)
        at = max(range(len(left)), key=lambda k: abs(left[k]))
        if not size or negligible(left[at], size):
            return number
        kept.append((at, left))
    return None


MOBILITY = (
    Symbols({"l": "element"}, "({0},{1}) of the factor L of M", links=2, parts=False),
    Symbols(
        {"m": "what is left", "X": "what is made"},
        "of element ({0},{1}) of M, or of J on its way to J L^-1, with joint {2} eliminated",
        links=3,
        parts=False,
    ),
    Symbols({"Y": "element"}, "({0},{1}) of X D^-1", links=2, parts=False),
    Symbols({"A": "element"}, "({0},{1}) of J M^-1 J^T", links=2, parts=False),
)
"""What `factored` and `product` name, pivots apart."""

METHOD = Method(
    "ldlt_twice",
    "factors of the inertia matrix, and of J M^-1 J^T",
    ((KHATIB_1987, ""), (LIN_1991, "")),
    {Quantity.TASK_INERTIA: task_inertia, Quantity.MOBILITY: mobility},
    (
        PIVOTS,
        *MOBILITY,
        Symbols(
            {"B": "what is left", "W": "what is made"},
            "of its element ({0},{1}), or of that of W = G^-1, with row {2} eliminated",
            links=3,
            parts=False,
        ),
        Symbols({"e": "pivot", "ei": "its inverse"}, "of row {0} of J M^-1 J^T", parts=False),
        Symbols({"G": "element"}, "({0},{1}) of its factor G", links=2, parts=False),
        Symbols({"Z": "element"}, "({0},{1}) of E^-1 W", links=2, parts=False),
    ),
    bodies=tuple(Bodies),
    loses=1,
)
