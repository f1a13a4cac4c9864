"""Which kernels give the derivatives of which.

A rule gives a kernel's partial derivatives by output and input: arrays that have the output's axes,
then one for the input, in which positions q count as velocities do. Inputs that no rule speaks of - a
payload, wrenches - are constants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gen_robot.autodiff import frames, second
from gen_robot.autodiff.backend import Arrays, Backend
from gen_robot.autodiff.torques import at_rest, gradient, linearised

Partials = dict[str, dict[str, Any]]
Needs = tuple[tuple[str, ...], ...]

DERIVATIVES = "inverse_dynamics_derivatives"
ADJOINT = "inverse_dynamics_adjoint"
HESSIAN = "inverse_dynamics_hessian"
CORIOLIS = "coriolis_matrix"

OF_TORQUES: Needs = ((DERIVATIVES,), (ADJOINT,))
OF_INERTIA: Needs = ((CORIOLIS,), (HESSIAN,))


@dataclass(frozen=True)
class Rule:
    """Say which kernels a derivative takes - all of one group -, and how."""

    needs: Needs
    partials: Callable[[Backend, Arrays], Partials]
    pullback: Callable[[Backend, Arrays, Arrays], dict[str, Any]] | None = None
    """What outputs' cotangents are by input, where that is had without the partial derivatives."""

    def missing(self, backend: Backend) -> tuple[str, ...]:
        """Return the kernels of the first group, if the robot has none of the groups."""
        have = any(backend.has(*group) for group in self.needs)
        return () if have else self.needs[0]


def rule_of(kernel: str) -> Rule | None:
    """Return the rule for a kernel; kernels of a frame end in its name."""
    if kernel in RULES:
        return RULES[kernel]
    family, _, frame = kernel.partition("_")
    if family == "placement" and frame:
        jacobian = f"jacobian_{frame}"
        return Rule(((jacobian,),), lambda b, x: frames.placement(b, x, jacobian))
    return None


def _inverse_dynamics(b: Backend, x: Arrays) -> Partials:
    return {"tau": linearised(b, x)}


def _bias(b: Backend, x: Arrays) -> Partials:
    found = linearised(b, at_rest(b, x, "qdd"))
    return {"h": {name: found[name] for name in ("q", "qd")}}


def _pulled(output: str, *still: str) -> Callable[[Backend, Arrays, Arrays], dict[str, Any]]:
    """Pull torques back by their gradient, with some rates at zero."""

    def pullback(b: Backend, x: Arrays, bars: Arrays) -> dict[str, Any]:
        found = gradient(b, at_rest(b, x, *still), bars[output])
        return {name: bar for name, bar in found.items() if name not in still}

    return pullback


def _gravity(b: Backend, x: Arrays) -> Partials:
    return {"g": {"q": linearised(b, at_rest(b, x, "qd", "qdd"))["q"]}}


def _inertia(b: Backend, x: Arrays) -> Any:
    """dM_ij/dq_k, from Mdot = C + C^T along each direction, or from the Hessians of torques."""
    if b.has(CORIOLIS):
        along = {**b.for_each_direction(x), "qd": b.unit_vectors(x["q"])}
        C = b.call(CORIOLIS, along)["C"]
        return b.sum("kij->ijk", C) + b.sum("kij->jik", C)
    return second.hessians(b, at_rest(b, x, "qd", "qdd"))["Hqddq"]


def _inertia_matrix(b: Backend, x: Arrays) -> Partials:
    return {"M": {"q": _inertia(b, x)}}


def _inertia_and_bias(b: Backend, x: Arrays) -> Partials:
    return {**_inertia_matrix(b, x), **_bias(b, x)}


def _inertia_inverse(b: Backend, x: Arrays) -> Partials:
    Minv = b.call("inertia_inverse", x)["Minv"]
    return {"Minv": {"q": -b.sum("ia,abk,bj->ijk", Minv, _inertia(b, x), Minv)}}


def _kinetic_energy(b: Backend, x: Arrays) -> Partials:
    M, qd = b.call("inertia_matrix", x)["M"], x["qd"]
    by_q = b.sum("i,ijk,j->k", qd, _inertia(b, x), qd) / 2
    return {"e": {"q": by_q, "qd": b.sum("ij,j->i", M, qd)}}


def _potential_energy(b: Backend, x: Arrays) -> Partials:
    return {"e": {"q": b.call("gravity", x)["g"]}}


def _forward_dynamics(b: Backend, x: Arrays) -> Partials:
    if b.has("forward_dynamics_derivatives"):
        found = b.call("forward_dynamics_derivatives", x)
        by = {"q": found["dqdd_dq"], "qd": found["dqdd_dqd"], "tau": found["Minv"]}
        return {"qdd": by}
    Minv = b.call("inertia_inverse", x)["Minv"]
    state = {**x, "qdd": b.call("forward_dynamics", x)["qdd"]}
    torques = linearised(b, {name: array for name, array in state.items() if name != "tau"})
    by = {name: -b.sum("ij,jk->ik", Minv, torques[name]) for name in ("q", "qd")}
    return {"qdd": {**by, "tau": Minv}}


def _centre_of_mass(b: Backend, x: Arrays) -> Partials:
    return {"c": {"q": b.call("com_jacobian", x)["Jc"]}}


RULES: dict[str, Rule] = {
    "inverse_dynamics": Rule(OF_TORQUES, _inverse_dynamics, _pulled("tau")),
    "bias": Rule(OF_TORQUES, _bias, _pulled("h", "qdd")),
    "gravity": Rule(OF_TORQUES, _gravity, _pulled("g", "qd", "qdd")),
    "inertia_matrix": Rule(OF_INERTIA, _inertia_matrix),
    "inertia_and_bias": Rule(
        tuple((*one, *other) for one in OF_INERTIA for other in OF_TORQUES), _inertia_and_bias
    ),
    "inertia_inverse": Rule(OF_INERTIA, _inertia_inverse),
    "kinetic_energy": Rule(
        tuple(("inertia_matrix", *group) for group in OF_INERTIA), _kinetic_energy
    ),
    "potential_energy": Rule((("gravity",),), _potential_energy),
    "forward_dynamics": Rule(
        (
            ("forward_dynamics_derivatives",),
            *(("inertia_inverse", *group) for group in OF_TORQUES),
        ),
        _forward_dynamics,
    ),
    "com": Rule((("com_jacobian",),), _centre_of_mass),
    DERIVATIVES: Rule(((HESSIAN,),), second.of_derivatives),
    ADJOINT: Rule(tuple((HESSIAN, *group) for group in OF_TORQUES), second.of_adjoint),
    "forward_dynamics_derivatives": Rule(((HESSIAN,),), second.of_forward_derivatives),
}
"""By kernel; the first group of what a rule needs is what users are told to ask for."""
