"""What is read of MJCF files: links, joints, names, numbers, frames, loops."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import mujoco
import pytest

from gen_robot.algebra.frame import ORIGIN, X, Y, Z
from gen_robot.algebra.number import PI, Number
from gen_robot.description.description import BASE, Description, JointDescription
from gen_robot.model.canonical import canonical
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read
from small_mjcf import HEAVY, INERTIAL, ROBOTS, body, described, model
from urdf_and_mjcf import SIX_AXES_MJCF, SIX_AXES_URDF

HALF = Number("0.5")


def joint(inside: str, **sections: str) -> JointDescription:
    """Return the last joint of a body."""
    return described(model(body(inside + HEAVY), **sections)).links[-1].joint


def exact(*texts: str) -> tuple[Number, ...]:
    return tuple(Number(text) for text in texts)


# Links and joints -----------------------------------------------------------------------------


def test_links_stand_in_the_order_of_mujoco_and_joints_in_that_of_qpos() -> None:
    for text in ROBOTS.values():
        theirs, ours = mujoco.MjModel.from_xml_string(text), canonical(described(text))
        assert (ours.free_nq, ours.free_nv) == (theirs.nq, theirs.nv)
        starts = [link.q_index for link in ours.links]
        assert starts == [int(x) for x in theirs.jnt_qposadr]


def test_several_joints_of_a_body_have_massless_links_between() -> None:
    robot = described(ROBOTS["several joints"])
    assert [(k.name, k.parent, k.joint.name) for k in robot.links] == [
        ("a_x", BASE, "x"),
        ("a_z", "a_x", "z"),
        ("a_turn", "a_z", "turn"),
        ("a", "a_turn", "a_hinge4"),
    ]
    assert [bool(k.inertial.mass) for k in robot.links] == [False, False, False, True]


def test_types_of_joints_are_ours() -> None:
    types = {
        '<joint type="hinge"/>': "continuous",
        '<joint type="hinge" range="-10 10"/>': "revolute",
        '<joint type="slide"/>': "prismatic",
        '<joint type="ball"/>': "spherical",
        "<freejoint/>": "floating",
        "": "fixed",
    }
    assert {text: joint(text).type for text in types} == types


def test_limits_are_read_and_efforts_where_one_number_says_them() -> None:
    found = joint('<joint name="j" type="slide" range="-.5 1.25" actuatorfrcrange="-7 7"/>')
    assert found.limits.lower == Number("-0.5") and found.limits.upper == Number("1.25")
    assert found.limits.effort == 7
    driven = '<joint name="j"/>'
    for actuator, effort in {
        '<motor joint="j" gear="-3" forcerange="-4 4"/>': 12,
        '<motor joint="j" gear="50" ctrlrange="-2 2"/>': 100,
        '<motor joint="j" ctrlrange="-1 2"/>': None,
        '<motor joint="j" ctrlrange="-2 2"/><motor joint="j"/>': None,
        '<position joint="j" kp="5" ctrlrange="-2 2"/>': None,
    }.items():
        assert joint(driven, actuator=actuator).limits.effort == effort, actuator


def test_armature_damping_and_friction_belong_to_the_joint() -> None:
    found = joint('<joint name="j" armature="0.1" damping="0.2" frictionloss="0.3"/>')
    assert (found.rotor_inertia, found.viscous, found.coulomb) == exact("0.1", "0.2", "0.3")
    geared = '<motor joint="j" gear="10" armature="0.01" damping="0.02"/>'
    found = joint('<joint name="j" armature="0.1" damping="0.2"/>', actuator=geared)
    assert (found.rotor_inertia, found.viscous) == exact("1.1", "2.2")
    off = '<flag damper="disable" frictionloss="disable"/>'
    found = joint('<joint damping="0.2" frictionloss="0.3"/>', option=off)
    assert (found.viscous, found.coulomb) == exact("0", "0")


def test_positions_count_from_where_mujoco_counts() -> None:
    turned = joint('<joint axis="0 0 1" ref="90"/>')
    assert turned.after.rotation.x == -Y and turned.after.rotation.z == Z
    assert joint('<joint type="slide" axis="0 1 0" ref="0.2"/>').after.origin == Y * Number("-0.2")


def test_gravity_is_that_of_the_file() -> None:
    assert described(ROBOTS["chain"]).gravity == -Z * Number("9.81")
    assert described(ROBOTS["no gravity"]).gravity == ORIGIN
    assert described(ROBOTS["gravity"]).gravity == X - Y * 2 + Z * Number("3.5")


def test_static_bodies_are_fixed_links() -> None:
    robot = described(ROBOTS["static bodies"])
    assert [(k.name, k.joint.type) for k in robot.links] == [
        *(("a", "fixed"), ("b", "continuous"), ("c", "fixed")),
    ]
    assert len(canonical(robot).links) == 1


# Numbers --------------------------------------------------------------------------------------


def test_decimals_are_those_of_the_file() -> None:
    text = model(
        body(f'<joint axis="0 0 1" pos="0.1 0.7 0"/>{INERTIAL}', pos="0.0892 -1e-7 123.456")
    )
    (link,) = described(text).links
    anchor = exact("0.1", "0.7", "0")
    before = exact("0.0892", "-1e-7", "123.456")
    assert tuple(link.joint.before.origin) == tuple(
        a + b for a, b in zip(anchor, before, strict=True)
    )
    assert link.inertial.mass == 2 and tuple(link.inertial.com) == exact("0.01", "0.02", "0.03")
    tensor = exact("0.011", "0.013", "0.017", "0.001", "-0.002", "0.0005")
    assert tuple(link.inertial.inertia) == tensor


def test_what_mujoco_computes_is_exact_again() -> None:
    inside = body(f"<joint/>{HEAVY}", pos="0.1 0.2 0.3")
    text = model(f'<frame euler="90 0 0"><frame euler="0 0 -90">{inside}</frame></frame>')
    for snap in (True, False):
        (link,) = described(text, snap=snap).links
        assert tuple(link.joint.before.origin) == exact("0.2", "-0.3", "-0.1")
        assert link.joint.before.rotation.x == -Z and link.joint.before.rotation.y == X
        assert not described(text, snap=snap).snaps


def test_rounded_angles_are_snapped_unless_told_otherwise() -> None:
    text = model(body(f'<joint axis="0 1e-6 1"/>{HEAVY}', quat="0.707107 0.707105 0 0"))
    robot, as_written = described(text), described(text, snap=False)
    assert robot.links[0].joint.before.rotation.z == -Y and robot.links[0].joint.axis == Z
    assert [str(snap).split(": ")[:2] for snap in robot.snaps] == [
        ["robot.xml:1:34", "body[a]"]
    ] * 2
    assert not as_written.snaps and as_written.links[0].joint.axis != Z


def test_thirds_of_a_right_angle_and_diagonals_are_exact() -> None:
    found = joint('<joint axis="1 1 0"/>').axis
    assert found.x * found.x == Number(1) / 2 and found.x == found.y
    turned = (
        described(model(body(f"<joint/>{HEAVY}", euler="30 0 0"))).links[0].joint.before.rotation
    )
    assert turned.y.z == Number(1) / 2 and turned.y.y == (PI / 6).cos()


def test_mjcf_costs_what_urdf_does(tmp_path: Path) -> None:
    """Quarter turns that MuJoCo rounded are as cheap as those of a URDF file."""
    (tmp_path / "arm.xml").write_text(SIX_AXES_MJCF)
    (tmp_path / "arm.urdf").write_text(SIX_AXES_URDF)
    options = Options(kernels=("inertia_matrix", "bias", "forward_dynamics"))

    def counts(description: Description) -> list[dict[str, int]]:
        choices = generate_described(description, options).choices
        return [choice.graph.operations.as_dict() for choice in choices]

    wanted = counts(read(tmp_path / "arm.urdf"))
    assert counts(read(tmp_path / "arm.xml")) == wanted
    assert wanted[0]["mul"] < 90, "a general arm of six axes takes more than twice as many"


# Names ----------------------------------------------------------------------------------------


def test_what_has_no_name_gets_one_that_can_be_told() -> None:
    text = model(f"<body><joint/><joint axis='1 0 0'/>{HEAVY}<body>{HEAVY}</body></body>")
    robot = described(text)
    assert [(k.name, k.joint.name) for k in robot.links] == [
        ("body1_body1_hinge1", "body1_hinge1"),
        ("body1", "body1_hinge2"),
        ("body2", "body2"),
    ]
    assert not [w for w in robot.warnings if "names" in w]


def test_names_that_are_no_names_are_changed_with_a_warning() -> None:
    inside = "".join(
        f'<body name="{name}"><joint name="j{k}|"/>{HEAVY}</body>'
        for k, name in enumerate(("arm|x", "arm_x", "base", "é", "n" * 80, "n" * 70))
    )
    robot = described(model(inside))
    names = [k.name for k in robot.links]
    assert names == ["arm_x", "arm_x_2", "base_2", "_", "n" * 64, "n" * 62 + "_2"]
    told = [w for w in robot.warnings if "names of links are changed" in w]
    assert len(told) == 1 and "'arm|x' is 'arm_x'" in told[0]
    assert any("names of joints are changed: 'j0|' is 'j0_'" in w for w in robot.warnings)


@pytest.mark.parametrize(
    ("given", "name", "warned"),
    [
        (' model="arm"', "arm", False),
        (' model="My Robot 2"', "my_robot_2", True),
        (' model="double"', "double_robot", True),
        ("", "robot", False),
    ],
)
def test_the_robot_is_called_as_its_file_says(given: str, name: str, warned: bool) -> None:
    robot = described(ROBOTS["hinge"].replace(' model="small"', given))
    assert robot.name == name
    assert any("--name gives another" in w for w in robot.warnings) is warned


def test_shares_of_small_numbers_are_kept() -> None:
    """What is small beside other elements by more than rounding is meant."""
    text = model(body(f"<joint/>{HEAVY}", pos="1 1e-9 1e-13"))
    origin = described(text).links[0].joint.before.origin
    assert Fraction(float(origin.y)) == Fraction(1e-9) and float(origin.z) == 1e-13
