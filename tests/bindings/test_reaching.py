"""Inverse kinematics: what is reachable is reached, limits are kept to, and the rest is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gen_robot.bindings import Library
from gen_robot.bindings.frame import Frame
from quick_library import quick_library
from urdf_robots import urdf_files

RATE = 0.995
"""Of random placements within reach, searched for from random positions, so many are found."""

ARM = """
name: arm
convention: transform
links:
  - {name: turret, joint: {type: revolute, limits: {lower: -2, upper: 2}}, axis: [0, 0, 1], mass: 1}
  - name: boom
    joint: {type: prismatic, limits: {lower: 0.1, upper: 0.6}}
    origin: {xyz: [0, 0, 0.3], rpy: [0, pi/2, 0]}
    axis: [0, 0, 1]
    mass: 1
  - {name: wrist, joint: spherical, origin: {xyz: [0, 0, 0.1]}, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}
"""
ROD = """
name: rod
convention: modified_dh
links:
  - {name: upper, joint: revolute, dh: {}, mass: 1}
  - {name: lower, joint: {type: revolute, limits: {lower: -1, upper: 1}}, dh: {a: 1}, mass: 1}
  - {name: tip, joint: fixed, dh: {a: 0.5}, mass: 1}
"""


Loader = Callable[..., Frame]


@pytest.fixture(scope="session")
def load(tmp_path_factory: pytest.TempPathFactory) -> Loader:
    """Return what makes a robot from text, path or name, and gives one of its frames."""

    def loaded(robot: str | Path, tip: str, **options: object) -> Frame:
        kernels = [f"placement_{tip}", f"jacobian_{tip}"]
        folder = tmp_path_factory.mktemp("reaching")
        return quick_library(robot, folder, kernels=kernels, **options).frame(tip)

    return loaded


def robot_of(frame: Frame) -> Library:
    return frame._robot


@pytest.fixture(scope="session")
def puma(load: Loader) -> Frame:
    return load("puma560", "link6")


@pytest.fixture(scope="session")
def arm(load: Loader) -> Frame:
    return load(ARM, "wrist")


@pytest.fixture(scope="session")
def rod(load: Loader) -> Frame:
    return load(ROD, "tip")


def changed(frame: Frame, folder: Path, change: Callable[[dict[str, Any]], object]) -> Frame:
    """Bind a frame's robot again by another manifest."""
    manifest, library, lang = robot_of(frame)._source
    content = json.loads(manifest.read_text())
    change(content)
    (folder / manifest.name).write_text(json.dumps(content))
    return Library(folder / manifest.name, library, lang).frame(frame.name)


def placements(frame: Frame, count: int, seed: int) -> np.ndarray:
    return frame.placement(robot_of(frame).random_state(seed, count)[0])


def assert_within_limits(frame: Frame, q: np.ndarray) -> None:
    limits = robot_of(frame).limits
    assert (q >= limits.lower).all()
    assert (q <= limits.upper).all()


@pytest.mark.parametrize(
    ("robot", "tip"),
    [("puma560", "link6"), ("panda", "panda_hand_tcp"), ("ur5_robot", "ee_link")],
)
def test_what_can_be_reached_is_reached_within_the_limits(
    load: Loader, robot: str, tip: str
) -> None:
    if robot != "puma560" and robot not in urdf_files():
        pytest.skip("the file is not installed")
    frame = load("puma560" if robot == "puma560" else urdf_files()[robot], tip)
    T, start = placements(frame, 500, 1), robot_of(frame).random_state(2, 500)[0]
    found = frame.inverse(T, start)
    assert found.converged.mean() >= RATE
    assert_within_limits(frame, found.q)
    assert np.abs(frame.placement(found.q) - T)[found.converged].max() < 1e-8
    assert (found.residual <= 1e-9).tolist() == found.converged.tolist()
    # Without further starts it stays with what is downhill from the first.
    once = frame.inverse(T, start, restarts=0)
    assert 0.3 < once.converged.mean() < found.converged.mean()


def test_a_batch_is_its_states_one_by_one_on_any_number_of_threads(puma: Frame) -> None:
    T, start = placements(puma, 200, 3), robot_of(puma).random_state(4, 200)[0]
    found = puma.inverse(T, start)
    dealt = puma.inverse(T, start, threads=3)
    one_by_one = [puma.inverse(*each) for each in zip(T, start, strict=True)]
    for name in found._fields:
        np.testing.assert_array_equal(getattr(found, name), getattr(dealt, name))
        np.testing.assert_array_equal(
            getattr(found, name), [getattr(each, name) for each in one_by_one]
        )


