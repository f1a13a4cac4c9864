"""Solve M x = b by Gauss-Jordan elimination (Provenzano et al.), from the tips to the base.

Each pivot clears its whole column, above and below, so that the right-hand side ends as the
solution. The inertia matrix is positive definite: no search for pivots. Tip first, a branched
robot's zeros stay.
"""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import PROVENZANO
from gen_robot.algorithms.symbols import PIVOTS, SOLUTION, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies


def solve(t: Tape, M: Matrix, b: list[Scalar], epsilon: Number) -> list[Scalar]:
    """Return M^-1 b."""
    n = len(b)
    m = [list(row) for row in M]
    x = list(b)
    for k in reversed(range(n)):
        t.step(k + 1, "pivot d_k; clear column k of M, and of b")
        pivot = t.scalar("d", k + 1, value=m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        inverse = t.scalar("di", k + 1, value=1 / t.graph.node(pivot))
        row = [t.scalar("r", k + 1, j + 1, value=m[k][j] * inverse) for j in range(k)]
        x[k] = t.scalar("x", k + 1, k + 1, value=x[k] * inverse)
        for i in range(n):
            if i != k:
                # What is not yet eliminated is symmetric: its lower triangle is enough.
                factor = m[k][i] if i < k else m[i][k]
                for j in range(min(i + 1, k)):
                    m[i][j] = m[i][j] - factor * row[j]
                x[i] = t.scalar("x", i + 1, k + 1, value=x[i] - factor * x[k])
        m[k][:k] = row
    return [t.scalar("qdd", k + 1, value=value) for k, value in enumerate(x)]


METHOD = Method(
    "gauss_jordan",
    "Gauss-Jordan elimination, from the tips to the base",
    ((PROVENZANO, ""),),
    {Quantity.SOLUTION: solve},
    (
        *SOLUTION,
        PIVOTS,
        Symbols({"r": "element"}, "({0},{1}), divided by its row's pivot", links=2, parts=False),
        Symbols({"x": "right-hand side"}, "{0} with joint {1} eliminated", links=2, parts=False),
    ),
    bodies=tuple(Bodies),
    structured=True,
    loses=1,
    wins_on_long_chains=False,
)
