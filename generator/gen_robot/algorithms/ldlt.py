"""Solve M x = b by M = L^T D L, eliminating from the tips to the base.

Tip first, the factors of a branched robot keep the zeros of its inertia matrix, and the pivots of the
last joints are often constants.
"""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import LIN_1991
from gen_robot.algorithms.symbols import ELIMINATED, PIVOTS, SOLUTION, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies


def solve(t: Tape, M: Matrix, b: list[Scalar], epsilon: Number) -> list[Scalar]:
    """Return M^-1 b."""
    n = len(b)
    m = [list(row) for row in M]
    x = list(b)
    L: Matrix = [[None] * n for _ in range(n)]
    inverse: list[Scalar] = [None] * n
    for k in reversed(range(n)):
        t.step(k + 1, "pivot d_k, row l_k of L, what is left of M and of b")
        pivot = t.scalar("d", k + 1, value=m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        inverse[k] = t.scalar("di", k + 1, value=1 / t.graph.node(pivot))
        for i in range(k):
            L[k][i] = t.scalar("l", k + 1, i + 1, value=m[k][i] * inverse[k])
        for i in range(k):
            for j in range(i + 1):
                m[i][j] = m[i][j] - L[k][i] * m[k][j]
            x[i] = t.scalar("b", i + 1, k + 1, value=x[i] - L[k][i] * x[k])
    for k in range(n):
        t.step(k + 1, "qdd_k from the base outward")
        value = x[k] * inverse[k]
        for i in range(k):
            value = value - L[k][i] * x[i]
        x[k] = t.scalar("qdd", k + 1, value=value)
    return x


METHOD = Method(
    "ldlt",
    "factors L^T D L, from the tips to the base",
    ((LIN_1991, ""),),
    {Quantity.SOLUTION: solve},
    (
        *SOLUTION,
        ELIMINATED,
        PIVOTS,
        Symbols({"l": "element"}, "({0},{1}) of the factor L", links=2, parts=False),
    ),
    bodies=tuple(Bodies),
    loses=1,
)