def test_leading_shapes_broadcast(puma: Frame) -> None:
    T = placements(puma, 6, 5).reshape(2, 3, 4, 4)
    start = robot_of(puma).random_state(6, (4, 1, 1))[0]
    found = puma.inverse(T, start)
    assert found.q.shape == (4, 2, 3, 6)
    assert found.converged.shape == found.iterations.shape == found.residual.shape == (4, 2, 3)
    np.testing.assert_array_equal(found.q[2, 1, 0], puma.inverse(T[1, 0], start[2, 0, 0]).q)
    assert puma.inverse(np.empty((0, 4, 4))).q.shape == (0, 6)


def test_near_a_position_the_nearest_one_is_found(puma: Frame) -> None:
    q = robot_of(puma).random_state(7, 100)[0]
    singular = np.linalg.svd(puma.jacobian(q), compute_uv=False)[:, -1] < 0.1
    q = q[~singular] * 0.9  # away from limits
    found = puma.inverse(puma.placement(q), q + 1e-3, restarts=0)
    assert found.converged.all()
    assert np.abs(found.q - q).max() < 1e-2
    assert found.iterations.max() <= 6


def test_out_of_reach_the_least_residual_is_found(rod: Frame) -> None:
    """An arm of lengths 1 and 0.5 that points at what is too far away falls short by the rest."""
    angles, away = np.linspace(-3, 3, 7), np.array([[1.7], [3.0], [10.0]])
    T = np.tile(np.eye(4), (3, 7, 1, 1))
    T[..., 0, 3], T[..., 1, 3] = away * np.cos(angles), away * np.sin(angles)
    found = rod.inverse(T, weights=(1, 1, 1, 0, 0, 0))
    assert not found.converged.any()
    np.testing.assert_allclose(found.residual, np.broadcast_to(away - 1.5, (3, 7)), rtol=1e-9)
    np.testing.assert_allclose(found.q[..., 1], 0, atol=1e-4)


def test_what_only_limits_forbid_ends_at_a_limit(rod: Frame) -> None:
    """The elbow bends by 1 at most, so the tip comes no nearer to the base than this."""
    least = np.hypot(1 + 0.5 * np.cos(1), 0.5 * np.sin(1))
    T = np.eye(4)
    T[:3, 3] = 0.5, 0.4, 0
    found = rod.inverse(T, weights=(1, 1, 1, 0, 0, 0))
    assert not found.converged
    assert abs(found.q[1]) == 1
    np.testing.assert_allclose(found.residual, least - np.hypot(0.5, 0.4), rtol=1e-9)


def test_what_has_no_weight_is_left_free(puma: Frame) -> None:
    """A tool that may spin: the frames differ by a turn about their common z axis."""
    T, start = placements(puma, 50, 8), robot_of(puma).random_state(9, 50)[0]
    spinning = puma.inverse(T, start, weights=(1, 1, 1, 1, 1, 0))
    assert spinning.converged.all()
    difference = np.linalg.inv(T) @ puma.placement(spinning.q)
    np.testing.assert_allclose(difference[:, :3, 2], np.tile([0, 0, 1], (50, 1)), atol=1e-8)
    np.testing.assert_allclose(difference[:, :3, 3], 0, atol=1e-8)
    assert np.abs(difference[:, 0, 1]).max() > 0.1
    position = puma.inverse(T, start, weights=(1, 1, 1, 0, 0, 0))
    assert position.iterations.sum() < spinning.iterations.sum()


@pytest.mark.parametrize("options", [{"jacobian": "local"}, {"jacobian": "world"}, {"lang": "f77"}])
def test_the_search_does_not_depend_on_how_the_kernels_are_written(
    load: Loader, arm: Frame, options: dict[str, str]
) -> None:
    other = load(ARM, "wrist", **options)
    T, start = placements(arm, 20, 10), robot_of(arm).random_state(11, 20)[0]
    want, got = arm.inverse(T, start), other.inverse(T, start)
    assert want.converged.all()
    np.testing.assert_array_equal(got.iterations, want.iterations)
    np.testing.assert_allclose(got.q, want.q, atol=1e-7)


def test_quaternions_stay_quaternions(arm: Frame) -> None:
    T, start = placements(arm, 50, 12), robot_of(arm).random_state(13, 50)[0]
    found = arm.inverse(T, 3 * start)  # neither of unit length nor within limits
    assert found.converged.all()
    np.testing.assert_allclose(np.linalg.norm(found.q[:, 2:], axis=-1), 1, rtol=1e-15)
    assert_within_limits(arm, found.q)


