"""Integrators: their order, what they keep, and what others say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gen_robot.bindings import Library
from gen_robot.bindings.trajectory import Trajectory
from gen_robot.integrators.methods import METHODS, Kind
from gen_robot.readers.robot_files import read
from pinocchio_robot import pinocchio_model
from quick_library import quick_library
from simulated_robots import KERNELS, Simulated
from simulated_robots import simulated as simulated
from small_robots import SMALL

Reals = NDArray[np.float64]

pytestmark = pytest.mark.xdist_group("simulated")

START = [0.1, -0.5, 0.3, 0.2, 0.4, -0.3]

FLOOR = 5e-12  # of errors: not far below, they are those of rounding
HALVINGS = range(2, 13)
CONVERGES = 6  # from which of them on implicit steps do


def motion(robot: Library, duration: float, *state: Reals, **options: object) -> Trajectory:
    made = robot.simulate(duration, *state, **options)  # type: ignore[arg-type]
    assert isinstance(made, Trajectory)
    return made


def turning(robot: Library) -> tuple[Reals, Reals]:
    """Return a state in which everything turns."""
    q, qd, _ = robot.random_state(3)
    return q, 0.4 * qd


def end(robot: Library, **options: object) -> Reals:
    made = motion(robot, 0.64, *turning(robot), **options)
    return np.concatenate([made.q[-1], made.qd[-1]])


@pytest.mark.parametrize("name", ["puma560", "ball", "sled", "flyer"])
@pytest.mark.parametrize("method", METHODS)
def test_halving_the_step_divides_the_error_by_two_to_the_order(
    name: str, method: str, simulated: Simulated
) -> None:
    robot, order = simulated(name), METHODS[method].order
    exact = end(robot, method="cash_karp", tolerance=1e-14, max_step=1e-3)
    errors: list[float] = []
    for k in HALVINGS:
        if METHODS[method].kind is Kind.MIDPOINT and k < CONVERGES:
            continue
        found = end(robot, method=method, step=0.64 / 2**k)
        errors.append(float(np.linalg.norm(found - exact)))
        if errors[-1] < FLOOR:
            break
    # The finest two: by then the first term of the error's series outweighs all others.
    assert abs(np.log2(errors[-2] / errors[-1]) / order - 1) < 0.05, errors


@pytest.mark.parametrize("name", ["puma560", "puma560_corke"])
def test_an_arm_that_falls_freely_keeps_its_energy(name: str, simulated: Simulated) -> None:
    made = motion(simulated(name), 10, np.array(START), tolerance=1e-9)
    assert made.energy is not None and made.kinetic is not None
    assert np.abs(made.energy - made.energy[0]).max() < 1e-8 * made.kinetic.max()
    assert 0 < len(made.steps) - 1 < made.evaluations / 6 + 1


def test_a_body_that_flies_keeps_its_momentum(tmp_path: Path) -> None:
    """Without gravity nothing pushes it; h is the momentum about the world's origin."""
    text = SMALL["flyer"].replace("convention:", "gravity: [0, 0, 0]\nconvention:")
    robot = quick_library(text, tmp_path, kernels=["inertia_matrix", *KERNELS], integrators=True)
    made = motion(robot, 5, *turning(robot), tolerance=1e-11, every=0.5)

    def momentum(q: Reals, qd: Reals) -> Reals:
        # The first six rows of M qd, in the base's frame.
        linear, angular = np.split((robot.inertia_matrix(q) @ qd)[:6], 2)
        x, y, z, w = q[3:7]
        turn = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )
        push = turn @ linear
        return np.concatenate([push, turn @ angular + np.cross(q[:3], push)])

    found = np.array([momentum(q, qd) for q, qd in zip(made.q, made.qd, strict=True)])
    assert np.abs(found - found[0]).max() < 1e-9 * np.abs(found[0]).max()
    assert np.abs(made.qd - made.qd[0]).max() > 0.01  # else there would be nothing to keep
    assert np.allclose(np.linalg.norm(made.q[:, 3:7], axis=1), 1, atol=1e-14)


