"""Matrices of scalars, as the kernels give them: full, by rows."""

from __future__ import annotations

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.tape import Tape


def zeros(n: int) -> Matrix:
    return [[ZERO] * n for _ in range(n)]


def put(t: Tape, D: Matrix, i: int, k: int, value: Scalar) -> None:
    """Set an element of a symmetric matrix, and its mirror image."""
    row, column = max(i, k), min(i, k)
    D[i][k] = D[k][i] = t.scalar("D", row + 1, column + 1, value=value)
