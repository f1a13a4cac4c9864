"""Gradient and Hessian of lambda . tau are its derivatives, for all robots and by every mode."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import measure
from exact_differences import State, derivative
from exact_kernels import CASES, case
from gen_robot.algebra.number import Number
from gen_robot.ir.routine import Comment
from gen_robot.ir.schedule import schedule
from gen_robot.kernels.legend import unexplained
from pinocchio_robot import mass_matrix, pinocchio_model
from random_robots import random_robot
from traced_kernels import evaluated, graph_of, way

ADJOINT, HESSIAN = "inverse_dynamics_adjoint", "inverse_dynamics_hessian"
MODES = ("turns_reverse", "reverse")
GRADIENT = {"gq": "q", "gqd": "qd", "gqdd": "qdd"}
BLOCKS = {"Hqq": (0, "q"), "Hqdq": (1, "q"), "Hqdqd": (1, "qd"), "Hqddq": (2, "q")}
"""Which part of the gradient is derived, and by what."""


@pytest.mark.parametrize("name", CASES)
def test_the_gradient_is_that_of_the_weighted_torques(name: str) -> None:
    one = CASES[name]
    for array, by in GRADIENT.items():
        reference = derivative(one.weighted, one.numbers, by, one.model)[0]
        for mode in MODES:
            found = one.values(ADJOINT, mode, one.numbers)[array]
            measure.assert_same([float(x) for x in found], reference, 1e-15)


@pytest.mark.parametrize("name", CASES)
def test_the_hessian_is_the_derivative_of_the_gradient(name: str) -> None:
    one = CASES[name]

    def gradient(state: State) -> list[Number]:
        return [x for part in one.values(ADJOINT, "reverse", state).values() for x in part]

    along = {by: derivative(gradient, one.numbers, by, one.model) for by in ("q", "qd")}
    n = len(one.state["qd"])
    for mode in MODES:
        found = one.values(HESSIAN, mode, one.numbers)
        for block, (row, by) in BLOCKS.items():
            reference = along[by][row * n : row * n + n].ravel()
            measure.assert_same([float(x) for x in found[block]], reference, 1e-15)


def test_derivatives_along_the_motions_of_one_joint_do_not_commute() -> None:
    """Turning about x, then y is another position than about y, then x: Hqq differs by gq of z."""
    one = case(random_robot(7, 1, kinds=("spherical",)), 1)
    Hqq = np.array([float(x) for x in one.values(HESSIAN, "reverse", one.numbers)["Hqq"]])
    gq = [float(x) for x in one.values(ADJOINT, "reverse", one.numbers)["gq"]]
    difference = Hqq.reshape(3, 3) - Hqq.reshape(3, 3).T
    expected = [[0, -gq[2], gq[1]], [gq[2], 0, -gq[0]], [-gq[1], gq[0], 0]]
    measure.assert_same(difference, np.array(expected), 1e-14)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(2))
def test_the_gradient_is_pinocchio_s_jacobian_weighted(seed: int, mode: str) -> None:
    """Depth first: Pinocchio's derivatives want the joints of each subtree in one run."""
    kinds = ("helical", "cylindrical", "planar", "spherical", "floating")
    description = random_robot(seed, 6, kinds=kinds, floating=seed % 2 == 1)
    one = case(description, seed)
    theirs = pinocchio_model(description)
    data, state = theirs.createData(), one.state
    pin.computeRNEADerivatives(theirs, data, state["q"], state["qd"], state["qdd"])
    M = mass_matrix(theirs, state["q"])
    found = evaluated(one.model, way(ADJOINT, mode), state)
    for array, jacobian in {"gq": data.dtau_dq, "gqd": data.dtau_dv, "gqdd": M}.items():
        measure.assert_same(found[array], state["lambda"] @ jacobian, 1e-11)


@pytest.mark.parametrize("kernel", [ADJOINT, HESSIAN])
@pytest.mark.parametrize("name", ["held", "kinds", "followers"])
def test_every_name_is_explained_and_most_values_have_one(name: str, kernel: str) -> None:
    one = CASES[name]
    for mode in MODES:
        each = way(kernel, mode)
        routine = schedule(graph_of(one.model, each, friction=one.friction, passes=False))
        labels = [t.label for t in routine.temporaries]
        assert unexplained(each.all[0], labels) == []
        assert sum(label.symbol == "t" for label in labels) < 0.55 * len(labels)
        words = [label.word for label in labels]
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("kernel", [ADJOINT, HESSIAN])
def test_derivatives_stand_under_headings_that_say_so(kernel: str) -> None:
    graph = graph_of(CASES["held"].model, way(kernel, "reverse"))
    comments = [s.text for s in schedule(graph).statements if isinstance(s, Comment)]
    assert any("adjoints: " in text for text in comments)
    assert any("derivatives: " in text for text in comments) or kernel == ADJOINT
