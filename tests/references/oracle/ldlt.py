"""Forward dynamics by the LDL^T factorisation of the inertia matrix (Lin 1991)."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import crba, rnea
from oracle.robot import Robot


def factors(M: Array) -> tuple[Array, Array]:
    """Return L, unit lower triangular, and the diagonal of D."""
    L, D = np.eye(len(M)), np.zeros(len(M))
    for j in range(len(M)):
        D[j] = M[j, j] - L[j, :j] ** 2 @ D[:j]
        for i in range(j + 1, len(M)):
            L[i, j] = (M[i, j] - (L[i, :j] * L[j, :j]) @ D[:j]) / D[j]
    return L, D


def solve(M: Array, b: Array) -> Array:
    (L, D), x = factors(M), b.copy()
    for i in range(len(M)):
        x[i] -= L[i, :i] @ x[:i]
    x /= D
    for i in reversed(range(len(M))):
        x[i] -= L[i + 1 :, i] @ x[i + 1 :]
    return x


def forward_dynamics(
    robot: Robot, q: Array, qd: Array, tau: Array, *, friction: bool = False
) -> Array:
    return solve(crba.inertia_matrix(robot, q), tau - rnea.bias(robot, q, qd, friction=friction))