@pytest.mark.parametrize("name", ["puma560", "ball", "sled", "flyer"])
@pytest.mark.parametrize(
    ("options", "error"),
    [({"tolerance": 1e-12}, 1e-9), ({"method": "implicit_midpoint", "step": 2e-3}, 1e-10)],
    ids=["dopri5", "implicit_midpoint"],
)
def test_forward_and_back_again_is_where_it_began(
    name: str, options: dict[str, object], error: float, simulated: Simulated
) -> None:
    """The midpoint rule is symmetric: back, it makes the very steps that it made forward."""
    robot = simulated(name)
    there = motion(robot, 0.5, *turning(robot), **options)
    back = motion(robot, -0.5, there.q[-1], there.qd[-1], begin=0.5, **options)
    assert back.t[-1] == 0
    assert np.abs(back.q[-1] - there.q[0]).max() < error
    assert np.abs(there.q[-1] - there.q[0]).max() > 0.01


@pytest.mark.parametrize("name", ["puma560", "ball"])
def test_dense_output_is_as_a_tight_run_has_it(name: str, simulated: Simulated) -> None:
    robot = simulated(name)
    exact = motion(robot, 1, *turning(robot), tolerance=1e-13)
    made = motion(robot, 1, *turning(robot), tolerance=1e-8)
    t = np.linspace(0, 1, 333)
    for found, wanted in zip(made(t), exact(t), strict=True):
        assert np.abs(found - wanted).max() < 1e-6
    # A cubic through both ends' rates: of order 4, as the method.
    errors = [
        np.abs(motion(robot, 1, *turning(robot), step=h)(t)[0] - exact(t)[0]).max()
        for h in (0.02, 0.01)
    ]
    assert 3.7 < np.log2(errors[0] / errors[1]) < 4.5
    assert np.abs(made(made.steps)[0] - made.q).max() < 1e-14


def test_scipy_and_pinocchio_come_to_the_same_motion(simulated: Simulated) -> None:
    """Another integrator on another's forward dynamics."""
    import pinocchio as pin
    from scipy.integrate import solve_ivp

    model = pinocchio_model(read("puma560"))
    data = model.createData()

    def rates(t: float, y: Reals) -> Reals:
        tau = np.full(6, 5 * np.sin(t))
        return np.concatenate([y[6:], pin.aba(model, data, y[:6], y[6:], tau)])

    start = np.concatenate([START, np.zeros(6)])
    found = solve_ivp(rates, (0, 1), start, method="DOP853", rtol=1e-11, atol=1e-11)
    made = motion(
        simulated("puma560"),
        1,
        np.array(START),
        torque=lambda t, q, qd: np.full(6, 5 * np.sin(t)),
        tolerance=1e-11,
    )
    assert np.abs(made.q[-1] - found.y[:6, -1]).max() < 1e-9
    assert np.abs(made.qd[-1] - found.y[6:, -1]).max() < 1e-9


@pytest.mark.parametrize("name", ["ball", "sled", "flyer"])
def test_positions_move_as_their_velocities_say(name: str, simulated: Simulated) -> None:
    """The exponential of what a short time brings, which knows nothing of rates of quaternions."""
    robot = simulated(name)
    made = motion(robot, 0.2, *turning(robot), tolerance=1e-13, times=[0.0])
    errors = []
    for e in (4e-3, 2e-3):
        step = e * made.qd[0] + e * e / 2 * made.qdd[0]
        errors.append(np.abs(made(e)[0] - robot.integrate(made.q[0], step)).max())
    assert 2.6 < np.log2(errors[0] / errors[1]) < 3.4
    assert errors[1] < 1e-5


def test_methods_agree_with_each_other(simulated: Simulated) -> None:
    robot = simulated("puma560_corke")
    ends = [
        motion(robot, 1, np.array(START), method=name, tolerance=1e-11).q[-1]
        for name, method in METHODS.items()
        if method.is_adaptive
    ]
    ends.append(motion(robot, 1, np.array(START), step=2e-4).q[-1])
    assert np.ptp(ends, axis=0).max() < 1e-8


def test_counts_are_of_what_was_done(simulated: Simulated) -> None:
    calls = []

    def torque(t: float, q: Reals, qd: Reals) -> list[float]:
        calls.append(t)
        return [0.0] * 6

    made = motion(simulated("puma560"), 0.1, torque=torque, step=0.01, times=[0.1])
    outputs = 2  # at the time that was asked for: torques, accelerations
    assert made.evaluations == len(calls) - outputs == 1 + 4 * 10
    assert made.rejected == 0
    assert np.allclose(made.step_sizes, 0.01)
