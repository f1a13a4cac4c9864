"""Articulated-body algorithm for trees (Featherstone & Orin 2000, eqs. 3, 12-14, 4).

In eq. 13 the torque is tau_j; rotor inertia adds to the pivot.
"""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import spatial
from oracle.robot import Robot


def forward_dynamics(
    robot: Robot,
    q: Array,
    qd: Array,
    tau: Array,
    fext: Array | None = None,
    *,
    friction: bool = False,
) -> Array:
    """Return qdd; rows of fext are force and moment on each link, in its frame, at its origin."""
    fext = np.zeros((robot.n, 6)) if fext is None else fext
    if friction:
        tau = tau - robot.friction(qd)
    X = [spatial.motion_down(place) for place in robot.places(q)]
    h = [spatial.joint_motion(link) for link in robot.links]
    v, c, pA, a = np.zeros((4, robot.n, 6))  # c is h-dot qd
    IA = [spatial.inertia(link.body) for link in robot.links]
    for i, link in enumerate(robot.links):
        v[i] = (X[i] @ v[link.parent] if link.parent >= 0 else 0.0) + h[i] * qd[i]
        c[i] = spatial.cross_motion(v[i]) @ h[i] * qd[i]
        pA[i] = spatial.cross_force(v[i]) @ IA[i] @ v[i] - spatial.wrench(fext[i])
    pivot = np.zeros(robot.n)
    for j in reversed(range(robot.n)):
        p_alpha = pA[j] + IA[j] @ c[j]
        pivot[j] = h[j] @ IA[j] @ h[j] + robot.links[j].rotor
        i = robot.links[j].parent
        if i >= 0:
            U = IA[j] @ h[j]
            p = p_alpha + U * (tau[j] - h[j] @ p_alpha) / pivot[j]
            IA[i] = IA[i] + X[j].T @ (IA[j] - np.outer(U, U) / pivot[j]) @ X[j]
            pA[i] += X[j].T @ p
    qdd = np.zeros(robot.n)
    # Gravity acts as a fictitious acceleration of the base.
    a_base = np.concatenate([np.zeros(3), -robot.g])
    for i, link in enumerate(robot.links):
        a[i] = X[i] @ (a[link.parent] if link.parent >= 0 else a_base) + c[i]
        qdd[i] = (tau[i] - h[i] @ (IA[i] @ a[i] + pA[i])) / pivot[i]
        a[i] += h[i] * qdd[i]
    return qdd
