"""Neutral, random and integrated configurations of joints of every kind."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library
from tiny_robot import joint, library_in

RNG = np.random.default_rng(6)


def states(*leading: int) -> np.ndarray:
    return RNG.uniform(0.1, 1.0, (*leading, 2))


def test_random_states_keep_to_the_limits(tiny: Library) -> None:
    q, qd, qdd = tiny.random_state(np.random.default_rng(1), shape=(500,))
    assert q.shape == qd.shape == qdd.shape == (500, 2)
    assert -0.5 <= q[:, 0].min() < -0.4
    assert 1.9 < q[:, 0].max() <= 2.0
    assert 3.0 < np.abs(q[:, 1]).max() <= np.pi
    assert 0.2 < np.abs(qd[:, 0]).max() <= 0.25
    single_state = tiny.random_state(3)
    assert [array.shape for array in single_state] == [(2,), (2,), (2,)]
    np.testing.assert_array_equal(single_state[0], tiny.random_state(3)[0])


@pytest.fixture(scope="module")
def floating(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Bind a robot of whose joints three are no mere numbers; its kernels are not called."""
    joints = [
        joint("root", "floating", 0, 0, nq=7, nv=6),
        joint("hip", "spherical", 7, 6, nq=4, nv=3),
        joint("rail", "prismatic", 11, 9, lower=0.5),
        joint("table", "planar", 12, 10, nq=4, nv=3),
    ]
    path = tmp_path_factory.mktemp("floating") / "tiny.json"
    path.write_text(tiny_robot.generated_files(joints=joints)["tiny.json"])
    return Library(path, library_in(folder), "c")


def test_the_neutral_configuration_turns_nothing(floating: Library, tiny: Library) -> None:
    np.testing.assert_array_equal(tiny.neutral(), [0, 0])
    neutral = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    np.testing.assert_array_equal(floating.neutral(), neutral)


def test_random_configurations_are_configurations(floating: Library) -> None:
    q, qd, _ = floating.random_state(2, shape=(4, 5))
    assert q.shape == (4, 5, 16)
    assert qd.shape == (4, 5, 13)
    np.testing.assert_allclose(np.linalg.norm(q[..., 3:7], axis=-1), 1)
    np.testing.assert_allclose(np.linalg.norm(q[..., 7:11], axis=-1), 1)
    np.testing.assert_allclose(np.linalg.norm(q[..., 14:], axis=-1), 1)
    assert q[..., 11].min() >= 0.5


def test_integrating_adds_where_coordinates_add(tiny: Library) -> None:
    q, dq = states(3), states(3)
    np.testing.assert_array_equal(tiny.integrate(q, dq), q + dq)
    np.testing.assert_array_equal(tiny.integrate(q[0], dq), q[0] + dq)
    with pytest.raises(ValueError, match="dq: its shape"):
        tiny.integrate(q, dq[:, :1])


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-3, 0.0099, 0.0101, 0.5, 3.0])
def test_integrating_moves_joints_in_space_and_plane_as_pinocchio_does(
    floating: Library, size: float
) -> None:
    pin = pytest.importorskip("pinocchio")
    model = pin.Model()
    kinds = ("FreeFlyer", "Spherical", "PZ", "Planar")
    for index, kind in enumerate(kinds):
        joint_model = getattr(pin, f"JointModel{kind}")()
        model.addJoint(index, joint_model, pin.SE3.Identity(), str(index))
    q, qd, _ = floating.random_state(4, shape=20)
    dq = size * qd / np.linalg.norm(qd, axis=-1, keepdims=True)
    want = np.array([pin.integrate(model, *pair) for pair in zip(q, dq, strict=True)])
    np.testing.assert_allclose(floating.integrate(q, dq), want, rtol=0, atol=1e-14)


def test_integrating_there_and_back_is_the_identity(floating: Library) -> None:
    q, dq, _ = floating.random_state(6, shape=(7,))
    np.testing.assert_allclose(floating.integrate(floating.integrate(q, dq), -dq), q, atol=1e-14)


@pytest.mark.parametrize(
    ("shape", "leading"),
    [
        (np.int64(3), (3,)),
        (np.uint8(3), (3,)),
        (np.array(3), (3,)),
        (np.int32(0), (0,)),
        ((np.int64(2), 3), (2, 3)),
        ([2, np.int8(3)], (2, 3)),
        (np.array([2, 3]), (2, 3)),
        (np.empty((4, 2)).shape[:-1], (4,)),
        ([], ()),
    ],
)
def test_shapes_are_what_numpy_takes_for_shapes(tiny: Library, shape, leading) -> None:
    q, _, _ = tiny.random_state(1, shape=shape)
    assert q.shape == (*leading, 2)
    np.testing.assert_array_equal(q, tiny.random_state(np.int64(1), shape=leading)[0])


@pytest.mark.parametrize("shape", [2.0, "3", None, (2, 3.5), np.array([1.5]), [[2]], {"a": 1}])
def test_what_is_no_shape_is_refused(tiny: Library, shape) -> None:
    with pytest.raises(TypeError, match=r"shape: is .*; give an integer or a tuple of integers"):
        tiny.random_state(1, shape=shape)


@pytest.mark.parametrize("shape", [-1, (2, -3), np.int64(-1)])
def test_negative_lengths_are_refused(tiny: Library, shape) -> None:
    with pytest.raises(ValueError, match=r"shape: is .*zero or more"):
        tiny.random_state(1, shape=shape)


@pytest.mark.parametrize("seed", [0, np.int64(4), np.uint32(4), [1, 2], np.random.SeedSequence(3)])
def test_what_numpy_makes_a_generator_of_is_a_seed(tiny: Library, seed) -> None:
    want = np.random.default_rng(copy.deepcopy(seed)).uniform(-0.25, 1.0)
    assert tiny.random_state(seed)[0][0] == 2 * want


@pytest.mark.parametrize(("seed", "error"), [("a", TypeError), (1.5, TypeError), (-1, ValueError)])
def test_what_is_no_seed_is_refused(tiny: Library, seed, error) -> None:
    with pytest.raises(error, match=r"rng: is .*give a numpy.random.Generator, a seed"):
        tiny.random_state(seed)


def test_limits_that_mean_none_do_not_overflow(folder: Path, tmp_path: Path) -> None:
    most = float(np.finfo(float).max)
    joints = [joint("a", "revolute", 0, 0, lower=-most, upper=most, velocity=most)]
    (tmp_path / "tiny.json").write_text(tiny_robot.generated_files(joints=joints)["tiny.json"])
    q, qd, _ = Library(tmp_path / "tiny.json", library_in(folder), "c").random_state(1, 50)
    assert np.isfinite(q).all()
    assert np.isfinite(qd).all()
