"""Simulations of robots with closed loops: they stay closed, and methods keep their order."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gen_robot.bindings import Library
from gen_robot.bindings.trajectory import SimulationError
from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.integrators.methods import METHODS
from gen_robot.options import Options
from gen_robot.pipeline import generate
from quick_library import quick_library

pytestmark = pytest.mark.xdist_group("simulated loops")

KERNELS = (
    *("loop_forward_dynamics", "loop_project", "loop_residual", "loop_close", "loop_velocities"),
    *("loop_terms", "kinetic_energy", "potential_energy"),
)

Closed = Callable[..., Library]
Reals = NDArray[np.float64]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Closed:
    @cache
    def made(name: str, lang: str = "c") -> Library:
        folder = tmp_path_factory.mktemp(name)
        return quick_library(name, folder, lang=lang, kernels=KERNELS, integrators=True)

    return made


def motion(robot: Library, duration: float, **options: Any) -> Any:
    q, qd, _ = robot.random_closed_state(3)
    return robot.simulate(duration, q, 0.3 * qd, **options)


@pytest.mark.parametrize("name", ["four_bar", "stewart"])
def test_loops_stay_closed_and_the_energy_stays(name: str, closed: Closed) -> None:
    robot = closed(name)
    for options in ({"tolerance": 1e-10}, {"step": 2e-3}):
        made = motion(robot, 3.0, **options)
        assert np.abs(robot.loop_residual(made.q)).max() < 1e-12
        assert np.abs(made.energy - made.energy[0]).max() < 1e-7 * made.kinetic.max()
        assert np.abs(made.q - made.q[0]).max() > 0.05


@pytest.mark.parametrize("lang", ["c", "f77"])
def test_loops_stay_closed_over_long_steps(lang: str, closed: Closed) -> None:
    """One projection a step would leave 4e-8 here: the state moves far in 5 ms."""
    robot = closed("five_bar", lang)
    made = robot.simulate(10.0, robot.neutral_closed(), step=5e-3)
    assert np.abs(robot.loop_residual(made.q)).max() < 1e-9
    assert np.abs(made.q - made.q[0]).max() > 1.0


@pytest.mark.parametrize("name", ["bennett", "stewart"])
@pytest.mark.parametrize("method", ["rk4", "ab4", "implicit_midpoint", "semi_implicit_euler"])
def test_projection_leaves_methods_their_order(name: str, method: str, closed: Closed) -> None:
    robot, order = closed(name), METHODS[method].order
    exact = motion(robot, 0.5, tolerance=1e-13, times=[0.5]).q
    errors = [
        np.abs(motion(robot, 0.5, method=method, step=h, times=[0.5]).q - exact).max()
        for h in (4e-3, 2e-3)
    ]
    assert abs(np.log2(errors[0] / errors[1]) / order - 1) < 0.05


def test_fortran_and_c_make_the_same_motion(closed: Closed) -> None:
    for options in ({"tolerance": 1e-9}, {"step": 2e-3}):
        a, b = (
            motion(closed("four_bar", lang), 1.0, every=0.1, **options) for lang in ("c", "f77")
        )
        assert np.abs(a.q - b.q).max() < 1e-10
        assert a.evaluations == b.evaluations


def test_a_state_to_begin_with_is_closed_if_that_is_near(closed: Closed) -> None:
    robot = closed("four_bar")
    q = robot.neutral_closed()
    made = robot.simulate(0.01, q + 1e-3, every=0.01)
    assert not isinstance(made, list)
    assert np.abs(robot.loop_residual(q + 1e-3)).max() > 1e-4
    assert np.abs(robot.loop_residual(made.q)).max() < 1e-12
    assert np.abs(made.q[0] - q).max() < 1e-2
    resting = robot.simulate(0.01, every=0.01)
    assert not isinstance(resting, list)
    # The manifest has three decimals of a closed configuration; from there on loops are closed.
    assert np.abs(robot.loop_residual(resting.q)).max() < 1e-12
    assert np.abs(resting.q[0] - q).max() < 1e-2
    for lang in ("c", "f77"):
        with pytest.raises(SimulationError, match="the loops do not close from here; begin nearer"):
            closed("four_bar", lang).simulate(0.01, q + np.array([0.3, 0, 0]))


def test_a_robot_with_loops_is_not_simulated_as_a_tree() -> None:
    with pytest.raises(
        UserError, match="are around the kernel loop_forward_dynamics, which is not"
    ):
        generate("four_bar", Options(kernels=("forward_dynamics",), integrators=True))


def test_the_command_line_simulates_loops(capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["simulate", "four_bar", "--duration", "0.5", "--tolerance", "1e-9"]
    assert main([*quick, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["gap"] < 1e-12
    assert told["energy_last"] == pytest.approx(told["energy_first"], abs=1e-6)
    assert main([*quick, "--torque", "pd", "--kp", "1e4", "--kd", "300", "--format", "json"]) == 0
    held = json.loads(capsys.readouterr().out)
    moved = [abs(held["q"][name] - told["q"][name]) for name in told["q"]]
    assert max(moved) > 1e-3
    assert main([*quick, "--torque", "inverse_dynamics", "--to", "0,0,0"]) == 2
    assert "--" in capsys.readouterr().err
