"""Closed configurations and states from Python, and what is said where there are none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gen_robot.bindings import Library
from gen_robot.bindings.manifest_check import checked_content
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.options import Options
from gen_robot.pipeline import generate
from quick_library import quick_library

ROBOTS = ("five_bar", "bennett", "stewart")


@pytest.fixture(
    scope="module",
    params=[pytest.param(n, marks=pytest.mark.xdist_group(f"closing {n}")) for n in ROBOTS],
)
def robot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp(request.param)
    return quick_library(request.param, folder, kernels=("loops",))


def gap(robot: Library, q: np.ndarray) -> float:
    """Return the largest gap of all conditions, redundant ones included."""
    return float(np.max(robot.loop_close(q)[1]))


def test_the_neutral_configuration_is_closed_and_regular(robot: Library) -> None:
    q = robot.neutral_closed()
    assert gap(robot, q) < 1e-13
    values = np.linalg.svd(robot.loop_jacobian(q), compute_uv=False)
    assert values[-1] > 1e-3 * values[0]


def test_closing_leaves_independent_joints_where_they_are(robot: Library) -> None:
    q = robot.neutral_closed()
    rng = np.random.default_rng(2)
    dq = 0.02 * rng.normal(size=(4, robot.nv))
    dq[:, list(robot.independent)] = 0
    opened = robot.integrate(q, dq)
    assert gap(robot, opened) > 1e-4
    closed = robot.close(opened)
    assert gap(robot, closed) < 1e-12
    for joint in robot.joints:
        if joint.index_v in robot.independent:
            assert np.array_equal(closed[:, joint.in_q], opened[:, joint.in_q])


def test_random_closed_states_keep_loops_closed(robot: Library) -> None:
    q, qd, qdd = robot.random_closed_state(5, shape=(2, 3))
    assert q.shape == (2, 3, robot.nq) and qd.shape == qdd.shape == (2, 3, robot.nv)
    assert gap(robot, q) < 1e-12
    _, K, kb = robot.loop_terms(q, qd)
    size = 1 + np.abs(K).max() * np.abs(qd).max()
    assert np.abs(np.einsum("...ri,...i->...r", K, qd)).max() < 1e-11 * size
    left = np.einsum("...ri,...i->...r", K, qdd) - kb
    assert np.abs(left).max() < 1e-10 * (1 + np.abs(kb).max())
    single = robot.random_closed_state(5)
    assert single[0].shape == (robot.nq,)
    np.testing.assert_array_equal(single[0], robot.random_closed_state(5)[0])


def test_many_states_give_what_single_ones_do(robot: Library) -> None:
    q, qd, _ = robot.random_closed_state(6, shape=5)
    tau, gains = np.ones_like(qd), np.array([1.0, 2.0])
    qdd, force = robot.loop_forward_dynamics(q, qd, tau, gains)
    for k in range(5):
        one, push = robot.loop_forward_dynamics(q[k], qd[k], tau[k], gains)
        np.testing.assert_allclose(qdd[k], one, rtol=1e-9, atol=1e-9 * np.abs(one).max())
        np.testing.assert_allclose(force[k], push, rtol=1e-9, atol=1e-9 * np.abs(push).max())


def test_what_cannot_be_closed_is_told(tmp_path: Path) -> None:
    bars = quick_library("five_bar", tmp_path, kernels=("loops",))
    with pytest.raises(ValueError, match="the loops do not close from here"):
        bars.close([np.pi, 0, 0, 0])
    with pytest.raises(ValueError, match="state 1: the loops do not close"):
        bars.close([bars.neutral_closed(), [np.pi, 0, 0, 0]])
    with pytest.raises(np.linalg.LinAlgError, match="the loops are singular at condition"):
        bars.loop_velocities([0, 0, 0, 0], [1, 1])


@pytest.fixture(scope="module")
def manifest() -> str:
    return generate("four_bar", Options(kernels=("loops",))).files["four_bar.json"]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("independent", [0, 1], "independent: are not 1"),
        ("independent", [7], "places among the velocities"),
        ("actuated", [0, 0], "places among the velocities"),
        ("loop_rows", [{"loop": "other", "condition": "x"}], "which is no loop"),
        ("closed_configuration", [0.0], "has not nq 3 elements"),
        ("loops", [{"name": "pin"}], "loops"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_refused(
    manifest: str, tmp_path: Path, key: str, value: object, told: str
) -> None:
    path = tmp_path / "four_bar.json"
    path.write_text(manifest)
    assert checked_content(path)["loops"][0]["name"] == "pin"
    path.write_text(json.dumps(json.loads(manifest) | {key: value}))
    with pytest.raises(ManifestError, match=told):
        checked_content(path)


def test_the_shape_of_forces_is_that_of_conditions(manifest: str, tmp_path: Path) -> None:
    content = json.loads(manifest)
    content["kernels"]["loop_forward_dynamics"]["shapes"]["lambda"] = [3]
    path = tmp_path / "four_bar.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ManifestError, match=r"shapes.lambda: is \[3\]"):
        checked_content(path)
