"""UDU^T of the inertia matrix, its inverse, and forward dynamics (Saha 1999), for trees.

The articulated inertias are those of eqs. 34, 35; rotor inertia adds to the pivots. The signs of
U^-1 are those of eq. 39 without its misprint: U^-1 carries -alpha'.
"""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import rnea
from oracle.noc import extended_mass, joint_twist, mass_centres, shift
from oracle.robot import Robot


def factors(robot: Robot, q: Array) -> tuple[Array, Array]:
    """Return U, unit upper triangular, and the diagonal of D."""
    n, world = robot.n, robot.world(q)
    C = mass_centres(robot, world)
    p = [joint_twist(robot.links[i], world[i], C[i]) for i in range(n)]
    M_hat = [extended_mass(robot.links[i], world[i]) for i in range(n)]
    U, m_hat = np.eye(n), np.zeros(n)
    for j in reversed(range(n)):
        m_hat[j] = p[j] @ M_hat[j] @ p[j] + robot.links[j].rotor
        Psi = np.eye(6) - M_hat[j] @ np.outer(p[j], p[j]) / m_hat[j]
        for i in robot.path(j)[1:]:
            U[i, j] = p[i] @ shift(C[j], C[i]).T @ M_hat[j] @ p[j] / m_hat[j]
        i = robot.links[j].parent
        if i >= 0:
            B = shift(C[j], C[i])
            M_hat[i] = M_hat[i] + B.T @ Psi @ M_hat[j] @ B
    return U, m_hat


def inertia_inverse(robot: Robot, q: Array) -> Array:
    U, m_hat = factors(robot, q)
    V = np.eye(robot.n)  # U^-1
    for j in range(robot.n):
        for i in reversed(range(j)):
            V[i, j] = -(U[i, j] + V[i, i + 1 : j] @ U[i + 1 : j, j])
    return V.T @ np.diag(1 / m_hat) @ V


def forward_dynamics(
    robot: Robot, q: Array, qd: Array, tau: Array, *, friction: bool = False
) -> Array:
    U, m_hat = factors(robot, q)
    x = tau - rnea.bias(robot, q, qd, friction=friction)
    for i in reversed(range(robot.n)):
        x[i] -= U[i, i + 1 :] @ x[i + 1 :]
    x /= m_hat
    for i in range(robot.n):
        x[i] -= U[:i, i] @ x[:i]
    return x
