"""First derivatives of the torques of inverse dynamics."""

from __future__ import annotations

from typing import Any

from gen_robot.autodiff.backend import Arrays, Backend

DERIVATIVES = "inverse_dynamics_derivatives"
ADJOINT = "inverse_dynamics_adjoint"

GRADIENT = {"q": "gq", "qd": "gqd", "qdd": "gqdd"}
"""What the adjoint kernel calls the gradient of lambda . tau by each input."""


def at_rest(b: Backend, x: Arrays, *names: str) -> dict[str, Any]:
    """Add velocities or accelerations that are zero."""
    return {**x, **dict.fromkeys(names, b.arrays.zeros(b.nv, dtype=x["q"].dtype))}


def linearised(b: Backend, x: Arrays) -> dict[str, Any]:
    """Return dtau/dq, dtau/dqd and dtau/dqdd, which is M, by the names of what they are for."""
    if b.has(DERIVATIVES):
        found = b.call(DERIVATIVES, x)
        return {"q": found["dtau_dq"], "qd": found["dtau_dqd"], "qdd": found["M"]}
    return gradient(b, b.for_each_direction(x), b.unit_vectors(x["q"]))


def gradient(b: Backend, x: Arrays, weights: Any) -> dict[str, Any]:
    """Return the derivatives of weights . tau."""
    if b.has(ADJOINT):
        found = b.call(ADJOINT, {**x, "lambda_": weights})
        return {name: found[array] for name, array in GRADIENT.items()}
    return {name: b.sum("i,ik->k", weights, by) for name, by in linearised(b, x).items()}
