"""Forward dynamics by Gauss-Jordan elimination on the inertia matrix (Provenzano et al.)."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import crba, rnea
from oracle.robot import Robot


def solve(M: Array, b: Array) -> Array:
    """Return M^-1 b; a positive definite matrix needs no pivoting."""
    T = np.column_stack([M, b])
    for k in range(len(M)):
        T[k] /= T[k, k]
        for i in range(len(M)):
            if i != k:
                T[i] -= T[i, k] * T[k]
    return T[:, -1]


def forward_dynamics(
    robot: Robot, q: Array, qd: Array, tau: Array, *, friction: bool = False
) -> Array:
    return solve(crba.inertia_matrix(robot, q), tau - rnea.bias(robot, q, qd, friction=friction))
