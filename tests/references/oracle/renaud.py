"""Renaud's formulation of the inertia matrix, as restated by Lin (1991, eqs. A1-A9)."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Robot, Z, chain_along_z, skew


def inertia_matrix(robot: Robot, q: Array) -> Array:
    robot = chain_along_z(robot)
    n, revolute = robot.n, [link.revolute for link in robot.links]
    R = [place.R for place in robot.places(q)]
    s = [place.p for place in robot.places(q)]

    m_hat = [link.body.m for link in robot.links]
    c_hat = [link.body.mr for link in robot.links]
    J_hat = [link.body.H for link in robot.links]
    for j in reversed(range(n - 1)):
        m, across = m_hat[j + 1], skew(s[j + 1])
        c = R[j + 1] @ c_hat[j + 1]
        m_hat[j] += m
        c_hat[j] = c_hat[j] + m * s[j + 1] + c
        J_hat[j] = (
            J_hat[j]
            - m * across @ across
            + R[j + 1] @ J_hat[j + 1] @ R[j + 1].T
            - across @ skew(c)
            - skew(c) @ across
        )

    H = np.diag(robot.rotors)
    for m in range(n):
        u, s_hat = Z, np.zeros(3)  # u_m and u_m x (O_m to O_j), in {j}
        for j in range(m, n):
            if j > m:
                s_hat = R[j].T @ (s_hat + np.cross(u, s[j]))
                u = R[j].T @ u
            e = np.cross(Z, c_hat[j])
            if revolute[m] and revolute[j]:
                entry = u @ J_hat[j] @ Z + s_hat @ e
            elif revolute[j]:
                entry = u @ e
            elif revolute[m]:
                entry = m_hat[j] * s_hat[2] - u @ e
            else:
                entry = m_hat[j] * u[2]
            H[m, j] += entry
            H[j, m] = H[m, j]
    return H
