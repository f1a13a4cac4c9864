"""Robots in MJCF move as MuJoCo moves them."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from gen_robot.mujoco import States
from gen_robot.readers.robot_files import read
from measure import assert_same
from mjcf_robots import mjcf_files
from mujoco_robot import bare, random_state
from quick_library import quick_library
from random_mjcf import random_mjcf
from small_mjcf import HEAVY, ROBOTS, body, described, disagreement, model

SAMPLE = (
    "mujoco/assets/hopper",
    "mujoco/assets/ant",
    "suite/fish",
    "suite/quadruped",
    "fetch/reach",
)
"""Files of other projects: slides and hinges of one body, free bodies, includes, meshes."""


@pytest.mark.parametrize("name", ROBOTS)
def test_dynamics_are_those_of_mujoco(name: str) -> None:
    text = ROBOTS[name]
    assert disagreement(described(text), mujoco.MjModel.from_xml_string(text)) < 1


@pytest.mark.parametrize("seed", range(12))
def test_dynamics_of_random_robots_are_those_of_mujoco(seed: int) -> None:
    text = random_mjcf(np.random.default_rng(seed))
    assert disagreement(described(text), mujoco.MjModel.from_xml_string(text), states=1) < 1


def test_another_robot_disagrees() -> None:
    text = ROBOTS["chain"]
    other = text.replace('mass="1.5"', 'mass="1.500001"')
    assert other != text
    assert disagreement(described(text), mujoco.MjModel.from_xml_string(other)) > 1000


@pytest.mark.parametrize("name", SAMPLE)
def test_dynamics_of_published_robots_are_those_of_mujoco(name: str) -> None:
    found = {short: path for short, path in mjcf_files().items() if name in short}
    if not found:
        pytest.skip("its package is not installed: gymnasium, dm_control, gymnasium-robotics")
    path = next(iter(found.values()))
    theirs = mujoco.MjModel.from_xml_path(str(path))
    assert disagreement(read(path, snap=False), theirs, states=1) < 1


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[States, object, mujoco.MjModel]:
    """Build a robot of every type of joint, as a user would."""
    text = ROBOTS["trees and free bodies"].replace("<freejoint/>", '<joint type="ball"/>', 1)
    folder = tmp_path_factory.mktemp("mjcf")
    (folder / "robot.xml").write_text(text)
    robot = quick_library(
        folder / "robot.xml", folder, kernels="inertia_matrix,bias,forward_dynamics"
    )
    return States(robot), robot, bare(mujoco.MjModel.from_xml_string(text))


def test_states_are_turned_into_ours_and_back(compiled) -> None:
    states, _, theirs = compiled
    rng = np.random.default_rng(5)
    drawn = [random_state(theirs, rng) for _ in range(4)]
    qpos, qvel, qfrc = (np.array([getattr(s, k) for s in drawn]) for k in ("qpos", "qvel", "qfrc"))
    qacc = np.array([s.data.qacc for s in drawn])
    q, qd = states.q(qpos), states.qd(qpos, qvel)
    for one, s in zip(q, drawn, strict=True):
        np.testing.assert_array_equal(one, s.kernel_inputs["q"])
    np.testing.assert_allclose(qd, [s.kernel_inputs["qd"] for s in drawn], atol=1e-14)
    qdd = states.qdd(qpos, qvel, qacc)
    np.testing.assert_allclose(qdd, [s.forward_dynamics for s in drawn], rtol=1e-12, atol=1e-11)
    tau = states.tau(qpos, qfrc)
    # Power is the same however velocities and forces are given.
    np.testing.assert_allclose((tau * qd).sum(-1), (qfrc * qvel).sum(-1), rtol=1e-13)
    np.testing.assert_array_equal(states.qpos(q), qpos)
    np.testing.assert_allclose(states.qvel(q, qd), qvel, atol=1e-14)
    np.testing.assert_allclose(states.qacc(q, qd, qdd), qacc, rtol=1e-12, atol=1e-11)
    np.testing.assert_allclose(states.qfrc(q, tau), qfrc, atol=1e-14)


def test_compiled_kernels_give_mujoco_its_accelerations(compiled) -> None:
    states, robot, theirs = compiled
    for seed in range(3):
        s = random_state(theirs, np.random.default_rng(seed))
        q, qd, tau = states.q(s.qpos), states.qd(s.qpos, s.qvel), states.tau(s.qpos, s.qfrc)
        qdd = robot.forward_dynamics(q, qd, tau)
        wanted = s.data.qacc
        np.testing.assert_allclose(
            states.qacc(q, qd, qdd), wanted, rtol=0, atol=1e-10 * np.abs(wanted).max()
        )


def test_damping_is_that_of_mujoco_with_friction(tmp_path: Path) -> None:
    joints = '<joint name="j" damping=".4"/>', '<joint type="ball" damping=".7"/>'
    text = model(
        body(joints[0] + HEAVY + body(joints[1] + HEAVY, "b")),
        actuator='<motor joint="j" gear="3" damping=".2"/>',
    )
    (tmp_path / "robot.xml").write_text(text)
    robot = quick_library(tmp_path / "robot.xml", tmp_path, kernels="bias", friction=True)
    theirs = mujoco.MjModel.from_xml_string(text)
    s = random_state(theirs, np.random.default_rng(4))
    assert np.abs(s.data.qfrc_passive).min() > 0.1
    given = s.kernel_inputs
    assert_same(robot.bias(given["q"], given["qd"]), s.data.qfrc_bias - s.data.qfrc_passive)


def test_velocities_are_the_rates_of_positions(compiled) -> None:
    """MuJoCo and the bindings step along a velocity to the same place."""
    states, robot, theirs = compiled
    s, step = random_state(theirs, np.random.default_rng(2)), 1e-6
    moved = s.qpos.copy()
    mujoco.mj_integratePos(theirs, moved, s.qvel, step)
    q, qd = states.q(s.qpos), states.qd(s.qpos, s.qvel)
    rates = (robot.integrate(q, step * qd) - q) / step
    np.testing.assert_allclose(rates, (states.q(moved) - q) / step, atol=1e-4)


def test_a_state_of_another_size_is_refused(compiled) -> None:
    states, _, theirs = compiled
    with pytest.raises(ValueError, match=r"qpos has the shape \(3,\); small wants"):
        states.q(np.zeros(3))
    with pytest.raises(ValueError, match="qvel has the shape"):
        states.qd(np.zeros(theirs.nq), np.zeros(theirs.nv + 1))


def test_a_file_is_read_where_it_lies(tmp_path: Path) -> None:
    text = ROBOTS["mesh"]
    (tmp_path / "robot.xml").write_text(text)
    assert read(tmp_path / "robot.xml").links == described(text).links
