"""Articulated recursions, eliminations, energies and external wrenches against Pinocchio and laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pinocchio as pin
import pytest

import closed_forms
import measure
import pinocchio_robot
from arrays import Array
from gen_robot.algebra.frame import shift, turn_x
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import Scalar, SymMat3, Values, Vec3
from gen_robot.algorithms import aba, crba, energy, gauss_jordan, gibbs_appell, ldlt, rnea, udut
from gen_robot.algorithms.external import on_every_link
from gen_robot.algorithms.inertia_bounds import diagonal_bounds, pivot_check
from gen_robot.algorithms.tape import SingularPivot, Tape
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.model.formulation import Formulation
from gen_robot.model.model import Model
from random_robots import CONVENTIONS, general_robot, random_robot, random_state
from shipped_robots import described
from traced_algorithms import TracedAlgorithm, square, traced
from traced_kernels import LUMPED, PLAIN, PLAIN_HELD, REGROUPED, model_of

EPSILON = Number(2) ** -52
OTHER_KINDS = ("helical", "cylindrical", "planar", "spherical", "floating")
AS_GIVEN = (PLAIN, PLAIN_HELD)
"""The forms that leave masses where they are."""
ANY = (*AS_GIVEN, LUMPED, REGROUPED)


@dataclass(frozen=True)
class Case:
    """Hold a robot and one state."""

    description: Description
    reference: pin.Model
    state: dict[str, Array]

    def model(self, form: Formulation = PLAIN) -> Model:
        return model_of(self.description, form)

    @property
    def q(self) -> Array:
        return self.state["q"]

    @property
    def M(self) -> Array:
        return pinocchio_robot.mass_matrix(self.reference, self.q)

    @property
    def forces(self) -> pin.StdVec_Force:
        wrenches = self.state["fext"].reshape(-1, 6)
        return pinocchio_robot.joint_forces(self.description, wrenches)


@cache
def case(joints: int, sort: str) -> Case:
    description = random_robot(
        joints,
        joints,
        branched=sort != "serial",
        fixed=0.2 if joints % 3 == 0 else 0.0,
        convention=list(CONVENTIONS)[joints % 3],
        kinds=OTHER_KINDS if sort == "other kinds" else (),
    )
    q, qd, qdd, tau = random_state(description, joints)
    model = model_of(description, PLAIN)
    fext = np.random.default_rng(joints).uniform(-20, 20, 6 * len(model.links))
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, "fext": fext}
    return Case(description, pinocchio_robot.pinocchio_model(description), state)


SAMPLE = [(n, sort) for n in range(1, 10) for sort in ("serial", "branched", "other kinds")]
on_all_robots = pytest.mark.parametrize("key", SAMPLE, ids=str)


def with_pivots(algorithm: Callable[..., object]) -> Callable[..., object]:
    """Give an algorithm that frees joints the test of its pivots."""

    def trace(model: Model, t: Tape, q: Values, *others: Values) -> object:
        return algorithm(model, t, q, *others[:2], pivot_check(model, t, q, EPSILON))

    return trace


def eliminated(model: Model, t: Tape, q: Values, qd: Values, tau: Values) -> list[Scalar]:
    """Return qdd by forming M and h, and eliminating."""
    h = gibbs_appell.bias(model, t, q, qd)
    b = [x - y for x, y in zip(tau, h, strict=True)]
    return gauss_jordan.solve(t, crba.inertia_matrix(model, t, q), b, EPSILON)


FORWARD_DYNAMICS: dict[str, Callable[..., object]] = {
    "aba": with_pivots(aba.forward_dynamics),
    "udut": with_pivots(udut.forward_dynamics),
    "gauss_jordan": eliminated,
}


def forward_dynamics(name: str, model: Model) -> TracedAlgorithm:
    return traced(model, FORWARD_DYNAMICS[name], "q", "qd", "tau")


def factors(model: Model, q: Array) -> tuple[Array, Array]:
    found = traced(model, with_pivots(udut.factors), "q")({"q": q})
    return square(found[: -model.nv]), found[-model.nv :]


def inertia_inverse(model: Model, q: Array) -> Array:
    return square(traced(model, with_pivots(udut.inertia_inverse), "q")({"q": q}))


# Against Pinocchio --------------------------------------------------------------------------------


@on_all_robots
@pytest.mark.parametrize("form", AS_GIVEN, ids=str)
@pytest.mark.parametrize("name", FORWARD_DYNAMICS)
def test_forward_dynamics_agree_with_pinocchio(name, form, key):
    c = case(*key)
    algorithm = forward_dynamics(name, c.model(form))
    q, qd, tau = (c.state[name] for name in ("q", "qd", "tau"))
    expected = pinocchio_robot.forward_dynamics(c.reference, q, qd, tau)
    measure.assert_solution(algorithm(c.state), expected, c.M)
    assert not algorithm.failing(c.state)


@on_all_robots
@pytest.mark.parametrize("form", ANY, ids=str)
def test_external_wrenches_act_as_in_pinocchio(form, key):
    c = case(*key)
    model = c.model(form)
    q, qd, qdd, tau = (c.state[name] for name in ("q", "qd", "qdd", "tau"))

    def pushed(model, t, q, qd, qdd, fext):
        return rnea.inverse_dynamics(model, t, q, qd, qdd, on_every_link(t, q, fext))

    def accelerated(model, t, q, qd, tau, fext):
        check = pivot_check(model, t, q, EPSILON)
        external = on_every_link(t, q, fext)
        return aba.forward_dynamics(model, t, q, qd, tau, check, external)

    torques = traced(model, pushed, "q", "qd", "qdd", "fext")(c.state)
    expected = pinocchio_robot.inverse_dynamics(c.reference, q, qd, qdd, c.forces)
    measure.assert_same(torques, expected)
    if form in AS_GIVEN:
        algorithm = traced(model, accelerated, "q", "qd", "tau", "fext")
        expected = pinocchio_robot.forward_dynamics(c.reference, q, qd, tau, c.forces)
        measure.assert_solution(algorithm(c.state), expected, c.M)


@on_all_robots
@pytest.mark.parametrize("form", ANY, ids=str)
def test_energies_agree_with_pinocchio(form, key):
    c = case(*key)
    model = c.model(form)
    (kinetic,) = traced(model, energy.kinetic_energy, "q", "qd")(c.state)
    measure.assert_same(kinetic, pinocchio_robot.kinetic_energy(c.reference, c.q, c.state["qd"]))
    if form in AS_GIVEN:
        (potential,) = traced(model, energy.potential_energy, "q")(c.state)
        weight = sum(float(k.body.mass) for k in c.model().links) * 9.81
        expected = pinocchio_robot.potential_energy(c.reference, c.q)
        measure.assert_same(potential, expected, scale=weight)


# Laws ---------------------------------------------------------------------------------------------


@on_all_robots
@pytest.mark.parametrize("form", AS_GIVEN, ids=str)
def test_the_factors_multiply_to_the_inertia_matrix(form, key):
    c = case(*key)
    U, D = factors(c.model(form), c.q)
    assert np.array_equal(U, np.triu(U)) and np.all(np.diag(U) == 1) and np.all(D > 0)
    measure.assert_same(U @ np.diag(D) @ U.T, c.M)
    owners = [k for k in c.model().links for _ in range(k.kind.nv)]
    for i, j in np.argwhere(U):
        assert owners[i].number in path(c.model(), owners[j].number)


def path(model: Model, number: int) -> list[int]:
    """Return the links from one to the base."""
    return [number, *path(model, model.link(number).parent)] if number else []


@on_all_robots
@pytest.mark.parametrize("form", AS_GIVEN, ids=str)
def test_the_inverse_times_the_inertia_matrix_is_one(form, key):
    c = case(*key)
    found = inertia_inverse(c.model(form), c.q)
    measure.assert_same(found, found.T)
    measure.assert_solution(found @ c.M, np.eye(len(c.M)), c.M)


@on_all_robots
def test_bounds_of_the_diagonal_hold(key):
    c = case(*key)
    bounds = traced(c.model(), lambda model, t, q: diagonal_bounds(model, q), "q")(c.state)
    assert np.all(bounds >= np.diag(c.M) * (1 - 1e-14))


def test_a_straight_arm_reaches_its_bounds():
    description = described("planar3")
    found = traced(model_of(description, PLAIN), lambda m, t, q: diagonal_bounds(m, q), "q")
    assert found.size == 0
    reference = pinocchio_robot.pinocchio_model(description)
    stretched = pinocchio_robot.mass_matrix(reference, np.zeros(3))
    measure.assert_same(found({"q": np.zeros(3)}), np.diag(stretched))


@pytest.mark.parametrize("key", [k for k in SAMPLE if k[1] != "other kinds"], ids=str)
def test_work_of_the_joints_goes_into_the_energies(key):
    c = case(*key)

    def total(model: Model, t: Tape, q: Values, qd: Values) -> Scalar:
        kinetic = energy.kinetic_energy(model, t, q, qd)
        return kinetic + energy.potential_energy(model, t, q)

    algorithm = traced(c.model(), total, "q", "qd")
    torques = traced(c.model(), rnea.inverse_dynamics, "q", "qd", "qdd")(c.state)
    q, qd, qdd = (c.state[name] for name in ("q", "qd", "qdd"))
    step = 4e-4  # of a difference formula of fourth order, which gives ten digits
    times = step * np.array([[-2.0], [-1.0], [1.0], [2.0]])
    there = {"q": q + times * qd + times**2 / 2 * qdd, "qd": qd + times * qdd}
    growth = np.array([1, -8, 8, -1]) @ algorithm(there)[:, 0] / (12 * step)
    measure.assert_same(growth, qd @ torques, 1e-9, scale=np.abs(qd) @ np.abs(torques))


@pytest.mark.parametrize("seed", range(5))
def test_planar_robot_has_sahas_closed_forms(seed):
    theta = np.random.default_rng(seed).uniform(-3, 3, 3)
    m, length = np.array([3.0, 2.0, 1.0]), np.array([1.0, 0.8, 0.5])
    model = model_of(described("planar3"), PLAIN)
    M = closed_forms.planar3_inertia_matrix(m, length, theta)
    expected = closed_forms.planar3_udut(m, length, theta)
    for found, printed in zip(factors(model, theta), expected, strict=True):
        measure.assert_solution(found, printed, M)
    inverse = closed_forms.planar3_inertia_inverse(m, length, theta)
    measure.assert_solution(inertia_inverse(model, theta), inverse, M)


# Precision and operations -------------------------------------------------------------------------


def loss_in_single_precision(name: str, model: Model) -> float:
    """Return the largest error of qdd over 180 positions of the second of two links, at rest."""
    algorithm = forward_dynamics(name, model)
    angle = np.arange(0, 360, 2, dtype=np.float32) * np.float32(np.pi / 180)
    at_rest = np.zeros((len(angle), 2))
    state = {"q": np.stack([0 * angle, angle], axis=-1), "qd": at_rest, "tau": at_rest}
    found = algorithm(state, single=True)
    assert found.dtype == np.float32
    return float(np.max(np.abs(found - algorithm(state))))


@pytest.mark.parametrize("name", ["aba", "udut"])
def test_articulated_inertias_keep_single_precision_on_an_ill_conditioned_robot(name):
    model = model_of(described("two_link"), PLAIN)
    assert loss_in_single_precision(name, model) < 1e-3
    # The robot is a hard one: eliminating in its inertia matrix loses a thousand times more.
    assert loss_in_single_precision("gauss_jordan", model) > 0.1


def test_recursions_need_no_more_operations_than_the_papers_say():
    model = model_of(general_robot(6), PLAIN)
    for name in ("aba", "udut"):
        operations = forward_dynamics(name, model).operations
        assert operations.mul <= min(205 * 6 - 336, 201 * 6 - 335)
        assert operations.add <= min(188 * 6 - 334, 193 * 6 - 361)


# What cannot be solved ----------------------------------------------------------------------------


def two_bars(first: Inertial, second: Inertial) -> Description:
    """Return two bars whose axes cross at right angles."""
    joints = [
        JointDescription("joint1", "revolute", shift(ZERO, ZERO, ZERO)),
        JointDescription("joint2", "revolute", turn_x(PI / 2)),
    ]
    links = (
        LinkDescription("bar1", BASE, joints[0], first),
        LinkDescription("bar2", "bar1", joints[1], second),
    )
    return Description("bars", links, "bars.yaml")


NOTHING = Inertial(ZERO, Vec3(ZERO, ZERO, ZERO), SymMat3(*[ZERO] * 6))
ROD = Inertial(ONE, Vec3(ONE / 2, ZERO, ZERO), SymMat3(ZERO, ONE / 12, ONE / 12, *[ZERO] * 3))


@pytest.mark.parametrize("name", FORWARD_DYNAMICS)
def test_a_tip_without_mass_is_refused_when_tracing(name):
    model = model_of(two_bars(ROD, NOTHING), PLAIN)
    with pytest.raises(SingularPivot) as refused:
        forward_dynamics(name, model)
    assert refused.value.joint == 2


@pytest.mark.parametrize("name", FORWARD_DYNAMICS)
def test_a_pivot_that_vanishes_at_one_position_is_found_there(name):
    # A thin rod on a link without mass: upright, it lies in the first axis and resists nothing.
    algorithm = forward_dynamics(name, model_of(two_bars(NOTHING, ROD), PLAIN))
    at_rest = {"qd": np.zeros(2), "tau": np.zeros(2)}
    assert algorithm.failing({"q": np.array([0.3, np.pi / 2]), **at_rest}) == [1]
    assert not algorithm.failing({"q": np.array([0.3, np.pi / 2 - 1e-6]), **at_rest})
    assert not algorithm.failing({"q": np.array([0.3, 0.4]), **at_rest})


def test_a_rotor_makes_a_link_without_mass_movable():
    description = two_bars(ROD, NOTHING)
    first, second = description.links
    driven = replace(second, joint=replace(second.joint, rotor_inertia=ONE / 10))
    model = model_of(replace(description, links=(first, driven)), PLAIN)
    _, D = factors(model, np.array([0.1, 0.2]))
    measure.assert_same(D, [1 / 3, 0.1])
    state = {"q": np.array([0.1, 0.2]), "qd": np.zeros(2), "tau": np.array([1.0, 2.0])}
    measure.assert_same(forward_dynamics("aba", model)(state), [3.0, 20.0])


@pytest.mark.parametrize("solver", [gauss_jordan, ldlt])
def test_solvers_solve_any_positive_definite_matrix(solver):
    root = np.random.default_rng(1).normal(size=(5, 5))
    matrix, b = root @ root.T + np.eye(5), np.arange(5.0)
    graph = Graph()
    M, right = graph.inputs("M", 25), graph.inputs("b", 5)
    rows = [list(M[5 * i : 5 * i + 5]) for i in range(5)]
    x = solver.solve(Tape(graph), rows, right, EPSILON)
    found = evaluate(x, {"M": matrix.ravel(), "b": b})
    measure.assert_solution(found, np.linalg.solve(matrix, b), matrix)