def test_a_flying_base_goes_wherever_its_frame_should(load: Loader) -> None:
    flying = load(ROD, "tip", floating=True)
    T = np.eye(4)
    T[:3, :3] = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    T[:3, 3] = 5, -3, 40
    found = flying.inverse(T)
    assert found.converged
    np.testing.assert_allclose(flying.placement(found.q), T, atol=1e-8)
    np.testing.assert_allclose(np.linalg.norm(found.q[3:7]), 1, rtol=1e-15)


def test_kernels_in_single_precision_reach_what_single_precision_can(
    load: Loader,
) -> None:
    single = load("puma560", "link6", precision="single")
    q = robot_of(single).random_state(14, 100)[0]
    found = single.inverse(single.placement(q), q + np.float32(0.2))
    assert found.q.dtype == np.float32
    assert found.converged.mean() >= RATE
    assert found.residual[found.converged].max() <= 1e-5


FAR = {"lower": -1e15, "upper": 1e15}
T0 = np.eye(4)
MIRROR = np.diag([1.0, 1, -1, 1])
STRETCHED = np.diag([1.0, 1.01, 1, 1])
CUT = np.eye(4)
CUT[3, 0] = 0.1
LOST = np.eye(4)
LOST[1, 3] = np.inf
NOT_A_NUMBER = np.eye(4)
NOT_A_NUMBER[3, 3] = np.nan


@pytest.mark.parametrize("wrong", [MIRROR, STRETCHED, CUT, LOST, NOT_A_NUMBER, np.zeros((4, 4))])
def test_what_is_no_placement_is_refused_by_its_place(puma: Frame, wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^T: is no placement"):
        puma.inverse(wrong)
    batch = np.stack([[T0, T0, T0], [T0, wrong, T0]])
    with pytest.raises(ValueError, match=r"^T\[1, 1\]: is no placement"):
        puma.inverse(batch)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((np.eye(3),), {}, r"T: its shape is \(3, 3\); expected \(\.\.\., 4, 4\)"),
        ((T0, np.zeros(5)), {}, r"q0: its shape is \(5,\)"),
        ((T0, np.full(6, np.nan)), {}, "q0: .*not finite"),
        ((np.tile(T0, (3, 1, 1)), np.zeros((2, 6))), {}, "do not broadcast"),
        ((T0,), {"weights": (1, 1, 1)}, "weights: .*six"),
        ((T0,), {"weights": (0,) * 6}, "weights: .*six"),
        ((T0,), {"weights": (1, 1, 1, 1, 1, -1)}, "weights: .*six"),
        ((T0,), {"tolerance": 0}, "tolerance: is 0"),
        ((T0,), {"damping": "much"}, "damping: is 'much'"),
        ((T0,), {"iterations": 0}, "iterations: is 0"),
        ((T0,), {"restarts": -1}, "restarts: is -1"),
        ((T0,), {"restarts": 1.5}, "restarts: is 1.5"),
        ((T0,), {"threads": 0}, "threads: is 0"),
    ],
)
def test_what_is_wrong_with_a_call_is_said(puma: Frame, arguments, options, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        puma.inverse(*arguments, **options)


def test_limits_that_mean_none_give_starts_that_make_sense(rod: Frame, tmp_path: Path) -> None:
    far = changed(rod, tmp_path, lambda content: content["joints"][1]["limits"].update(FAR))
    assert robot_of(far).limits.upper[1] == 1e15
    found = far.inverse(placements(rod, 50, 15), [0.0, 2.0])
    assert found.converged.all()
    assert np.abs(found.q).max() < 100


def test_a_kernel_with_other_arrays_is_not_called(rod: Frame, tmp_path: Path) -> None:
    def with_another(content: dict[str, Any]) -> None:
        kernel = content["kernels"]["jacobian_tip"]
        kernel["inputs"].append("qd")
        kernel["shapes"]["qd"] = [2]

    with pytest.raises(ValueError, match="jacobian_tip: is no kernel from q to J"):
        changed(rod, tmp_path, with_another).inverse(T0)


def test_a_frame_without_the_kernels_says_how_to_get_them(rod: Frame, tmp_path: Path) -> None:
    frame = changed(rod, tmp_path, lambda content: content["kernels"].pop("jacobian_tip"))
    with pytest.raises(AttributeError, match="no kernel 'jacobian_tip' was generated"):
        frame.inverse(T0)
