"""Walker and Orin's composite body method, in the terms of Lin (1991, eqs. 2-11).

The composite bodies are held by their centres of mass and the inertias about these; Lin observes
them from the base origin, Walker and Orin from the origin of each link.
"""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Robot, Z, chain_along_z


def inertia_matrix(robot: Robot, q: Array) -> Array:
    robot = chain_along_z(robot)
    places = robot.places(q)
    composite = [link.body for link in robot.links]
    H = np.diag(robot.rotors)
    for j in reversed(range(robot.n)):
        if j + 1 < robot.n:
            composite[j] = composite[j] + composite[j + 1].seen_from(places[j + 1])
        m, r, J = composite[j].m, composite[j].r, composite[j].inertia
        # Force and moment, at O_j, that give the composite body a unit acceleration of joint j.
        if robot.links[j].revolute:
            f = m * np.cross(Z, r)
            t = J @ Z + np.cross(r, f)
        else:
            f = m * Z
            t = np.cross(r, f)
        for i in reversed(range(j + 1)):
            H[i, j] += (t if robot.links[i].revolute else f) @ Z
            H[j, i] = H[i, j]
            f, t = places[i].R @ f, places[i].R @ t
            t = t + np.cross(places[i].p, f)
    return H
