"""Derivatives of the equations of motion are Pinocchio's, for every kind of joint that it has right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import measure
import pinocchio_derivatives
from arrays import Array
from gen_robot.algebra.number import ZERO
from gen_robot.description.description import Description
from gen_robot.readers.robot_files import read
from pinocchio_derivatives import depth_first
from pinocchio_robot import pinocchio_model
from random_robots import random_robot, random_state
from traced_kernels import REGROUPED, evaluated, model_of, way
from urdf_robots import Reference, pinocchio_from_urdf, urdf_files
from urdf_robots import random_state as random_urdf_state

BOUND = 1e-11

KINDS = ("helical", "cylindrical", "planar", "spherical", "floating")


def without_rotors(description: Description) -> Description:
    """Leave rotors out, which Pinocchio counts for some kinds of joint only."""
    joints = (replace(link.joint, rotor_inertia=ZERO) for link in description.links)
    links = zip(description.links, joints, strict=True)
    return replace(description, links=tuple(replace(link, joint=j) for link, j in links))


ROBOTS = {
    "chain": random_robot(21, 6, prismatic=0.3),
    "tree": random_robot(22, 7, branched=True, fixed=0.2),
    "floating": random_robot(23, 5, branched=True, floating=True),
    "kinds, floating": random_robot(26, 4, kinds=KINDS, branched=True, floating=True),
}


def state_of(description: Description) -> dict[str, Array]:
    values = random_state(description, 3)
    return dict(zip(("q", "qd", "qdd", "tau"), values, strict=True))


@pytest.mark.parametrize("algorithm", ["composite", "relative"])
@pytest.mark.parametrize("name", ROBOTS)
def test_derivatives_are_pinocchio_s(name: str, algorithm: str) -> None:
    description = depth_first(without_rotors(ROBOTS[name]))
    model, theirs = model_of(description, REGROUPED), pinocchio_model(description)
    state = state_of(description)
    q, qd, qdd, tau = state.values()

    by_q, by_qd = pinocchio_derivatives.inverse_dynamics_derivatives(theirs, q, qd, qdd)
    found = evaluated(model, way("inverse_dynamics_derivatives", algorithm), state)
    measure.assert_same(found["dtau_dq"], by_q, BOUND)
    measure.assert_same(found["dtau_dqd"], by_qd, BOUND)

    C = pinocchio_derivatives.coriolis_matrix(theirs, q, qd)
    found = evaluated(model, way("coriolis_matrix", algorithm), state)
    measure.assert_same(found["C"], C, BOUND)

    reference = pinocchio_derivatives.forward_dynamics_derivatives(theirs, q, qd, tau)
    solved = way("forward_dynamics_derivatives", f"ldlt on {algorithm}")
    found = evaluated(model, solved, state)
    for array, wanted in zip(("dqdd_dq", "dqdd_dqd", "Minv"), reference, strict=True):
        measure.assert_same(found[array], wanted, BOUND)


def test_pinocchio_wants_joints_depth_first() -> None:
    """Its derivatives of a robot in another order are none: the order above is needed."""
    description = without_rotors(ROBOTS["tree"])
    assert description != depth_first(description)
    theirs = pinocchio_model(description)
    q, qd, qdd, _ = state_of(description).values()
    by_q, _ = pinocchio_derivatives.inverse_dynamics_derivatives(theirs, q, qd, qdd)
    state = {"q": q, "qd": qd, "qdd": qdd}
    model = model_of(description, REGROUPED)
    found = evaluated(model, way("inverse_dynamics_derivatives", "relative"), state)
    assert measure.error(found["dtau_dq"], by_q) > np.sqrt(BOUND)


@pytest.mark.parametrize("name", ["panda", "bolt"])
def test_derivatives_of_public_robots_are_pinocchio_s(name: str) -> None:
    """An arm whose fingers mimic each other, a tree; benchmarks/derivative_agreement.py has more."""
    if name not in (files := urdf_files()):
        pytest.skip("example-robot-data is not installed")
    description = read(files[name], snap=False)
    model = model_of(description, REGROUPED)
    state = random_urdf_state(model, np.random.default_rng(1))
    reference = Reference(pinocchio_from_urdf(files[name]), model, description)
    wanted = pinocchio_derivatives.of_urdf(reference, state)
    ways = {
        "coriolis_matrix": "relative",
        "inverse_dynamics_derivatives": "relative",
        "forward_dynamics_derivatives": "ldlt on relative",
    }
    found = {kernel: evaluated(model, way(kernel, by), state) for kernel, by in ways.items()}
    for (kernel, array), value in wanted.items():
        measure.assert_same(found[kernel][array], value, BOUND)
