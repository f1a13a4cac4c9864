"""Derivatives of kernels that give derivatives: all by the Hessians of single torques.

H is tau_i's, i first: Hqq[i,a,b] is the derivative of dtau_i/dq_a along q_b, Hqdq[i,a,b] that of
dtau_i/dqd_a, and Hqddq[i,a,b] = dM_ia/dq_b.
"""

from __future__ import annotations

from typing import Any

from gen_robot.autodiff.backend import Arrays, Backend
from gen_robot.autodiff.torques import GRADIENT, linearised

HESSIAN = "inverse_dynamics_hessian"


def hessians(b: Backend, x: Arrays) -> dict[str, Any]:
    """Return the Hessians of all torques, one after the other."""
    return b.call(HESSIAN, {**b.for_each_direction(x), "lambda_": b.unit_vectors(x["q"])})


def of_derivatives(b: Backend, x: Arrays) -> dict[str, dict[str, Any]]:
    """Differentiate tau, M, dtau/dq and dtau/dqd."""
    H = hessians(b, x)
    return {
        "tau": linearised(b, x),
        "M": {"q": H["Hqddq"]},
        "dtau_dq": {
            "q": H["Hqq"],
            "qd": b.sum("iba->iab", H["Hqdq"]),
            "qdd": b.sum("iba->iab", H["Hqddq"]),
        },
        "dtau_dqd": {"q": H["Hqdq"], "qd": H["Hqdqd"]},
    }


def of_adjoint(b: Backend, x: Arrays) -> dict[str, dict[str, Any]]:
    """Differentiate the gradient of lambda . tau, lambda included."""
    H = b.call(HESSIAN, x)
    torques = linearised(b, {name: array for name, array in x.items() if name != "lambda_"})
    by_lambda = {GRADIENT[name]: b.sum("ia->ai", array) for name, array in torques.items()}
    return {
        "gq": {
            "q": H["Hqq"],
            "qd": b.sum("ba->ab", H["Hqdq"]),
            "qdd": b.sum("ba->ab", H["Hqddq"]),
            "lambda_": by_lambda["gq"],
        },
        "gqd": {"q": H["Hqdq"], "qd": H["Hqdqd"], "lambda_": by_lambda["gqd"]},
        "gqdd": {"q": H["Hqddq"], "lambda_": by_lambda["gqdd"]},
    }


def of_forward_derivatives(b: Backend, x: Arrays) -> dict[str, dict[str, Any]]:
    """Differentiate dtau/dx + M dqdd/dx = 0, which holds of each x, once more."""
    found = b.call("forward_dynamics_derivatives", x)
    Minv, by_q, by_qd = found["Minv"], found["dqdd_dq"], found["dqdd_dqd"]
    state = {**x, "qdd": found["qdd"]}
    H = hessians(b, {name: array for name, array in state.items() if name != "tau"})
    dM = H["Hqddq"]

    def solved(right: Any) -> Any:
        return -b.sum("ji,iab->jab", Minv, right)

    def through(one: Any) -> Any:
        """What dtau/dq changes by, as accelerations change along `one`."""
        return b.sum("ica,cb->iab", dM, one)

    def turned(one: Any) -> Any:
        """What M dqdd/dx changes by along q, as M changes."""
        return b.sum("icb,ca->iab", dM, one)

    return {
        "qdd": {"q": by_q, "qd": by_qd, "tau": Minv},
        "dqdd_dq": {
            "q": solved(H["Hqq"] + through(by_q) + turned(by_q)),
            "qd": solved(b.sum("iba->iab", H["Hqdq"]) + through(by_qd)),
            "tau": solved(through(Minv)),
        },
        "dqdd_dqd": {"q": solved(H["Hqdq"] + turned(by_qd)), "qd": solved(H["Hqdqd"])},
        "Minv": {"q": solved(turned(Minv))},
    }
