"""Composite-rigid-body algorithm for trees (Featherstone & Orin 2000, eqs. 9, 10)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from arrays import Array
from oracle import spatial
from oracle.robot import Robot


def inertia_matrix(robot: Robot, q: Array) -> Array:
    X = [spatial.motion_down(place) for place in robot.places(q)]
    h = [spatial.joint_motion(link) for link in robot.links]
    IC = [spatial.inertia(link.body) for link in robot.links]
    M = np.diag(robot.rotors)
    for i in reversed(range(robot.n)):
        f = IC[i] @ h[i]
        M[i, i] += h[i] @ f
        # The force passes through every joint between the composite body and the base.
        for k, j in pairwise(robot.path(i)):
            f = X[k].T @ f
            M[i, j] = M[j, i] = h[j] @ f
        parent = robot.links[i].parent
        if parent >= 0:
            IC[parent] = IC[parent] + X[i].T @ IC[i] @ X[i]
    return M
