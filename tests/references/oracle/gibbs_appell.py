"""Gibbs-Appell inverse dynamics (Mata et al. 2002, section 4.1), here for trees too.

Classical accelerations, in frames with each joint's axis for z.
"""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Robot, Z, along_z, skew


def inverse_dynamics(
    robot: Robot, q: Array, qd: Array, qdd: Array, *, friction: bool = False
) -> Array:
    robot = along_z(robot)
    places = robot.places(q)
    R, s = [place.R for place in places], [place.p for place in places]
    omega, alpha, A, f, chi = np.zeros((5, robot.n, 3))
    Omega = np.zeros((robot.n, 3, 3))
    for i, link in enumerate(robot.links):
        k = link.parent
        at_base = k < 0
        omega_in = R[i].T @ (np.zeros(3) if at_base else omega[k])
        alpha_in = R[i].T @ (np.zeros(3) if at_base else alpha[k])
        A_in = R[i].T @ (-robot.g if at_base else A[k] + Omega[k] @ s[i])
        if link.revolute:
            omega[i] = omega_in + Z * qd[i]
            alpha[i] = alpha_in + Z * qdd[i] + np.cross(omega_in, Z * qd[i])
            A[i] = A_in
        else:
            omega[i] = omega_in
            alpha[i] = alpha_in
            A[i] = A_in + Z * qdd[i] + 2 * np.cross(omega_in, Z * qd[i])
        Omega[i] = skew(alpha[i]) + skew(omega[i]) @ skew(omega[i])
        r, inertia = link.body.r, link.body.inertia
        f[i] = link.body.m * (A[i] + Omega[i] @ r)
        J = 0.5 * np.trace(inertia) * np.eye(3) - inertia
        t_skew = Omega[i] @ J - (Omega[i] @ J).T
        t = np.array([t_skew[2, 1], t_skew[0, 2], t_skew[1, 0]])
        chi[i] = np.cross(r, f[i]) + t
    tau = robot.rotors * qdd + (robot.friction(qd) if friction else 0.0)
    for i in reversed(range(robot.n)):
        tau[i] += (chi[i] if robot.links[i].revolute else f[i]) @ Z
        k = robot.links[i].parent
        if k >= 0:
            phi = R[i] @ f[i]
            f[k] += phi
            chi[k] += np.cross(s[i], phi) + R[i] @ chi[i]
    return tau


def bias(robot: Robot, q: Array, qd: Array, *, friction: bool = False) -> Array:
    return inverse_dynamics(robot, q, qd, np.zeros(robot.n), friction=friction)
