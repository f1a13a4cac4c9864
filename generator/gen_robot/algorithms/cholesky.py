"""Solve M x = b by Cholesky's M = U U^T (Mata et al. 2002), eliminating from the tips to the base."""

from __future__ import annotations

from gen_robot.algebra.exact import Exact
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.matrix import Matrix
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.ir.trace import Trace


def solve(t: Trace, M: Matrix, b: list[Scalar], epsilon: Exact) -> list[Scalar]:
    """Return M^-1 b."""
    n = len(b)
    m = [list(row) for row in M]
    x = list(b)
    U: Matrix = [[None] * n for _ in range(n)]
    inverse: list[Scalar] = [None] * n
    for k in reversed(range(n)):
        t.step(k + 1, "column u_k of the factor, what is left of M and of b")
        pivot = t.graph.node(m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        root = t.scalar("u", k + 1, k + 1, value=pivot.sqrt())
        inverse[k] = t.scalar("ui", k + 1, value=1 / root)
        x[k] = t.scalar("y", k + 1, value=x[k] * inverse[k])
        for i in range(k):
            U[i][k] = t.scalar("u", i + 1, k + 1, value=m[k][i] * inverse[k])
        for i in range(k):
            for j in range(i + 1):
                m[i][j] = m[i][j] - U[i][k] * U[j][k]
            x[i] = t.scalar("b", i + 1, k + 1, value=x[i] - U[i][k] * x[k])
    for k in range(n):
        t.step(k + 1, "qdd_k from the base outward")
        value = x[k]
        for i in range(k):
            value = value - U[i][k] * x[i]
        x[k] = t.scalar("qdd", k + 1, value=value * inverse[k])
    return x
