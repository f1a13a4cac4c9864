"""Differentiating the graph of the torques gives their derivatives, in every mode."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import measure
from exact_differences import State, derivative
from exact_kernels import CASES, Case
from gen_robot.algebra.number import Number
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.kernels.array import Array, square
from gen_robot.kernels.differentiated import CORIOLIS_MATRIX, INVERSE_DYNAMICS_DERIVATIVES
from gen_robot.kernels.dynamics import QD, QDD, TAU, M, Q
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import PLAIN
from gen_robot.options import Options

DERIVATIVES = Kernel(
    "inverse_dynamics_derivatives",
    "derivatives of inverse dynamics",
    (Q, QD, QDD),
    (TAU, M, Array("dtau_dq", "", "", square), Array("dtau_dqd", "", "", square)),
    (INVERSE_DYNAMICS_DERIVATIVES,),
)
CORIOLIS = Kernel(
    "coriolis_matrix", "Coriolis matrix", (Q, QD), (Array("C", "", "", square),), (CORIOLIS_MATRIX,)
)


def modes(kernel: Kernel, basis: str) -> list[Way]:
    """Return the ways to a kernel by all modes, on what is chosen mostly."""
    return [way for way in ways(kernel, [PLAIN]) if way.basis == basis]


def values(one: Case, kernel: Kernel, way: Way) -> dict[str, np.ndarray]:
    """Return a kernel's outputs in the state of a case."""
    setting = Options(friction=one.friction).setting
    graph = trace(kernel, replace(way, formulation=PLAIN), {PLAIN: one.model}, setting)
    numbers = {name: x for name, x in one.numbers.items() if name != "lambda"}
    return {
        array: np.array([float(x) for x in evaluate_exactly(nodes, numbers)])
        for array, nodes in graph.outputs.items()
    }


@pytest.mark.parametrize("name", CASES)
def test_in_every_mode_derivatives_of_torques_are_their_differences(name: str) -> None:
    one = CASES[name]

    def torques(state: State) -> list[Number]:
        return [*one.values("inverse_dynamics", "gibbs_appell", state)["tau"]]

    by = {array: derivative(torques, one.numbers, array, one.model) for array in ("q", "qd", "qdd")}
    for way in modes(DERIVATIVES, "crba+gibbs_appell"):
        found = values(one, DERIVATIVES, way)
        for array, reference in {"dtau_dq": by["q"], "dtau_dqd": by["qd"], "M": by["qdd"]}.items():
            measure.assert_same(found[array], reference.ravel(), 1e-15)


@pytest.mark.parametrize("name", ["held", "followers", "load"])
def test_the_coriolis_matrix_is_half_the_bias_s_derivative_in_every_mode(name: str) -> None:
    one = replace(CASES[name], friction=False)

    def bias(state: State) -> list[Number]:
        return [*one.values("bias", "gibbs_appell", state)["h"]]

    reference = derivative(bias, one.numbers, "qd", one.model) / 2
    for way in modes(CORIOLIS, "gibbs_appell"):
        measure.assert_same(values(one, CORIOLIS, way)["C"], reference.ravel(), 1e-15)


def test_no_graph_is_differentiated_for_christoffel_s_form_of_joints_in_space() -> None:
    way = modes(CORIOLIS, "gibbs_appell")[0]
    assert way.not_covered(CASES["held"].model) is None
    assert "covers no joint in a plane or in space" in (way.not_covered(CASES["kinds"].model) or "")


def test_every_mode_is_a_way() -> None:
    names = {way.algorithm for way in modes(DERIVATIVES, "crba+gibbs_appell")}
    assert names == {"forward", "reverse", "turns_forward", "turns_reverse", "cross_country"}
