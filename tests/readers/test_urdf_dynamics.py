"""The dynamics of a URDF file are those that Pinocchio finds in the same file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.readers.robot_files import read
from measure import assert_same, assert_solution
from pinocchio_robot import pinocchio_model
from small_urdf import TREE, joint, link, one_joint, read_text, robot
from traced_kernels import PLAIN, Generated, model_of
from urdf_robots import Reference, pinocchio_from_urdf, random_state, urdf_files

REAL = (
    "a1",
    "allegro_left_hand",
    "anymal_c_simple_description/anymal",
    "centauro",
    "double_pendulum_continuous",
    "human",
    "icub",
    "kinova",
    "kr210l150",
    "panda",
    "so101",
    "solo12",
    "talos_left_arm",
    "tiago_no_hand",
    "ur5_robot",
    "xarm7",
    "z1",
)
"""Arms, hands, legs, wheels; continuous and prismatic joints; generic axes; impossible bodies."""

FREE = ("hyq_no_sensors", "iris", "kinova", "panda", "quadrotor_base", "solo12", "ur3_robot")
"""Robots to be set free: legs, rotors, a continuous joint, a mimicking one, none at all."""

NOTHING = one_joint("")
FOLLOWER = '<origin xyz="0 0.1 0.2" rpy="0.3 0.2 0.1"/><axis xyz="0 1 1"/>'
MIMIC = robot(
    link("root") + link("a") + link("b") + link("c")
    + joint("j2", "a", "b", "prismatic", FOLLOWER + '<mimic joint="j3" multiplier="0.5"/>')
    + joint("j1", "root", "a", inside=FOLLOWER)
    + joint("j3", "a", "c", inside=FOLLOWER + '<mimic joint="j1" multiplier="-2" offset="0.4"/>')
)  # fmt: skip


@cache
def _files() -> dict[str, Path]:
    return urdf_files()


def same_dynamics(path: Path, floating: bool = False) -> None:
    """Demand that a file's M, h, tau and qdd are those that Pinocchio finds."""
    description = read(path, snap=False, edits=Edits(floating=floating))
    same_as(pinocchio_from_urdf(path, floating), description)


def same_as(theirs: pin.Model, description: Description) -> None:
    """Demand that M, h, tau and qdd are those of Pinocchio's model."""
    model = model_of(description, PLAIN)
    reference = Reference(theirs, model, description)
    state = random_state(model, np.random.default_rng(7))
    q, qd, qdd, tau = (state[key] for key in ("q", "qd", "qdd", "tau"))
    M = reference.inertia_matrix(q)
    generated = Generated(model, effort="fast")  # what is read is looked at here
    assert_same(generated("inertia_matrix", state), M)
    assert_same(generated("bias", state), reference.bias(q, qd))
    assert_same(generated("inverse_dynamics", state), reference.inverse_dynamics(q, qd, qdd))
    qdd_found = generated("forward_dynamics", state)
    assert_solution(qdd_found, reference.forward_dynamics(q, qd, tau), M)


@pytest.mark.parametrize("name", REAL)
def test_dynamics_of_a_real_file_are_those_that_pinocchio_finds(name: str) -> None:
    if name not in _files():
        pytest.skip("example-robot-data or rtb-data is not installed")
    same_dynamics(_files()[name])


@pytest.mark.parametrize("name", FREE)
def test_dynamics_of_a_free_robot_are_those_that_pinocchio_finds(name: str) -> None:
    if name not in _files():
        pytest.skip("example-robot-data or rtb-data is not installed")
    same_dynamics(_files()[name], floating=True)


@pytest.mark.parametrize(
    "text",
    [
        TREE,
        one_joint('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="1 1 1"/>'),
        one_joint('<origin rpy="1.5708 0.5 -3.14159"/><axis xyz="0 -2 0"/>', "continuous"),
        one_joint('<origin rpy="0 1 0"/><axis xyz="3e-1 .4 +1."/>', "prismatic"),
        NOTHING,
        MIMIC,
        one_joint('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0 1"/>', "planar"),
        one_joint('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>', "floating"),
    ],
    ids=["tree", "revolute", "continuous", "prismatic", "defaults", "mimic", "planar", "floating"],
)
def test_dynamics_of_a_small_file_are_those_that_pinocchio_finds(text: str, tmp_path: Path) -> None:
    # urdfdom, unlike the format's description, wants limits of every revolute or prismatic joint.
    limit = '<limit lower="-9" upper="9" velocity="9" effort="9"/>'
    for kind in ("revolute", "prismatic"):
        text = text.replace(f'type="{kind}">', f'type="{kind}">{limit}')
    text = text.replace('<limit lower="-1" upper="2" velocity="3" effort="40"/>', "")
    text = text.replace('<limit lower="0" upper="0.4"/>', "")
    path = tmp_path / "small.urdf"
    path.write_text(text, encoding="utf-8")
    same_dynamics(path)


def test_dynamics_of_a_ball_joint_are_those_of_pinocchio() -> None:
    # urdfdom does not know the type, so Pinocchio's model is put together here.
    text = one_joint('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>', "ball")
    description = read_text(text, snap=False)
    same_as(pinocchio_model(description), description)


def test_a_reference_that_is_another_robot_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "small.urdf"
    limit = '<limit lower="-9" upper="9" velocity="9" effort="9"/>'
    path.write_text(one_joint(limit + '<axis xyz="0 0 1"/>'), encoding="utf-8")
    description = read_text(one_joint('<axis xyz="0 0.001 1"/>'))
    model = model_of(description, PLAIN)
    reference = Reference(pinocchio_from_urdf(path), model, description)
    state = random_state(model, np.random.default_rng(7))
    with pytest.raises(AssertionError, match="exceeds"):
        assert_same(Generated(model)("inertia_matrix", state), reference.inertia_matrix(state["q"]))
