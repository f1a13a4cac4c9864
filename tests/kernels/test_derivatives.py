"""Derivatives of the equations of motion are those of the torques and the accelerations themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import measure
from exact_differences import State, derivative
from exact_kernels import CASES, Case, case, with_kinds
from gen_robot.algebra.number import Number
from gen_robot.algorithms import METHODS as METHOD_TABLE
from gen_robot.ir.schedule import schedule
from gen_robot.kernels.legend import unexplained
from random_robots import random_robot
from traced_kernels import covers, graph_of, way

METHODS = ("composite", "relative", "relative_midway")
OF_CORIOLIS = (*METHODS, "denoc")

ROBOTS = CASES | {
    "slides": case(random_robot(7, 4, prismatic=0.7), 7),
    "universal": case(random_robot(8, 4, branched=True, kinds=("universal", "helical")), 8),
    "beyond": case(with_kinds("prismatic", "floating", "spherical", "planar"), 9),
}


def found(one: Case, kernel: str, algorithm: str, state: State) -> dict[str, np.ndarray]:
    """Return a kernel's outputs in the state of a case, from 60 digits."""
    outputs = one.values(kernel, algorithm, state)
    return {name: np.array([float(x) for x in values]) for name, values in outputs.items()}


@pytest.mark.parametrize("algorithm", METHODS)
@pytest.mark.parametrize("name", ROBOTS)
def test_derivatives_of_inverse_dynamics_are_differences_of_torques(
    name: str, algorithm: str
) -> None:
    one = ROBOTS[name]

    def torques(state: State) -> list[Number]:
        return [*one.values("inverse_dynamics", "gibbs_appell", state)["tau"]]

    given = found(one, "inverse_dynamics_derivatives", algorithm, one.numbers)
    measure.assert_same(given["tau"], [float(x) for x in torques(one.numbers)], 1e-15)
    for array, by in {"dtau_dq": "q", "dtau_dqd": "qd", "M": "qdd"}.items():
        reference = derivative(torques, one.numbers, by, one.model)
        measure.assert_same(given[array], reference.ravel(), 1e-15)


@pytest.mark.parametrize("algorithm", ["composite", "relative"])
@pytest.mark.parametrize("name", ["kinds", "floating", "followers", "load", "slides"])
def test_derivatives_of_forward_dynamics_are_differences_of_accelerations(
    name: str, algorithm: str
) -> None:
    one = ROBOTS[name]
    state = {**one.numbers, "tau": one.numbers["lambda"]}

    def accelerations(state: State) -> list[Number]:
        return [*one.values("forward_dynamics", "ldlt", state)["qdd"]]

    given = found(one, "forward_dynamics_derivatives", f"ldlt on {algorithm}", state)
    measure.assert_same(given["qdd"], [float(x) for x in accelerations(state)], 1e-15)
    for array, by in {"dqdd_dq": "q", "dqdd_dqd": "qd", "Minv": "tau"}.items():
        reference = derivative(accelerations, state, by, one.model)
        measure.assert_same(given[array], reference.ravel(), 1e-15)


@pytest.mark.parametrize("algorithm", OF_CORIOLIS)
@pytest.mark.parametrize("name", ["held", "kinds", "floating", "followers", "load", "beyond"])
def test_with_the_coriolis_matrix_energy_is_kept_and_the_bias_made(
    name: str, algorithm: str
) -> None:
    """Mdot - 2 C is skew, C qd + g is h: where joints turn one after another, that is Christoffel's."""
    one = replace(ROBOTS[name], friction=False)
    qd = one.state["qd"]
    n = len(qd)

    def inertias(state: State) -> list[Number]:
        return [*one.values("inertia_matrix", "crba", state)["M"]]

    C = found(one, "coriolis_matrix", algorithm, one.numbers)["C"].reshape(n, n)
    rate = (derivative(inertias, one.numbers, "q", one.model) @ qd).reshape(n, n)
    measure.assert_same(C + C.T, rate, 1e-14)
    h = found(one, "bias", "gibbs_appell", one.numbers)["h"]
    g = found(one, "gravity", "rnea", one.numbers)["g"]
    measure.assert_same(C @ qd + g, h, 1e-14)


@pytest.mark.parametrize("name", ["held", "followers", "load", "slides", "universal"])
def test_coefficients_of_velocities_are_christoffel_s_symbols_and_give_the_bias(name: str) -> None:
    """D_mkj = 1/2 (dM_mk/dq_j + dM_mj/dq_k - dM_kj/dq_m); D qd is the Coriolis matrix."""
    one = replace(ROBOTS[name], friction=False)
    qd = one.state["qd"]
    n = len(qd)

    def inertias(state: State) -> list[Number]:
        return [*one.values("inertia_matrix", "crba", state)["M"]]

    D = found(one, "coriolis_coefficients", "christoffel", one.numbers)["Dmkj"].reshape(n, n, n)
    assert np.array_equal(D, D.transpose(0, 2, 1))
    by_q = derivative(inertias, one.numbers, "q", one.model).reshape(n, n, n)
    symbols = (by_q + by_q.transpose(0, 2, 1) - by_q.transpose(2, 0, 1)) / 2
    measure.assert_same(D, symbols, 1e-14)
    h = found(one, "bias", "gibbs_appell", one.numbers)["h"]
    g = found(one, "gravity", "rnea", one.numbers)["g"]
    measure.assert_same(np.einsum("mkj,k,j", D, qd, qd), h - g, 1e-13)
    C = found(one, "coriolis_matrix", "composite", one.numbers)["C"].reshape(n, n)
    measure.assert_same(D @ qd, C, 1e-14)


def test_coefficients_of_velocities_ask_for_a_position_for_each_velocity() -> None:
    refusal = METHOD_TABLE["christoffel"].refusal(ROBOTS["floating"].model)
    assert refusal == "christoffel covers no joint in a plane or in space (floating_base)"


@pytest.mark.parametrize(
    ("kernel", "algorithm"),
    [
        ("coriolis_coefficients", "christoffel"),
        *(("coriolis_matrix", method) for method in OF_CORIOLIS),
        *(("inverse_dynamics_derivatives", method) for method in METHODS),
        ("forward_dynamics_derivatives", "ldlt on relative"),
    ],
)
@pytest.mark.parametrize("name", ["held", "floating", "load"])
def test_every_name_is_explained(name: str, kernel: str, algorithm: str) -> None:
    one = way(kernel, algorithm)
    if not covers(ROBOTS[name].model, one):
        return
    routine = schedule(graph_of(ROBOTS[name].model, one, passes=False))
    labels = [temporary.label for temporary in routine.temporaries]
    assert unexplained(one.all[0], labels) == []
