"""Solve M x = b by Cholesky's M = U U^T (Mata et al. 2002), eliminating from the tips to the base."""

from __future__ import annotations

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.matrix import zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import MATA_2002
from gen_robot.algorithms.symbols import ELIMINATED, SOLUTION, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies


def solve(t: Tape, M: Matrix, b: list[Scalar], epsilon: Number) -> list[Scalar]:
    """Return M^-1 b."""
    n = len(b)
    U, inverse = factor(t, M, epsilon)
    x = list(b)
    for k in reversed(range(n)):
        t.step(k + 1, "what is left of b")
        x[k] = t.scalar("y", k + 1, value=x[k] * inverse[k])
        for i in range(k):
            x[i] = t.scalar("b", i + 1, k + 1, value=x[i] - U[i][k] * x[k])
    for k in range(n):
        t.step(k + 1, "qdd_k from the base outward")
        value = x[k]
        for i in range(k):
            value = value - U[i][k] * x[i]
        x[k] = t.scalar("qdd", k + 1, value=value * inverse[k])
    return x


def factor(t: Tape, M: Matrix, epsilon: Number) -> tuple[Matrix, list[Scalar]]:
    """Return U, without its diagonal, and the inverses of its diagonal."""
    n = len(M)
    m = [list(row) for row in M]
    U: Matrix = [[None] * n for _ in range(n)]
    inverse: list[Scalar] = [None] * n
    for k in reversed(range(n)):
        t.step(k + 1, "column u_k of the factor, what is left of M")
        pivot = t.graph.node(m[k][k])
        check_pivot(t, k + 1, pivot, M[k][k], n, epsilon)
        root = t.scalar("u", k + 1, k + 1, value=pivot.sqrt())
        inverse[k] = t.scalar("ui", k + 1, value=1 / root)
        for i in range(k):
            U[i][k] = t.scalar("u", i + 1, k + 1, value=m[k][i] * inverse[k])
        for i in range(k):
            for j in range(i + 1):
                m[i][j] = m[i][j] - U[i][k] * U[j][k]
    return U, inverse


def inverse(t: Tape, M: Matrix, epsilon: Number) -> Matrix:
    """Return M^-1 = W^T W with W = U^-1, upper triangular as U is."""
    n = len(M)
    U, diagonal = factor(t, M, epsilon)
    W = zeros(n)
    for k in range(n):
        t.step(k + 1, "column w_k of the factor's inverse")
        W[k][k] = diagonal[k]
        for i in range(k):
            total: Scalar = ZERO
            for j in range(i, k):
                total = total + W[i][j] * U[j][k]
            W[i][k] = t.scalar("w", i + 1, k + 1, value=-(total * diagonal[k]))
    result = zeros(n)
    for i in range(n):
        t.step(i + 1, "row of the inverse")
        for k in range(i + 1):
            total = ZERO
            for j in range(k + 1):
                total = total + W[j][i] * W[j][k]
            result[i][k] = result[k][i] = t.scalar("Mi", i + 1, k + 1, value=total)
    return result


METHOD = Method(
    "cholesky",
    "Cholesky's factors U U^T, from the tips to the base",
    ((MATA_2002, ""),),
    {Quantity.SOLUTION: solve, Quantity.MATRIX_INVERSE: inverse},
    (
        *SOLUTION,
        ELIMINATED,
        Symbols({"u": "element"}, "({0},{1}) of the factor U", links=2, parts=False),
        Symbols({"ui": "inverse of element"}, "({0},{0}) of U", parts=False),
        Symbols({"y": "element"}, "{0} of U^-1 b", parts=False),
        Symbols({"w": "element"}, "({0},{1}) of U^-1", links=2, parts=False),
        Symbols({"Mi": "element"}, "({0},{1}) of the inverse", links=2, parts=False),
    ),
    bodies=tuple(Bodies),
    structured=True,
    loses=1,
    dominated_by="ldlt",  # which eliminates the same elements without roots
)
