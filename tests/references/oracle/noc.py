"""Inertia matrix by the natural orthogonal complement, N^T M N (Saha 1999, eqs. 10-18), for trees.

All vectors are in the base frame, twists at the mass centres.
"""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Link, Place, Robot, skew


def inertia_matrix(robot: Robot, q: Array) -> Array:
    world = robot.world(q)
    N = np.zeros((robot.n, 6, robot.n))
    M = [extended_mass(link, place) for link, place in zip(robot.links, world, strict=True)]
    C = mass_centres(robot, world)
    for i in range(robot.n):
        for j in robot.path(i):
            N[i, :, j] = shift(C[i], C[j]) @ joint_twist(robot.links[j], world[j], C[j])
    return np.diag(robot.rotors) + sum(N[i].T @ M[i] @ N[i] for i in range(robot.n))


def mass_centres(robot: Robot, world: list[Place]) -> list[Array]:
    return [place.p + place.R @ link.body.r for link, place in zip(robot.links, world, strict=True)]


def extended_mass(link: Link, place: Place) -> Array:
    """Return M_i = diag(I, m 1)."""
    M = np.zeros((6, 6))
    M[:3, :3] = place.R @ link.body.inertia @ place.R.T
    M[3:, 3:] = link.body.m * np.eye(3)
    return M


def shift(C_i: Array, C_j: Array) -> Array:
    """Return B_ij, which carries a twist from C_j to C_i."""
    B = np.eye(6)
    B[3:, :3] = skew(C_j - C_i)
    return B


def joint_twist(link: Link, place: Place, C: Array) -> Array:
    """Return p_i, the twist at C of a unit joint velocity."""
    e = place.R @ link.z
    if not link.revolute:
        return np.concatenate([np.zeros(3), e])
    d = C - (place.p + place.R @ link.on_axis)
    return np.concatenate([e, np.cross(e, d)])
