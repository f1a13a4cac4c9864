"""The reference of proofs is the robot's dynamics: held against Pinocchio."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from gen_robot.algebra.number import PI, Number
from gen_robot.description.description import Description
from gen_robot.verification.newton_euler import Body, bodies, not_covered, torques
from gen_robot.verification.sampling import State, random_states
from pinocchio_robot import pinocchio_model
from shipped_robots import described

CLOSE = 1e-12


def chain(description: Description) -> tuple[list[Body], int]:
    places: dict[str, int] = {}
    for link in description.links:
        if link.joint.type != "fixed":
            places[link.joint.name] = len(places)
    return bodies(description, places), len(places)


@pytest.mark.parametrize("robot", ["two_link", "planar3", "scara", "stanford", "puma560", "torso"])
def test_newton_and_euler_agree_with_pinocchio(robot: str) -> None:
    description = described(robot)
    found, count = chain(description)
    model = pinocchio_model(description)
    data = model.createData()
    for state in random_states(count, 3):
        q, qd, qdd = (np.array([float(x) for x in state.values[a]]) for a in ("q", "qd", "qdd"))
        right = pin.rnea(model, data, _configuration(model, q), qd, qdd)
        own = np.array([float(x) for x in torques(found, [*description.gravity], state)])
        assert np.abs(own - right).max() <= CLOSE * np.abs(right).max()


def _configuration(model: pin.Model, q: np.ndarray) -> np.ndarray:
    return pin.integrate(model, pin.neutral(model), q)


def test_the_reference_has_degree_two_in_an_angle() -> None:
    """Sines of thrice the angle would need more points than the grid of the dynamics has."""
    description = described("puma560")
    found, count = chain(description)
    state = random_states(count, 1)[0]
    samples = []
    for k in range(9):
        q = list(state.values["q"])
        q[1] = PI * 2 * k / 9
        turned: State = state.with_values("q", q)
        samples.append([float(x) for x in torques(found, [*description.gravity], turned)])
    spectrum = np.abs(np.fft.fft(np.array(samples), axis=0))
    assert spectrum[1:3].max() > 1e-3 * spectrum.max()
    assert spectrum[3:7].max() < 1e-13 * spectrum.max()


def test_what_the_equations_do_not_hold_for_is_named() -> None:
    assert not not_covered(described("puma560"))
    free = replace(described("puma560"), floating_base=described("puma560").links[0].inertial)
    assert "flies freely" in not_covered(free)


def test_springs_are_not_covered() -> None:
    robot = described("two_link")
    first, *others = robot.links
    sprung = replace(first, joint=replace(first.joint, stiffness=Number(3)))
    told = not_covered(replace(robot, links=(sprung, *others)))
    assert told == f"the joint {first.joint.name} has a spring"
