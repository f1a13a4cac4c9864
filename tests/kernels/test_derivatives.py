"""Derivatives of the equations of motion are those of the torques and the accelerations themselves."""

from __future__ import annotations

import numpy as np
import pytest

import measure
from exact_differences import State, derivative
from exact_kernels import CASES, Case, case, with_kinds
from gen_robot.algebra.number import Number
from random_robots import random_robot

METHODS = ("relative",)

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
