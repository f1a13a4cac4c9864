"""Derivatives of the equations of motion by Pinocchio.

Its algorithms for them want the joints of each subtree in one run, depth first, and return wrong
numbers without a word if they are not; `depth_first` puts a description into that order. They are wrong
for universal joints, too, whose free motions depend on the position.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pinocchio as pin

from arrays import Array
from gen_robot.description.description import BASE, Description, LinkDescription


def depth_first(description: Description) -> Description:
    """Return a robot with each link followed by all that it carries."""

    def carried_by(parent: str) -> list[LinkDescription]:
        own = [link for link in description.links if link.parent == parent]
        return [each for link in own for each in (link, *carried_by(link.name))]

    return replace(description, links=tuple(carried_by(BASE)))


def inverse_dynamics_derivatives(
    model: pin.Model, q: Array, qd: Array, qdd: Array
) -> tuple[Array, Array]:
    """Return the derivatives of the torques by positions and by velocities."""
    data = model.createData()  # what it returns are views of this
    by_q, by_qd, _ = pin.computeRNEADerivatives(model, data, q, qd, qdd)
    return np.array(by_q), np.array(by_qd)


def forward_dynamics_derivatives(
    model: pin.Model, q: Array, qd: Array, tau: Array
) -> tuple[Array, Array, Array]:
    """Return the derivatives of the accelerations by positions, velocities and torques."""
    data = model.createData()
    by_q, by_qd, by_tau = pin.computeABADerivatives(model, data, q, qd, tau)
    return np.array(by_q), np.array(by_qd), np.array(by_tau)


def coriolis_matrix(model: pin.Model, q: Array, qd: Array) -> Array:
    data = model.createData()
    return np.array(pin.computeCoriolisMatrix(model, data, q, qd))
