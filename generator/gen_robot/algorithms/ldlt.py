"""Solve M x = b by M = L^T D L, eliminating from the tips to the base.

Tip first, the factors of a branched robot keep the zeros of its inertia matrix, and the pivots of the
last joints are often constants. Limbs that are lanes of one are eliminated at once; what they take from
the elements of the trunk is added up lane by lane, and across the lanes when the trunk's turn comes.
"""

from __future__ import annotations

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.lane_sums import summed
from gen_robot.algorithms.matrix import zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import LIN_1991
from gen_robot.algorithms.symbols import ELIMINATED, PIVOTS, SOLUTION, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies, Limbs
from gen_robot.model.lane_places import LanePlaces


def solve(t: Tape, M: Matrix, b: list[Scalar], epsilon: Number) -> list[Scalar]:
    """Return M^-1 b."""
    n = len(b)
    rows = t.places.present(n)
    m = _Left(t.places, {(i, j): M[i][j] for i in rows for j in rows if j <= i})
    x = _Left(t.places, {(i, i): b[i] for i in rows})
    L: dict[tuple[int, int], Scalar] = {}
    inverse: dict[int, Scalar] = {}
    for k in reversed(rows):
        t.step(k + 1, "pivot d_k, row l_k of L, what is left of M and of b")
        before = [i for i in rows if i < k]
        pivot = t.scalar("d", k + 1, value=m[k, k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        inverse[k] = t.scalar("di", k + 1, value=1 / t.graph.node(pivot))
        for i in before:
            L[k, i] = t.scalar("l", k + 1, i + 1, value=m[k, i] * inverse[k])
        for i in before:
            for j in [*before[: before.index(i)], i]:
                m.take(k, (i, j), L[k, i] * m[k, j])
            x.take(k, (i, i), L[k, i] * x[k, k])
            t.scalar("b", i + 1, k + 1, value=x.values[i, i])
    solution = list(b)
    for k in rows:
        t.step(k + 1, "qdd_k from the base outward")
        value = x[k, k] * inverse[k]
        for i in rows[: rows.index(k)]:
            value = value - L[k, i] * solution[i]
        solution[k] = t.scalar("qdd", k + 1, value=value)
    return solution


def solve_columns(t: Tape, M: Matrix, columns: Matrix, epsilon: Number) -> Matrix:
    """Return the columns of M^-1 B from those of B; limbs are not lanes here."""
    n = len(M)
    L, inverse = _factors(t, M, epsilon)
    solutions = []
    for j, column in enumerate(columns):
        x = list(column)
        t.step(0, "solutions of M X = B, column by column")
        for k in reversed(range(n)):
            for i in range(k):
                left = x[i] - L[k][i] * x[k]
                x[i] = t.scalar("y", i + 1, k + 1, j + 1, value=left)
        for k in range(n):
            x[k] = x[k] * inverse[k]
            for i in range(k):
                x[k] = x[k] - L[k][i] * x[i]
            t.scalar("x", k + 1, j + 1, value=x[k])
        solutions.append(x)
    return solutions


def _factors(t: Tape, M: Matrix, epsilon: Number) -> tuple[Matrix, list[Scalar]]:
    """Return L and the inverse of D."""
    n = len(M)
    m = [list(row) for row in M]
    L, inverse = zeros(n), [ZERO] * n
    for k in reversed(range(n)):
        t.step(k + 1, "pivot d_k, row l_k of L, what is left of M")
        pivot = t.scalar("d", k + 1, value=m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        inverse[k] = t.scalar("di", k + 1, value=1 / t.graph.node(pivot))
        for i in range(k):
            L[k][i] = t.scalar("l", k + 1, i + 1, value=m[k][i] * inverse[k])
        for i in range(k):
            for j in range(i + 1):
                m[i][j] = m[i][j] - L[k][i] * m[k][j]
    return L, inverse


class _Left:
    """Hold what is left of elements, by row and column, and what lanes have taken from them so far."""

    def __init__(self, places: LanePlaces, values: dict[tuple[int, int], Scalar]) -> None:
        self.lanes = places.of_velocity
        self.values = values
        self.owed: dict[tuple[int, int], dict[int, tuple[Scalar, int]]] = {}  # by the limb

    def __getitem__(self, place: tuple[int, int]) -> Scalar:
        """Return what is left of an element now that its turn has come."""
        for part, width in self.owed.pop(place, {}).values():
            self.values[place] = self.values[place] - summed(part, width)
        return self.values[place]

    def take(self, k: int, place: tuple[int, int], part: Scalar) -> None:
        """Subtract what the elimination of k takes; from the trunk, what all its lanes take."""
        if k not in self.lanes or any(i in self.lanes for i in place):
            self.values[place] = self.values[place] - part
            return
        limb, width = self.lanes[k].limb, len(self.lanes[k].velocities)
        owed = self.owed.setdefault(place, {})
        before, _ = owed.get(limb, (ZERO, width))
        owed[limb] = before + part, width


METHOD = Method(
    "ldlt",
    "factors L^T D L, from the tips to the base",
    ((LIN_1991, ""),),
    {Quantity.SOLUTION: solve, Quantity.SOLUTIONS: solve_columns},
    (
        *SOLUTION,
        ELIMINATED,
        PIVOTS,
        Symbols({"l": "element"}, "({0},{1}) of the factor L", links=2, parts=False),
        Symbols(
            {"y": "what is left"},
            "for joint {0} with joint {1} eliminated, in column {2}",
            links=3,
            parts=False,
            only=Quantity.SOLUTIONS,
        ),
        Symbols(
            {"x": "element"},
            "{0} of the solution for column {1}",
            links=2,
            parts=False,
            only=Quantity.SOLUTIONS,
        ),
    ),
    bodies=tuple(Bodies),
    limbs=tuple(Limbs),
    structured=True,
    loses=1,
)
