"""Nearly parallel axes cost no digits: a sample of what benchmarks/frame_accuracy.py measures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from accuracy import DTYPES, INPUTS, Accuracy, Measured
from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.model import bulk
from gen_robot.readers.robot_files import read, shipped
from shipped_robots import described
from textbook import Textbook
from textbook_links import EXACT, exactly
from tilted_robots import set_free, snake, tilted
from urdf_robots import urdf_files

ALLOWED = 4.0
STATES = 8

CASES = [
    ("puma560", "fixed", "1e-3"),
    ("puma560", "free", "3e-3"),
    ("scara", "free", "3e-2"),
    ("ur5_robot", "fixed", "1e-3"),
    ("ur5_robot", "fixed", "1e-2"),
    ("kinova", "fixed", "3e-3"),
]
"""Where the common normal would cost most."""


@cache
def _files() -> dict[str, Path]:
    return urdf_files()


def leaning(name: str, base: str, tilt: str) -> Description:
    if name not in shipped() and name not in _files():
        pytest.skip("example-robot-data is not installed")
    description = described(name) if name in shipped() else read(_files()[name])
    return tilted(set_free(description) if base == "free" else description, Number(tilt), 1)


@pytest.mark.parametrize(("name", "base", "tilt"), CASES)
def test_nearly_parallel_axes_keep_the_digits_that_frames_as_drawn_keep(
    name: str, base: str, tilt: str
) -> None:
    measured = Measured(leaning(name, base, tilt), STATES, 1)
    for precision in DTYPES:
        for kernel in INPUTS:
            found = measured.accuracy(kernel, precision)
            assert found.ratio <= ALLOWED, (kernel, precision)
            assert not found.alarms, (kernel, precision)


def test_origins_at_the_common_normal_would_lose_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FAR", 10**6)
    measured = Measured(leaning("puma560", "fixed", "1e-3"), STATES, 1)
    for precision in DTYPES:
        assert measured.accuracy("inertia_matrix", precision).ratio > 2 * ALLOWED


@pytest.mark.parametrize("tilt", ["1e-3", "3e-2"])
@pytest.mark.parametrize("algorithm", ["auto", "udut"])
def test_no_state_of_a_snake_is_taken_for_a_singular_one(tilt: str, algorithm: str) -> None:
    robot = tilted(snake(10), Number(tilt), 1)
    measured = Measured(robot, STATES, 1, forward_dynamics=algorithm)
    found = measured.accuracy("forward_dynamics", "single")
    assert not found.alarms
    assert found.ratio <= ALLOWED


def test_a_snake_with_distant_origins_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FAR", 10**6)
    robot = tilted(snake(10), Number("1e-2"), 1)
    measured = Measured(robot, STATES, 1, forward_dynamics="udut")
    assert measured.accuracy("forward_dynamics", "single").alarms


@pytest.mark.parametrize(
    ("name", "base", "tilt"), [("puma560", "fixed", "1e-9"), ("scara", "free", "1e-2")]
)
def test_kernels_are_the_textbook_s_to_forty_digits(name: str, base: str, tilt: str) -> None:
    """No frames change the robot: what differs is rounding, of which there is none here."""
    measured = Measured(leaning(name, base, tilt), 1, 2)
    state = {key: exactly(values) for key, values in measured.states[0].items()}
    expected = Textbook(measured.description, EXACT).all(**state)
    for kernel, names in INPUTS.items():
        graph = measured.graph(kernel, "double")
        ((_, outputs),) = graph.outputs.items()
        found = evaluate_exactly(outputs, {name: list(state[name]) for name in names})
        reference = expected[kernel].flatten()
        largest = max(abs(x) for x in reference)
        assert all(
            abs(x - y) < largest * Number("1e-40") for x, y in zip(found, reference, strict=True)
        )


def test_a_ratio_is_the_typical_factor_between_errors() -> None:
    textbook = np.array([2.0, 8.0, 32.0])
    assert Accuracy(4 * textbook, textbook).ratio == pytest.approx(4)
    assert Accuracy(np.array([0.1, 0.0]), np.array([0.5, 1.0])).ratio == 1  # below one rounding
    alarmed = Accuracy(np.array([4.0, np.nan]), np.array([2.0, 100.0]))
    assert alarmed.ratio == pytest.approx(2)
    assert alarmed.alarms == 1
