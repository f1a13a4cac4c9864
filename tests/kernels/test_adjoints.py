"""Gradient and Hessian of lambda . tau are its derivatives, for all robots and by every mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin
import pytest

import measure
from arrays import Array
from exact_differences import State, derivative, exact
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.description.description import Description, Mimic
from gen_robot.ir.evaluate import evaluate_exactly
from gen_robot.model.model import Model
from pinocchio_robot import mass_matrix, pinocchio_model
from random_robots import random_robot, random_state
from shipped_robots import described
from traced_kernels import HELD, REGROUPED, evaluated, graph_of, inputs_of, model_of, way

ADJOINT, HESSIAN = "inverse_dynamics_adjoint", "inverse_dynamics_hessian"
MODES = ("turns_reverse", "reverse")
GRADIENT = {"gq": "q", "gqd": "qd", "gqdd": "qdd"}
BLOCKS = {"Hqq": (0, "q"), "Hqdq": (1, "q"), "Hqdqd": (1, "qd"), "Hqddq": (2, "q")}
"""Which part of the gradient is derived, and by what."""


@dataclass(frozen=True)
class Case:
    """Hold a model and a state of it; what is known at run time only is among the state's arrays."""

    model: Model
    state: dict[str, Array]
    friction: bool = False

    @property
    def numbers(self) -> State:
        return {name: exact(values) for name, values in self.state.items()}

    def values(self, kernel: str, algorithm: str, state: State) -> dict[str, Sequence[Number]]:
        """Return a kernel's outputs with 60 digits."""
        graph = graph_of(self.model, way(kernel, algorithm), friction=self.friction, passes=False)
        inputs = {name: state[name] for name in inputs_of(self.model, kernel)}
        return {a: evaluate_exactly(nodes, inputs) for a, nodes in graph.outputs.items()}

    def weighted(self, state: State) -> list[Number]:
        """Return lambda . tau, from the torques themselves."""
        tau = self.values("inverse_dynamics", "gibbs_appell", state)["tau"]
        return [sum((a * b for a, b in zip(state["lambda"], tau, strict=True)), start=Number(0))]


def case(
    description: Description,
    seed: int,
    *,
    held: bool = False,
    payload: str | None = None,
    friction: bool = False,
) -> Case:
    model = model_of(description, HELD if held else REGROUPED, payload)
    rng = np.random.default_rng(seed)
    q, qd, qdd, _ = random_state(description, seed)
    q, qd, qdd = q[: model.free_nq], qd[: model.free_nv], qdd[: model.free_nv]
    state = {"q": q, "qd": qd, "qdd": qdd, "lambda": rng.uniform(-2, 2, len(qd))}
    if payload is not None:
        state["payload"] = rng.uniform(0.1, 1, 10)
    return Case(model, state, friction)


def with_kinds(*kinds: str) -> Description:
    """Return a tree whose first joints are of these kinds."""
    robot = random_robot(2, len(kinds) + 1, branched=True, prismatic=0.0)
    given = {"helical": {"pitch": Number("0.2")}}
    links = list(robot.links)
    for k, kind in enumerate(kinds):
        own = replace(links[k].joint, type=kind, given=given.get(kind, {}), rotor_inertia=ZERO)
        links[k] = replace(links[k], joint=own)
    return replace(robot, links=tuple(links))


def with_followers() -> Description:
    """Return a chain of four joints; two follow the second, one of them exactly."""
    robot = random_robot(4, 4, prismatic=0.0)
    ties = {2: Mimic("joint2", ONE, ZERO), 3: Mimic("joint2", Number("-0.5"), Number("0.3"))}
    links = [
        replace(link, joint=replace(link.joint, mimic=ties.get(k)))
        for k, link in enumerate(robot.links)
    ]
    return replace(robot, links=tuple(links))


CASES = {
    "held": case(described("puma560"), 1, held=True),
    "kinds": case(with_kinds("planar", "helical", "spherical", "cylindrical"), 3),
    "floating": case(random_robot(5, 2, floating=True), 5),
    "followers": case(with_followers(), 4, friction=True),
    "load": case(random_robot(6, 3), 6, payload="link3", friction=True),
}


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
@pytest.mark.parametrize("seed", range(4))
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
