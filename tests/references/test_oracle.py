"""The oracle against Pinocchio, Lagrange's equations, closed forms, and itself."""

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
from gen_robot.algebra.frame import shift
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from lagrangian import lagrangian
from oracle import (
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
from oracle.robot import Body, Robot, robot
from random_robots import CONVENTIONS, general_robot, random_robot, random_state


@dataclass(frozen=True)
class Case:
    """Hold a robot as each side sees it, and one state."""

    description: Description
    robot: Robot
    model: pin.Model
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    fext: Array

    @property
    def M(self) -> Array:
        return pinocchio_robot.mass_matrix(self.model, self.q)

    @property
    def gravity_scale(self) -> float:
        """Return the largest weight, for joints on which gravity has no hold."""
        return float(sum(link.body.m for link in self.robot.links) * np.linalg.norm(self.robot.g))


@cache
def case(joints: int, branched: bool, seed: int) -> Case:
    number = 100 * seed + 2 * joints + branched
    description = random_robot(
        number,
        joints,
        branched=branched,
        fixed=0.25 if number % 3 == 0 else 0.0,
        convention=list(CONVENTIONS)[(joints + seed) % 3],
    )
    return Case(
        description,
        robot(description),
        pinocchio_robot.pinocchio_model(description),
        *random_state(description, number),
        np.random.default_rng(number).uniform(-20, 20, (joints, 6)),
    )


SERIAL = [(n, False, seed) for n in range(1, 10) for seed in range(2)]
BRANCHED = [(n, True, seed) for n in range(3, 10) for seed in range(2)]
SAMPLE = SERIAL + BRANCHED

on_serial_robots = pytest.mark.parametrize("key", SERIAL, ids=str)
on_all_robots = pytest.mark.parametrize("key", SAMPLE, ids=str)

InertiaMatrix = Callable[[Robot, Array], Array]
INERTIA_MATRIX_OF_TREES: list[InertiaMatrix] = [
    crba.inertia_matrix,
    gah.inertia_matrix,
    noc.inertia_matrix,
]
INERTIA_MATRIX_OF_CHAINS: list[InertiaMatrix] = [
    lin.inertia_matrix,
    renaud.inertia_matrix,
    walker_orin.inertia_matrix,
]
FORWARD_DYNAMICS = [
    aba.forward_dynamics,
    cholesky.forward_dynamics,
    gauss_jordan.forward_dynamics,
    ldlt.forward_dynamics,
    udut.forward_dynamics,
]


def by_module(function: Callable[..., Array]) -> str:
    return function.__module__.rpartition(".")[2]


# Against Pinocchio --------------------------------------------------------------------------------


@on_all_robots
@pytest.mark.parametrize("inertia_matrix", INERTIA_MATRIX_OF_TREES, ids=by_module)
def test_inertia_matrix_of_a_tree_agrees_with_pinocchio(inertia_matrix, key):
    c = case(*key)
    measure.assert_same(inertia_matrix(c.robot, c.q), c.M)


@on_serial_robots
@pytest.mark.parametrize("inertia_matrix", INERTIA_MATRIX_OF_CHAINS, ids=by_module)
def test_inertia_matrix_of_a_chain_agrees_with_pinocchio(inertia_matrix, key):
    c = case(*key)
    measure.assert_same(inertia_matrix(c.robot, c.q), c.M)


@on_all_robots
@pytest.mark.parametrize("algorithm", [gibbs_appell, rnea], ids=lambda a: a.__name__)
def test_inverse_dynamics_and_bias_agree_with_pinocchio(algorithm, key):
    c = case(*key)
    tau = pinocchio_robot.inverse_dynamics(c.model, c.q, c.qd, c.qdd)
    measure.assert_same(algorithm.inverse_dynamics(c.robot, c.q, c.qd, c.qdd), tau)
    h = pinocchio_robot.bias(c.model, c.q, c.qd)
    measure.assert_same(algorithm.bias(c.robot, c.q, c.qd), h, scale=c.gravity_scale)


@on_serial_robots
def test_lins_bias_agrees_with_pinocchio(key):
    c = case(*key)
    h = pinocchio_robot.bias(c.model, c.q, c.qd)
    measure.assert_same(lin.bias(c.robot, c.q, c.qd), h, scale=c.gravity_scale)


@on_all_robots
def test_gravity_agrees_with_pinocchio(key):
    c = case(*key)
    g = pinocchio_robot.gravity(c.model, c.q)
    measure.assert_same(rnea.gravity(c.robot, c.q), g, scale=c.gravity_scale)


@on_all_robots
@pytest.mark.parametrize("forward_dynamics", FORWARD_DYNAMICS, ids=by_module)
def test_forward_dynamics_agree_with_pinocchio(forward_dynamics, key):
    c = case(*key)
    qdd = pinocchio_robot.forward_dynamics(c.model, c.q, c.qd, c.tau)
    measure.assert_solution(forward_dynamics(c.robot, c.q, c.qd, c.tau), qdd, c.M)


@on_all_robots
def test_external_wrenches_act_as_in_pinocchio(key):
    c = case(*key)
    forces = pinocchio_robot.joint_forces(c.description, c.fext)
    tau = pinocchio_robot.inverse_dynamics(c.model, c.q, c.qd, c.qdd, forces)
    measure.assert_same(rnea.inverse_dynamics(c.robot, c.q, c.qd, c.qdd, c.fext), tau)
    qdd = pinocchio_robot.forward_dynamics(c.model, c.q, c.qd, c.tau, forces)
    measure.assert_solution(aba.forward_dynamics(c.robot, c.q, c.qd, c.tau, c.fext), qdd, c.M)


@on_all_robots
@pytest.mark.parametrize("algorithm", [udut, cholesky], ids=lambda a: a.__name__)
def test_inertia_inverse_agrees_with_pinocchio(algorithm, key):
    c = case(*key)
    measure.assert_solution(algorithm.inertia_inverse(c.robot, c.q), np.linalg.inv(c.M), c.M)


@on_all_robots
def test_energies_agree_with_pinocchio(key):
    c = case(*key)
    T = pinocchio_robot.kinetic_energy(c.model, c.q, c.qd)
    measure.assert_same(energy.kinetic_energy(c.robot, c.q, c.qd), T)
    V = pinocchio_robot.potential_energy(c.model, c.q)
    measure.assert_same(energy.potential_energy(c.robot, c.q), V, scale=c.gravity_scale)


# Identities ---------------------------------------------------------------------------------------


@on_all_robots
def test_inertia_matrix_columns_are_inverse_dynamics_of_unit_accelerations(key):
    c = case(*key)
    M, at_rest = crba.inertia_matrix(c.robot, c.q), np.zeros(c.robot.n)
    tau_0 = rnea.inverse_dynamics(c.robot, c.q, at_rest, at_rest)
    for column, unit in zip(M.T, np.eye(c.robot.n), strict=True):
        tau = rnea.inverse_dynamics(c.robot, c.q, at_rest, unit)
        measure.assert_same(tau - tau_0, column, scale=np.max(np.abs(tau_0)))


@on_all_robots
def test_inertia_matrix_is_symmetric_and_positive_definite(key):
    c = case(*key)
    M = noc.inertia_matrix(c.robot, c.q)
    measure.assert_same(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0


@on_all_robots
def test_forward_dynamics_undo_inverse_dynamics(key):
    c = case(*key)
    for friction in (False, True):
        tau = rnea.inverse_dynamics(c.robot, c.q, c.qd, c.qdd, friction=friction)
        qdd = aba.forward_dynamics(c.robot, c.q, c.qd, tau, friction=friction)
        # What tau hides in its last digits, M^-1 brings back: the error is measured against both.
        scale = np.linalg.norm(np.linalg.inv(c.M), 2) * np.max(np.abs(tau))
        measure.assert_same(qdd, c.qdd, scale=scale)


@on_all_robots
def test_work_of_the_joints_goes_into_the_energies(key):
    c = case(*key)

    def total(t: float) -> float:
        q, qd = c.q + t * c.qd + t**2 / 2 * c.qdd, c.qd + t * c.qdd
        return energy.kinetic_energy(c.robot, q, qd) + energy.potential_energy(c.robot, q)

    step = 4e-4  # of a difference formula of fourth order, which gives ten digits
    near, far = (total(k * step) - total(-k * step) for k in (1, 2))
    tau = rnea.inverse_dynamics(c.robot, c.q, c.qd, c.qdd)
    growth = (8 * near - far) / (12 * step)
    measure.assert_same(growth, c.qd @ tau, 1e-9, scale=np.abs(c.qd) @ np.abs(tau))


@on_all_robots
def test_friction_takes_energy_away(key):
    c = case(*key)
    loss = rnea.bias(c.robot, c.q, c.qd, friction=True) - rnea.bias(c.robot, c.q, c.qd)
    assert np.all(loss * c.qd > 0)
    for algorithm in (gibbs_appell, lin) if c.robot.serial else (gibbs_appell,):
        friction = algorithm.bias(c.robot, c.q, c.qd, friction=True)
        measure.assert_same(friction, rnea.bias(c.robot, c.q, c.qd, friction=True))


@on_all_robots
def test_udut_factors_multiply_to_the_inertia_matrix(key):
    c = case(*key)
    U, D = udut.factors(c.robot, c.q)
    assert np.array_equal(U, np.triu(U)) and np.all(np.diag(U) == 1) and np.all(D > 0)
    measure.assert_same(U @ np.diag(D) @ U.T, c.M)


# Small robots -------------------------------------------------------------------------------------


def bars(lengths: tuple[str, ...], masses: tuple[str, ...], gravity: Vec3) -> Description:
    """Return a planar robot of uniform bars in the x-y plane."""
    links: list[LinkDescription] = []
    reach = ZERO
    for i, (length, mass) in enumerate(zip(map(Number, lengths), map(Number, masses), strict=True)):
        moment = mass * length * length / 12
        body = Inertial(
            mass,
            Vec3(length / 2, ZERO, ZERO),
            SymMat3(ZERO, moment, moment, ZERO, ZERO, ZERO),
        )
        joint = JointDescription(f"joint{i + 1}", "revolute", shift(reach, ZERO, ZERO))
        links.append(LinkDescription(f"bar{i + 1}", links[-1].name if links else BASE, joint, body))
        reach = length
    return Description("bars", tuple(links), "bars.yaml", gravity)


DOWN_Y = Vec3(ZERO, Number("-9.81"), ZERO)
SMALL = {
    "two_link": bars(("0.5", "0.4"), ("2", "1.5"), DOWN_Y),
    "planar3": bars(("0.5", "0.4", "0.3"), ("2", "1.5", "0.8"), DOWN_Y),
    "spatial": random_robot(12, 3, prismatic=0.4),
    "tree_with_fixed_links": random_robot(90, 3, branched=True, fixed=0.4),
}


@cache
def derived(name: str):
    return lagrangian(SMALL[name])


@pytest.mark.xdist_group("lagrangian")
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_small_robots_obey_lagranges_equations(name, seed):
    exact, r = derived(name), robot(SMALL[name])
    q, qd, _, _ = random_state(SMALL[name], seed)
    measure.assert_same(crba.inertia_matrix(r, q), exact.inertia_matrix(q))
    measure.assert_same(rnea.bias(r, q, qd), exact.bias(q, qd))
    measure.assert_same(rnea.gravity(r, q), exact.gravity(q))
    measure.assert_same(energy.kinetic_energy(r, q, qd), exact.kinetic_energy(q, qd))
    # Links that are fixed to the base add a constant to one of the two.
    at_zero = np.zeros(r.n)
    rise = energy.potential_energy(r, q) - energy.potential_energy(r, at_zero)
    measure.assert_same(rise, exact.potential_energy(q) - exact.potential_energy(at_zero))


@pytest.mark.parametrize("seed", range(3))
def test_planar_robot_has_sahas_closed_forms(seed):
    r = robot(SMALL["planar3"])
    m = np.array([link.body.m for link in r.links])
    length = np.array([0.5, 0.4, 0.3])
    theta = random_state(SMALL["planar3"], seed)[0]
    M = closed_forms.planar3_inertia_matrix(m, length, theta)
    measure.assert_same(crba.inertia_matrix(r, theta), M)
    U, D = closed_forms.planar3_udut(m, length, theta)
    for found, printed in zip(udut.factors(r, theta), (U, D), strict=True):
        measure.assert_solution(found, printed, M)
    inverse = closed_forms.planar3_inertia_inverse(m, length, theta)
    measure.assert_solution(udut.inertia_inverse(r, theta), inverse, M)


# The tools themselves -----------------------------------------------------------------------------


def test_sample_holds_what_the_laws_are_about():
    links = [link for key in SAMPLE for link in case(*key).description.links]
    moving = [link for link in links if link.joint.type != "fixed"]
    assert {link.joint.type for link in links} == {"revolute", "prismatic", "fixed"}
    assert any(not link.inertial.mass for link in moving)
    assert any(link.joint.rotor_inertia for link in moving)
    assert any(not link.joint.rotor_inertia and not link.inertial.mass for link in moving)
    assert any(not case(*key).robot.serial for key in BRANCHED)


def test_random_robots_depend_on_their_seed_alone():
    assert random_robot(7, 5, branched=True) == random_robot(7, 5, branched=True)
    assert random_robot(7, 5) != random_robot(8, 5)


def test_a_floating_base_carries_the_whole_robot():
    description = random_robot(5, 6, branched=True, floating=True)
    model = pinocchio_robot.pinocchio_model(description)
    q, qd, qdd, _ = random_state(description, 5)
    assert model.nq == 13 and model.nv == 12
    M = pinocchio_robot.mass_matrix(model, q)
    whole = float(description.floating_base.mass)
    whole += sum(float(link.inertial.mass) for link in description.links)
    measure.assert_same(M[:3, :3], whole * np.eye(3))
    tau = pinocchio_robot.inverse_dynamics(model, q, qd, qdd)
    measure.assert_same(M @ qdd + pinocchio_robot.bias(model, q, qd), tau)
    with pytest.raises(ValueError, match="fixed bases"):
        robot(description)


@pytest.mark.parametrize("inertia_matrix", INERTIA_MATRIX_OF_CHAINS, ids=by_module)
def test_methods_for_chains_refuse_trees(inertia_matrix):
    c = case(9, True, 0)
    with pytest.raises(ValueError, match="serial"):
        inertia_matrix(c.robot, c.q)


@pytest.mark.parametrize("joints", [2, 6])
def test_the_general_robot_has_no_constant_that_helps(joints):
    first, *others = robot(general_robot(joints)).links
    assert np.array_equal(first.before.R, np.eye(3)) and not first.before.p.any()
    for link in (first, *others):
        assert link.revolute and link.body.r.all() and link.body.inertia.all()
    for link in others:
        assert np.count_nonzero(link.before.R) == 5 and link.before.p.all()


@pytest.mark.parametrize("joints", [1, 4, 9])
def test_a_changed_constant_is_noticed(joints):
    c = case(joints, False, 0)
    *others, tip = c.robot.links
    heavier = Body(*(1.00000001 * part for part in (tip.body.m, tip.body.mr, tip.body.H)))
    changed = replace(c.robot, links=(*others, replace(tip, body=heavier)))
    assert measure.error(crba.inertia_matrix(changed, c.q), c.M) > measure.PRODUCT_BOUND


def test_the_measure_refuses_what_is_not_a_number_or_not_comparable():
    with pytest.raises(AssertionError):
        measure.assert_same([1.0, np.nan], [1.0, 2.0])
    with pytest.raises(AssertionError):
        measure.assert_same([1e-300], [0.0])
    with pytest.raises(ValueError, match="shape"):
        measure.error([1.0, 2.0], [[1.0, 2.0]])
    assert measure.error([0.0], [0.0]) == 0
    assert measure.error([2.0, 4.0], [2.0, 5.0]) == pytest.approx(0.2)
