"""The textbook in the user's frames is right: Pinocchio finds the same."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import measure
import pinocchio_robot
from gen_robot.description.description import Description
from random_robots import random_robot, random_state
from shipped_robots import described
from textbook import Textbook
from tilted_robots import set_free

DOUBLE, SINGLE = np.dtype(np.float64), np.dtype(np.float32)

ROBOTS = {
    "puma560": described("puma560"),
    "stanford": described("stanford"),
    "free scara": set_free(described("scara")),
    **{f"random {seed}": random_robot(seed, 5, branched=True, fixed=0.3) for seed in range(3)},
    "free random": random_robot(3, 4, branched=True, floating=True),
}


def both(description: Description, dtype: np.dtype) -> tuple[dict, dict]:
    """Return what the textbook and Pinocchio find in one state."""
    q, qd, qdd, tau = random_state(description, 1)
    model: pin.Model = pinocchio_robot.pinocchio_model(description)
    found = Textbook(description, dtype).all(*(x.astype(dtype) for x in (q, qd, qdd, tau)))
    return found, {
        "inertia_matrix": pinocchio_robot.mass_matrix(model, q),
        "bias": pinocchio_robot.bias(model, q, qd),
        "inverse_dynamics": pinocchio_robot.inverse_dynamics(model, q, qd, qdd),
        "forward_dynamics": pinocchio_robot.forward_dynamics(model, q, qd, tau),
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_the_textbook_finds_what_pinocchio_finds(name: str) -> None:
    found, expected = both(ROBOTS[name], DOUBLE)
    M = expected["inertia_matrix"]
    for kernel in ("inertia_matrix", "bias", "inverse_dynamics"):
        measure.assert_same(found[kernel], expected[kernel])
    measure.assert_solution(found["forward_dynamics"], expected["forward_dynamics"], M)


def test_the_textbook_in_single_precision_computes_in_single_precision() -> None:
    found, expected = both(ROBOTS["puma560"], SINGLE)
    for kernel, value in found.items():
        assert value.dtype == SINGLE
        assert 1e-9 < measure.error(value, expected[kernel]) < 1e-3
