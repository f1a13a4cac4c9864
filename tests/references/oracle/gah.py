"""Inertia matrix by the Gibbs function's Hessian (Provenzano et al.; Mata et al. 2002, 4.2).

Here for trees and prismatic joints too, in frames with each joint's axis for z.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from arrays import Array
from oracle.robot import Robot, Z, along_z, skew


def inertia_matrix(robot: Robot, q: Array) -> Array:
    robot = along_z(robot)
    places = robot.places(q)
    R, s = [place.R for place in places], [place.p for place in places]
    M = [link.body.m for link in robot.links]
    phi = [link.body.mr for link in robot.links]
    psi = [link.body.H for link in robot.links]
    for j in reversed(range(robot.n)):
        i = robot.links[j].parent
        if i < 0:
            continue
        M[i] += M[j]
        f = R[j] @ phi[j]
        phi[i] = phi[i] + M[j] * s[j] + f
        psi[i] = (
            psi[i]
            - M[j] * skew(s[j]) @ skew(s[j])
            + 2 * (s[j] @ f) * np.eye(3)
            - np.outer(s[j], f)
            - np.outer(f, s[j])
            + R[j] @ psi[j] @ R[j].T
        )
    D = np.diag(robot.rotors)
    for j, link in enumerate(robot.links):
        force = np.cross(Z, phi[j]) if link.revolute else M[j] * Z
        moment = psi[j] @ Z if link.revolute else np.cross(phi[j], Z)
        D[j, j] += moment @ Z if link.revolute else force @ Z
        turned, s_kj = np.eye(3), np.zeros(3)  # {k} to {j}; O_k to O_j, in {j}
        for child, k in pairwise(robot.path(j)):
            s_kj = s_kj + turned @ R[child].T @ s[child]
            turned = turned @ R[child].T
            z_kj = turned @ Z
            if robot.links[k].revolute:
                D[j, k] = z_kj @ (moment + np.cross(s_kj, force))
            else:
                D[j, k] = z_kj @ force
            D[k, j] = D[j, k]
    return D
