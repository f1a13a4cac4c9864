"""Forward dynamics from loose bodies and constraint forces is Pinocchio's, with and without rotors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import measure
import pinocchio_robot as pinocchio
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.algorithms import METHODS
from gen_robot.description.description import Description, Inertial
from random_robots import random_robot, random_state
from shipped_robots import described
from traced_kernels import PLAIN, evaluated, model_of, models_for, way

KINDS = ("helical", "cylindrical", "planar", "spherical")
FREE = ("floating", "revolute")


def solid(description: Description, rotors: bool) -> Description:
    """Give every link a body that answers by itself, and every second joint of one axis a rotor."""
    links = []
    for k, link in enumerate(description.links):
        size = Number(str(0.5 + 0.3 * (k % 4)))
        moments = (Number("0.02") * size, Number("0.03") * size, Number("0.025") * size)
        inertia = SymMat3(*moments, Number("0.002"), Number("-0.003"), Number("0.001"))
        own = Inertial(size, Vec3(Number("0.1"), Number("-0.05"), Number("0.08")), inertia)
        simple = link.joint.type in ("revolute", "prismatic", "helical")
        rotor = Number("0.04") if rotors and simple and k % 2 else ZERO
        joint = replace(link.joint, rotor_inertia=rotor)
        links.append(replace(link, inertial=own, joint=joint))
    return replace(description, links=tuple(links))


@pytest.mark.parametrize("rotors", [False, True], ids=["without rotors", "with rotors"])
@pytest.mark.parametrize("branched", [False, True], ids=["serial", "branched"])
@pytest.mark.parametrize(
    ("joints", "kinds"), [(1, ()), (2, ()), (5, ()), (8, ()), (4, KINDS), (5, FREE)]
)
def test_accelerations_are_pinocchio_s(
    joints: int, kinds: tuple[str, ...], branched: bool, rotors: bool
) -> None:
    robot = random_robot(joints, joints, prismatic=0.3, branched=branched, kinds=kinds)
    description = solid(robot, rotors)
    q, qd, _, tau = random_state(description, joints)
    reference = pinocchio.pinocchio_model(description)
    M = pinocchio.mass_matrix(reference, q)
    expected = pinocchio.forward_dynamics(reference, q, qd, tau)
    serial = model_of(description, PLAIN).is_serial
    for method in ("sparse_kkt", "cfa") if serial else ("sparse_kkt",):
        one = way("forward_dynamics", method)
        (model,) = models_for(description, one)
        found = evaluated(model, one, {"q": q, "qd": qd, "tau": tau})["qdd"]
        measure.assert_solution(found, expected, M)


def test_links_that_do_not_answer_by_themselves_are_refused() -> None:
    model = model_of(described("puma560"), PLAIN)
    for method in ("sparse_kkt", "cfa"):
        refusal = METHODS[method].refusal(model)
        assert refusal == f"{method} wants mass and inertia about every axis in each link (link1)"
    tree = model_of(solid(random_robot(8, 8, branched=True), rotors=False), PLAIN)
    assert METHODS["cfa"].refusal(tree) == "cfa covers serial chains only"
    assert METHODS["sparse_kkt"].refusal(tree) is None


def test_a_wrong_rotor_is_noticed() -> None:
    robot = solid(random_robot(5, 5, prismatic=0.0), rotors=True)
    q, qd, _, tau = random_state(robot, 5)
    reference = pinocchio.pinocchio_model(solid(robot, rotors=False))
    one = way("forward_dynamics", "cfa")
    (model,) = models_for(robot, one)
    found = evaluated(model, one, {"q": q, "qd": qd, "tau": tau})["qdd"]
    expected = pinocchio.forward_dynamics(reference, q, qd, tau)
    assert np.abs(found - expected).max() > 1e-3
