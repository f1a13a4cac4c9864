"""Every kernel by every algorithm agrees with Pinocchio, on shipped and on random robots."""

from __future__ import annotations

import numpy as np
import pytest

import measure
import pinocchio_robot as pinocchio
from gen_robot.model.description import Description
from gen_robot.robot_files import read, shipped
from random_robots import general_robot, random_robot, random_state
from traced_kernels import ALGORITHMS, MODELS, evaluated, model_of

RANDOM = [(seed, joints) for joints in range(1, 10) for seed in (joints, 100 + joints)]


def agrees(description: Description, seed: int, form: str) -> None:
    """Assert that every algorithm gives Pinocchio's numbers at a random state."""
    reference = pinocchio.pinocchio_model(description)
    q, qd, qdd, tau = random_state(description, seed)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    inertia = pinocchio.mass_matrix(reference, q)
    torques = pinocchio.inverse_dynamics(reference, q, qd, qdd)
    # What gravity alone asks for may vanish: it is measured against all torques.
    scale = float(np.max(np.abs(torques)))
    expected = {
        "M": inertia,
        "h": pinocchio.bias(reference, q, qd),
        "tau": torques,
        "g": pinocchio.gravity(reference, q),
    }
    model = model_of(description, form)
    for way in ALGORITHMS:
        for name, value in evaluated(model, way, state).items():
            if name == "qdd":
                measure.assert_solution(
                    value, pinocchio.forward_dynamics(reference, q, qd, tau), inertia
                )
            else:
                measure.assert_same(value, expected[name], scale=scale if name in "hg" else 0.0)


@pytest.mark.parametrize("robot", shipped())
@pytest.mark.parametrize("form", MODELS)
def test_shipped_robots_agree_with_pinocchio(robot: str, form: str) -> None:
    for seed in range(3):
        agrees(read(robot), seed, form)


@pytest.mark.parametrize(("seed", "joints"), RANDOM)
@pytest.mark.parametrize("branched", [False, True], ids=["serial", "branched"])
def test_random_robots_agree_with_pinocchio(seed: int, joints: int, branched: bool) -> None:
    convention = ("transform", "modified_dh", "standard_dh")[seed % 3]
    description = random_robot(
        seed, joints, prismatic=0.35, branched=branched, fixed=0.2, convention=convention
    )
    for form in MODELS:
        agrees(description, seed, form)


def test_the_general_robot_agrees_with_pinocchio() -> None:
    agrees(general_robot(6), 6, "regrouped")
