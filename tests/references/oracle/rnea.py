"""Recursive Newton-Euler algorithm for trees (Featherstone & Orin 2000, eqs. 3, 4, 7, 8)."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle import spatial
from oracle.robot import Robot


def inverse_dynamics(
    robot: Robot,
    q: Array,
    qd: Array,
    qdd: Array,
    fext: Array | None = None,
    *,
    friction: bool = False,
) -> Array:
    """Return tau; rows of fext are force and moment on each link, in its frame, at its origin."""
    fext = np.zeros((robot.n, 6)) if fext is None else fext
    X = [spatial.motion_down(place) for place in robot.places(q)]
    h = [spatial.joint_motion(link) for link in robot.links]
    v, a, f = np.zeros((3, robot.n, 6))
    for i, link in enumerate(robot.links):
        at_base = link.parent < 0
        v_parent = np.zeros(6) if at_base else v[link.parent]
        # Gravity acts as a fictitious acceleration of the base.
        a_parent = np.concatenate([np.zeros(3), -robot.g]) if at_base else a[link.parent]
        v[i] = X[i] @ v_parent + h[i] * qd[i]
        a[i] = X[i] @ a_parent + spatial.cross_motion(v[i]) @ h[i] * qd[i] + h[i] * qdd[i]
        momentum = spatial.inertia(link.body) @ v[i]
        inertial = spatial.inertia(link.body) @ a[i] + spatial.cross_force(v[i]) @ momentum
        f[i] = inertial - spatial.wrench(fext[i])
    tau = robot.rotors * qdd + (robot.friction(qd) if friction else 0.0)
    for i in reversed(range(robot.n)):
        tau[i] += h[i] @ f[i]
        parent = robot.links[i].parent
        if parent >= 0:
            f[parent] += X[i].T @ f[i]
    return tau


def bias(robot: Robot, q: Array, qd: Array, *, friction: bool = False) -> Array:
    return inverse_dynamics(robot, q, qd, np.zeros(robot.n), friction=friction)


def gravity(robot: Robot, q: Array) -> Array:
    return bias(robot, q, np.zeros(robot.n))
