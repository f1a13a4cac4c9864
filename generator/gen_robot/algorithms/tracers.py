"""From the user's inputs to a kernel's outputs by one method: what stands around every recursion.

Joints that follow others are expanded before and reduced after; friction acts at the joints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms import (
    aba,
    cholesky,
    crba,
    energy,
    gah,
    gauss_jordan,
    gibbs_appell,
    ldlt,
    lin,
    noc,
    renaud,
    rnea,
    udut,
    walker_orin,
)
from gen_robot.algorithms.joint_terms import Values
from gen_robot.algorithms.matrix import Matrix
from gen_robot.algorithms.tape import Tape
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model


@dataclass(frozen=True)
class Setting:
    """Hold what an algorithm is traced for."""

    model: Model
    epsilon: Number  # of the precision that the kernel will compute in
    friction: bool = False


Inputs = Mapping[str, Values]
Outputs = dict[str, list[Scalar]]
Tracer = Callable[[Setting, Tape, Inputs], Outputs]

INERTIA = {
    "gah": gah.inertia_matrix,
    "crba": crba.inertia_matrix,
    "lin": lin.inertia_matrix,
    "renaud": renaud.inertia_matrix,
    "walker_orin": walker_orin.inertia_matrix,
    "noc": noc.inertia_matrix,
}
BIAS = {"gibbs_appell": gibbs_appell.bias, "rnea": rnea.bias, "lin": lin.bias}
INVERSE = {"gibbs_appell": gibbs_appell.inverse_dynamics, "rnea": rnea.inverse_dynamics}
SOLVERS = {"cholesky": cholesky.solve, "gauss_jordan": gauss_jordan.solve, "ldlt": ldlt.solve}


def inertia_matrix(method: str) -> Tracer:
    return lambda s, t, x: {"M": _flat(_matrix(s, t, x, method))}


def bias(method: str) -> Tracer:
    def trace(s: Setting, t: Tape, x: Inputs) -> Outputs:
        joints = Coordinates(s.model)
        q, qd = joints.positions(x["q"]), joints.rates(x["qd"])
        torques = BIAS[method](s.model, t, q, qd)
        return {"h": joints.torques(_with_friction(s, torques, qd))}

    return trace


def inverse_dynamics(method: str) -> Tracer:
    def trace(s: Setting, t: Tape, x: Inputs) -> Outputs:
        joints = Coordinates(s.model)
        q, qd, qdd = joints.positions(x["q"]), joints.rates(x["qd"]), joints.rates(x["qdd"])
        torques = INVERSE[method](s.model, t, q, qd, qdd)
        return {"tau": joints.torques(_with_friction(s, torques, qd))}

    return trace


def inverse_dynamics_fext(s: Setting, t: Tape, x: Inputs) -> Outputs:
    joints = Coordinates(s.model)
    q, qd, qdd = joints.positions(x["q"]), joints.rates(x["qd"]), joints.rates(x["qdd"])
    torques = rnea.inverse_dynamics(s.model, t, q, qd, qdd, x["fext"])
    return {"tau": joints.torques(_with_friction(s, torques, qd))}


def gravity(s: Setting, t: Tape, x: Inputs) -> Outputs:
    joints = Coordinates(s.model)
    return {"g": joints.torques(rnea.gravity(s.model, t, joints.positions(x["q"])))}


def inertia_and_bias(inertia: str, method: str) -> Tracer:
    def trace(s: Setting, t: Tape, x: Inputs) -> Outputs:
        return inertia_matrix(inertia)(s, t, x) | bias(method)(s, t, x)

    return trace


def forward_dynamics(solver: str, inertia: str, method: str) -> Tracer:
    def trace(s: Setting, t: Tape, x: Inputs) -> Outputs:
        h = bias(method)(s, t, x)["h"]
        M = _matrix(s, t, x, inertia)
        t.step(0, "what accelerates the joints: b = tau - h")
        b = [t.scalar("b", k + 1, value=tau - h[k]) for k, tau in enumerate(x["tau"])]
        return {"qdd": SOLVERS[solver](t, M, b, s.epsilon)}

    return trace


def forward_dynamics_aba(s: Setting, t: Tape, x: Inputs) -> Outputs:
    tau = _without_friction(s, x["tau"], x["qd"])
    fext = x.get("fext")
    return {"qdd": aba.forward_dynamics(s.model, t, x["q"], x["qd"], tau, s.epsilon, fext)}


def forward_dynamics_udut(s: Setting, t: Tape, x: Inputs) -> Outputs:
    tau = _without_friction(s, x["tau"], x["qd"])
    return {"qdd": udut.forward_dynamics(s.model, t, x["q"], x["qd"], tau, s.epsilon)}


def inertia_inverse_udut(s: Setting, t: Tape, x: Inputs) -> Outputs:
    return {"Minv": _flat(udut.inertia_inverse(s.model, t, x["q"], s.epsilon))}


def inertia_inverse_cholesky(inertia: str) -> Tracer:
    def trace(s: Setting, t: Tape, x: Inputs) -> Outputs:
        return {"Minv": _flat(cholesky.inverse(t, _matrix(s, t, x, inertia), s.epsilon))}

    return trace


def udut_factors(s: Setting, t: Tape, x: Inputs) -> Outputs:
    U, D = udut.factors(s.model, t, x["q"], s.epsilon)
    return {"U": _flat(U), "D": D}


def kinetic_energy(s: Setting, t: Tape, x: Inputs) -> Outputs:
    joints = Coordinates(s.model)
    q, qd = joints.positions(x["q"]), joints.rates(x["qd"])
    return {"e": [energy.kinetic_energy(s.model, t, q, qd)]}


def potential_energy(s: Setting, t: Tape, x: Inputs) -> Outputs:
    return {"e": [energy.potential_energy(s.model, t, Coordinates(s.model).positions(x["q"]))]}


def _flat(matrix: Matrix) -> list[Scalar]:
    return [x for row in matrix for x in row]


def _matrix(s: Setting, t: Tape, x: Inputs, method: str) -> Matrix:
    joints = Coordinates(s.model)
    return joints.matrix(INERTIA[method](s.model, t, joints.positions(x["q"])))


def _with_friction(s: Setting, torques: list[Scalar], qd: Values) -> list[Scalar]:
    return [a + b for a, b in zip(torques, _drag(s, qd), strict=True)] if s.friction else torques


def _without_friction(s: Setting, torques: Values, qd: Values) -> Values:
    return [a - b for a, b in zip(torques, _drag(s, qd), strict=True)] if s.friction else torques


def _drag(s: Setting, qd: Values) -> list[Scalar]:
    """Return the friction of all joints."""
    drag: list[Scalar] = []
    for link in s.model.links:
        for k in range(link.v_index, link.v_index + link.kind.nv):
            drag.append(qd[k] * link.viscous + _sense(qd[k]) * link.coulomb)
    return drag


def _sense(rate: Scalar) -> Scalar:
    """Return the sign of a rate; a rate that is always zero has none."""
    return rate.signum() if hasattr(rate, "signum") else rate
