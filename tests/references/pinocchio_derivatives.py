"""Derivatives of the equations of motion by Pinocchio.

Its algorithms for them want the joints of each subtree in one run, depth first, and return wrong
numbers without a word if they are not; `depth_first` puts a description into that order. They are wrong
for universal joints, too, whose free motions depend on the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin

from arrays import Array
from gen_robot.description.description import BASE, Description, LinkDescription
from urdf_robots import Reference


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


def of_urdf(reference: Reference, state: Mapping[str, Array]) -> dict[tuple[str, str], Array]:
    """Return what kernels of derivatives give for a robot from a URDF file, by kernel and array.

    Pinocchio reads such files depth first; its joints that mimic others move by themselves.
    """
    theirs, rates = reference.theirs, reference.rates
    q, qd, qdd, tau = (state[name] for name in ("q", "qd", "qdd", "tau"))
    position, moving = reference.positions(q), rates @ qd

    def reduced(matrix: Array) -> Array:
        return np.asarray(rates.T @ matrix @ rates)

    def inverse(qdd: Array) -> tuple[Array, Array]:
        found = inverse_dynamics_derivatives(theirs, position, moving, rates @ qdd)
        return reduced(found[0]), reduced(found[1])

    M, torques = reference.inertia_matrix(q), reference.inverse_dynamics(q, qd, qdd)
    solved = reference.forward_dynamics(q, qd, tau)
    by_q, by_qd = inverse(qdd)
    then_by_q, then_by_qd = inverse(solved)
    return {
        ("coriolis_matrix", "C"): reduced(coriolis_matrix(theirs, position, moving)),
        ("inverse_dynamics_derivatives", "tau"): torques,
        ("inverse_dynamics_derivatives", "M"): M,
        ("inverse_dynamics_derivatives", "dtau_dq"): by_q,
        ("inverse_dynamics_derivatives", "dtau_dqd"): by_qd,
        ("forward_dynamics_derivatives", "qdd"): solved,
        ("forward_dynamics_derivatives", "dqdd_dq"): -np.linalg.solve(M, then_by_q),
        ("forward_dynamics_derivatives", "dqdd_dqd"): -np.linalg.solve(M, then_by_qd),
        ("forward_dynamics_derivatives", "Minv"): np.linalg.inv(M),
    }
