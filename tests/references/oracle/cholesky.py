"""Forward dynamics by Cholesky's factorisation of the inertia matrix (Mata et al. 2002)."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import crba, rnea
from oracle.robot import Robot


def factor(M: Array) -> Array:
    """Return the lower triangle L with M = L L^T."""
    L = np.zeros_like(M)
    for j in range(len(M)):
        L[j, j] = np.sqrt(M[j, j] - L[j, :j] @ L[j, :j])
        for i in range(j + 1, len(M)):
            L[i, j] = (M[i, j] - L[i, :j] @ L[j, :j]) / L[j, j]
    return L


def solve(M: Array, b: Array) -> Array:
    L, x = factor(M), b.copy()
    for i in range(len(M)):
        x[i] = (x[i] - L[i, :i] @ x[:i]) / L[i, i]
    for i in reversed(range(len(M))):
        x[i] = (x[i] - L[i + 1 :, i] @ x[i + 1 :]) / L[i, i]
    return x


def inertia_inverse(robot: Robot, q: Array) -> Array:
    return solve(crba.inertia_matrix(robot, q), np.eye(robot.n))


def forward_dynamics(
    robot: Robot, q: Array, qd: Array, tau: Array, *, friction: bool = False
) -> Array:
    return solve(crba.inertia_matrix(robot, q), tau - rnea.bias(robot, q, qd, friction=friction))
