"""Where links and masses are: against Pinocchio, which computes it in its own way."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from arrays import Array, matrix, vector
from gen_robot.algebra.frame import AT_ORIGIN
from gen_robot.algebra.number import Number
from gen_robot.description.description import (
    BASE,
    Description,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.edit import Edits
from gen_robot.description.joint_kind import JointKind
from gen_robot.description.joint_kinds import KINDS
from gen_robot.model.canonical import canonical
from gen_robot.model.placement import Placement, neutral
from gen_robot.readers.robot_files import read
from pinocchio_robot import pinocchio_model
from random_robots import random_robot
from shipped_robots import SHIPPED, described
from urdf_robots import Reference, pinocchio_from_urdf, random_state, urdf_files

URDF = {name: path for name, path in urdf_files().items() if name in ("panda", "ur5_robot")}
SMALL = 1e-13
"""What double precision leaves of metres."""


def placed(description: Description, q: Array) -> Placement:
    return Placement(canonical(description), tuple(Number(repr(float(x))) for x in q))


def random_q(description: Description, seed: int) -> Array:
    return random_state(canonical(description), np.random.default_rng(seed))["q"]


def assert_same_placements(description: Description, q: Array) -> None:
    """Compare the frame of every link, and the centre of mass."""
    theirs, ours = pinocchio_model(description), placed(description, q)
    data = theirs.createData()
    pin.forwardKinematics(theirs, data, q)
    moving = [link for link in description.links if link.joint.type != "fixed"]
    first = 1 if description.floating_base is None else 2
    if first == 2:
        assert np.abs(matrix(ours.frame(BASE).rotation) - data.oMi[1].rotation).max() < SMALL
    for number, link in enumerate(moving, first):
        after = pin.SE3(matrix(link.joint.after.rotation), vector(link.joint.after.origin))
        expected, found = data.oMi[number] * after, ours.frame(link.name)
        assert np.abs(matrix(found.rotation) - expected.rotation).max() < SMALL
        assert np.abs(vector(found.origin) - expected.translation).max() < SMALL
    if ours.mass:
        com = pin.centerOfMass(theirs, data, q)
        assert np.abs(vector(ours.com) - com).max() < SMALL
        assert float(ours.mass) == pytest.approx(pin.computeTotalMass(theirs), rel=1e-14)


@pytest.mark.parametrize("robot", SHIPPED)
def test_links_and_masses_of_a_shipped_robot_are_where_pinocchio_has_them(robot: str) -> None:
    description = described(robot)
    assert_same_placements(description, random_q(description, 3))


@pytest.mark.parametrize("seed", range(4))
def test_links_and_masses_of_a_random_robot_are_where_pinocchio_has_them(seed: int) -> None:
    description = random_robot(seed, 6)
    assert_same_placements(description, random_q(description, seed))


@pytest.mark.parametrize("name", URDF)
@pytest.mark.parametrize("floating", [False, True])
def test_every_frame_of_a_urdf_file_is_where_pinocchio_has_it(name: str, floating: bool) -> None:
    """Fixed links and joints that mimic others among them."""
    path = URDF[name]
    description = read(path, edits=Edits(floating=floating), snap=False)
    model, theirs = canonical(description), pinocchio_from_urdf(path, floating)
    q = random_q(description, 7)
    data, ours = theirs.createData(), placed(description, q)
    pin.framesForwardKinematics(theirs, data, Reference(theirs, model, description).positions(q))
    # Pinocchio keeps no frame of what is fixed to a link named world.
    links = [link.name for link in description.links if theirs.existFrame(link.name)]
    assert len(links) > 6
    for link in links:
        expected, found = data.oMf[theirs.getFrameId(link)], ours.frame(link)
        assert np.abs(matrix(found.rotation) - expected.rotation).max() < 1e-12
        assert np.abs(vector(found.origin) - expected.translation).max() < 1e-12


@pytest.mark.parametrize("kind", [k for k in KINDS.values() if k.moves and not k.keys])
def test_at_the_neutral_position_a_joint_leaves_its_link_in_place(kind: JointKind) -> None:
    link = LinkDescription("l", BASE, JointDescription("j", kind.name))
    model = canonical(Description("one", (link,), "one.yaml"))
    assert Placement(model, neutral(model)).frame("l") == AT_ORIGIN
