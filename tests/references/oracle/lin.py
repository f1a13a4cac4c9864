"""Lin's composite body method (Lin 1991, Fig. 3): H and b, all distances from the base origin."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Robot, Z, chain_along_z, skew


def inertia_and_bias(robot: Robot, q: Array, qd: Array) -> tuple[Array, Array]:
    robot = chain_along_z(robot)
    n, revolute = robot.n, [link.revolute for link in robot.links]
    world = robot.world(q)
    s = [place.R.T @ place.p for place in world]  # O_0 to O_j in {j}
    s_hat = [np.cross(Z, s[j]) for j in range(n)]

    def turned(v: Array, i: int, j: int) -> Array:
        return world[j].R.T @ world[i].R @ v

    m_hat, P_hat, J_bar = composites(robot, [place.R for place in robot.places(q)], s)
    e = [np.cross(Z, P_hat[j]) - m_hat[j] * s_hat[j] for j in range(n)]

    H, d = np.diag(robot.rotors), np.zeros((n, n, 3))
    for j in range(n):
        J = J_bar[j]
        a = np.array([J[0, 2], J[1, 2], -J[0, 0] - J[1, 1]]) + np.cross(s_hat[j], P_hat[j])
        B = -J @ skew(Z) + skew(s_hat[j]) @ skew(P_hat[j])
        for m in range(j + 1):
            u, s_m = turned(Z, m, j), turned(s_hat[m], m, j)
            if revolute[m] and revolute[j]:
                entry, d[m, j] = a @ u - s_m @ e[j], B @ u + np.cross(s_m, e[j])
            elif revolute[j]:
                entry, d[m, j] = e[j] @ u, np.cross(e[j], u)
            elif revolute[m]:
                force = np.cross(u, P_hat[j]) - m_hat[j] * s_m
                entry, d[m, j] = force[2], np.cross(Z, force)
            else:
                entry, d[m, j] = m_hat[j] * u[2], m_hat[j] * np.cross(Z, u)
            H[m, j] += entry
            H[j, m] = H[m, j]

    omega = np.zeros(3)  # of link j - 1, in {0}
    zeta_qd = []  # eq. 55
    for j in range(n):
        spin = Z * qd[j] if revolute[j] else np.zeros(3)
        arriving = world[j].R.T @ omega
        omega = omega + world[j].R @ spin
        zeta_qd.append((2 * arriving + spin) * qd[j])
    b = np.zeros(n)
    for m in range(n):
        g = world[m].R.T @ robot.g
        b[m] = -e[m] @ g if revolute[m] else -m_hat[m] * g[2]
        b[m] -= sum(turned(zeta_qd[j], j, m) @ d[j, m] for j in range(m))
        b[m] += sum(zeta_qd[j] @ d[m, j] for j in range(m + 1, n))
    return H, b


def composites(
    robot: Robot, R: list[Array], s: list[Array]
) -> tuple[list[float], list[Array], list[Array]]:
    """Return mass, first moment and Lin's inertia of each composite body, about the base origin."""
    m_hat, P_hat, J_bar = [0.0] * robot.n, [np.zeros(3)] * robot.n, [np.zeros((3, 3))] * robot.n
    for j in reversed(range(robot.n)):
        body = robot.links[j].body
        p = s[j] + body.r
        I_bar = body.inertia - 0.5 * np.trace(body.inertia) * np.eye(3)
        m_hat[j], P_hat[j], J_bar[j] = body.m, body.m * p, I_bar - body.m * np.outer(p, p)
        if j + 1 < robot.n:
            up = R[j + 1]
            m_hat[j] += m_hat[j + 1]
            P_hat[j] = P_hat[j] + up @ P_hat[j + 1]
            J_bar[j] = J_bar[j] + up @ J_bar[j + 1] @ up.T
    return m_hat, P_hat, J_bar


def inertia_matrix(robot: Robot, q: Array) -> Array:
    return inertia_and_bias(robot, q, np.zeros(robot.n))[0]


def bias(robot: Robot, q: Array, qd: Array, *, friction: bool = False) -> Array:
    b = inertia_and_bias(robot, q, qd)[1]
    return b + robot.friction(qd) if friction else b
