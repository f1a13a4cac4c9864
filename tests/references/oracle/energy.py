"""Kinetic and potential energy, link by link in the base frame."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Robot


def kinetic_energy(robot: Robot, q: Array, qd: Array) -> float:
    """Return the links' and the rotors' energy; a rotor's is 1/2 J qd^2."""
    world = robot.world(q)
    total = 0.5 * float(robot.rotors @ qd**2)
    for i, link in enumerate(robot.links):
        C = world[i].p + world[i].R @ link.body.r
        omega, v = np.zeros(3), np.zeros(3)
        for j in robot.path(i):
            carrier, place = robot.links[j], world[j]
            e = place.R @ carrier.z * qd[j]
            if carrier.revolute:
                omega = omega + e
                v = v + np.cross(e, C - place.p - place.R @ carrier.on_axis)
            else:
                v = v + e
        spin = world[i].R.T @ omega
        total += 0.5 * float(link.body.m * v @ v + spin @ link.body.inertia @ spin)
    return total


def potential_energy(robot: Robot, q: Array) -> float:
    """Return the moving links' energy against gravity, zero at the base origin."""
    return -sum(
        float(robot.g @ (link.body.m * place.p + place.R @ link.body.mr))
        for link, place in zip(robot.links, robot.world(q), strict=True)
    )
