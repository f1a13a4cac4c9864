"""Robots from URDF: what the format says, and what files in use say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arrays import matrix, tensor, vector
from gen_robot.algebra.frame import IDENTITY, X
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.decimals import decimal, decimal_places
from gen_robot.description.description import BASE, Description, Limits, Mimic
from gen_robot.description.names import check_robot_name
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read_file
from gen_robot.readers.robot_name import legal_name
from measure import assert_same
from small_urdf import ROD, TREE, joint, link, one_joint, read_text, robot
from urdf_robots import pinocchio_from_urdf, urdf_files

NOTHING = one_joint("")


@pytest.mark.parametrize("name", sorted(urdf_files()))
def test_every_real_file_is_read_or_refused_with_a_reason(name: str) -> None:
    path = urdf_files()[name]
    if name in ("ur3", "test"):
        with pytest.raises(UserError, match=r"0 links|not XML"):
            read_file(path)
        return
    description = read_file(path)
    assert check_robot_name(description.name) is None
    moving = [k.joint.name for k in description.links if k.joint.type != "fixed"]
    theirs = list(pinocchio_from_urdf(path).names)[1:]
    assert sorted(moving) == sorted(theirs)
    assert len(description.warnings) <= 5
    assert all(text.isprintable() for text in map(str, (*description.warnings, *description.snaps)))


# Order, names ---------------------------------------------------------------------------------


def test_joints_keep_the_order_of_the_file_but_for_parents_first() -> None:
    names = [k.joint.name for k in read_text(TREE).links]
    assert names == ["left_shoulder", "left_wrist", "right_shoulder", "camera_mount", "rail"]


def test_the_root_link_is_the_base() -> None:
    description = read_text(TREE)
    assert description.root_name == "trunk"
    assert description.root_inertial.mass == Number("2.5")
    assert {k.name for k in description.links if k.parent == BASE} == {
        "left_arm",
        "right_arm",
        "camera",
    }


def test_a_link_named_base_that_is_not_the_root_gets_another_name() -> None:
    text = robot(
        link("world") + link(BASE) + link("base_2") + joint("a", "world", BASE)
        + joint("b", BASE, "base_2")
    )  # fmt: skip
    first, second = read_text(text).links
    assert (first.parent, first.name) == (BASE, "base_3")
    assert (second.parent, second.name) == ("base_3", "base_2")


def test_a_new_name_for_a_link_is_not_that_of_the_root() -> None:
    text = robot(link("base_2") + link(BASE) + joint("a", "base_2", BASE))
    (only,) = read_text(text).links
    assert only.name == "base_3"


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("panda", "panda"),
        ("iCub", "icub"),
        ("KUKA LBR-iiwa 14 (R820)", "kuka_lbr_iiwa_14_r820"),
        ("2dof_planar", "robot_2dof_planar"),
        ("int", "int_robot"),
        ("ops", "ops_robot"),
        ("x" * 40, "x" * 32),
        ("Roböter", "rob_ter"),
        ("__arm__", "arm"),
        ("机器人", "arm"),
        ("", "arm"),
    ],
)
def test_any_name_becomes_one_that_files_and_functions_can_have(given: str, made: str) -> None:
    description = read_text(NOTHING.replace('name="arm"', f'name="{given}"', 1))
    assert description.name == made
    assert check_robot_name(made) is None
    assert any("--name" in text for text in description.warnings) == (given != made)


def test_no_text_becomes_an_illegal_name() -> None:
    rng = np.random.default_rng(3)
    letters = list("aZ0_- .é/x")
    for _ in range(300):
        name = legal_name("".join(rng.choice(letters, rng.integers(0, 50))))
        assert not name or check_robot_name(name) is None


# Joints ---------------------------------------------------------------------------------------


def hinge(inside: str, kind: str = "revolute", snap: bool = False) -> Description:
    return read_text(one_joint(inside, kind), snap)


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        *((kind, kind) for kind in ("revolute", "continuous", "prismatic", "planar", "floating")),
        ("spherical", "spherical"),
        ("ball", "spherical"),
    ],
)
def test_every_joint_type_is_read(written: str, kind: str) -> None:
    (only,) = hinge("", written).links
    assert only.joint.type == kind


def test_an_axis_is_made_a_unit_vector_exactly() -> None:
    (only,) = hinge('<axis xyz="0 3 -4"/>').links
    assert only.joint.axis == Vec3(ZERO, Number(3) / 5, -Number(4) / 5)


def test_the_axis_is_x_by_default() -> None:
    (only,) = hinge("").links
    assert only.joint.axis == X


def test_roll_pitch_and_yaw_turn_about_fixed_axes() -> None:
    (only,) = hinge('<origin rpy="0.1 0.2 0.3" xyz="1 2 3"/>').links
    c, s = np.cos([0.1, 0.2, 0.3]), np.sin([0.1, 0.2, 0.3])
    about_x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    about_y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    about_z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    assert_same(matrix(only.joint.before.rotation), about_z @ about_y @ about_x)
    assert_same(vector(only.joint.before.origin), [1, 2, 3])


@pytest.mark.parametrize(
    ("kind", "limit", "limits"),
    [
        ("revolute", 'lower="-1" upper="2"', Limits(-ONE, Number(2))),
        ("revolute", 'upper="2"', Limits(ZERO, Number(2))),
        ("revolute", 'velocity="3" effort="4"', Limits(None, None, Number(3), Number(4))),
        ("revolute", 'lower="0" upper="0" velocity="0"', Limits(None, None, ZERO)),
        ("revolute", 'lower="2" upper="1"', Limits()),
        ("prismatic", 'lower="-1.7e308" upper="3.4e38"', Limits()),
        ("prismatic", 'lower="-1" upper="3.4e38" effort="-1"', Limits(-ONE)),
        ("continuous", 'lower="-1" upper="1" velocity="2"', Limits(None, None, Number(2))),
        ("fixed", 'lower="-1" upper="1"', Limits()),
    ],
)
def test_limits_are_those_that_the_file_means(kind: str, limit: str, limits: Limits) -> None:
    (only,) = hinge(f"<limit {limit}/>", kind).links
    assert only.joint.limits == limits


def test_damping_and_friction_are_viscous_and_coulomb() -> None:
    (only,) = hinge('<dynamics damping="0.7" friction="0.2" K="3"/>').links
    assert (only.joint.viscous, only.joint.coulomb) == (Number("0.7"), Number("0.2"))


def test_a_planar_joint_moves_in_x_and_y_of_its_frame() -> None:
    assert not hinge("", "planar").warnings
    assert not hinge('<axis xyz="0 0 -2"/>', "planar").warnings
    (warning,) = hinge('<axis xyz="1 0 0"/>', "planar").warnings
    assert "joint[hinge].axis.xyz: is '1 0 0', not the z axis" in warning


def test_a_fixed_joint_forgets_what_only_a_moving_one_has() -> None:
    inside = '<axis xyz="0 0 0"/><limit lower="0" upper="0"/><mimic joint="hinge"/>'
    (only,) = hinge(inside, "fixed").links
    assert only.joint.mimic is None


# Mimicry --------------------------------------------------------------------------------------


def fingers(*mimics: str, kinds: tuple[str, ...] = ()) -> Description:
    """Return a chain whose joints j0, j1, ... hold these."""
    links = "".join(link(f"l{k}") for k in range(len(mimics) + 1))
    kinds = kinds or ("revolute",) * len(mimics)
    joints = "".join(
        joint(f"j{k}", f"l{k}", f"l{k + 1}", kind, mimic)
        for k, (kind, mimic) in enumerate(zip(kinds, mimics, strict=True))
    )
    return read_text(robot(links + joints))


def test_a_joint_that_mimics_a_mimic_follows_the_first() -> None:
    description = fingers(
        '<mimic joint="j1" multiplier="2" offset="0.1"/>',
        '<mimic joint="j2" multiplier="-3" offset="0.5"/>',
        "",
    )
    first, second, third = (k.joint.mimic for k in description.links)
    assert first == Mimic("j2", Number(-6), Number("1.1"))
    assert second == Mimic("j2", Number(-3), Number("0.5"))
    assert third is None


def test_what_mimics_a_fixed_joint_stands_still_at_its_offset() -> None:
    description = fingers("", '<mimic joint="j0" offset="0.5"/>', kinds=("fixed", "prismatic"))
    follower = description.links[1].joint
    assert follower.type == "fixed"
    assert follower.before.origin == Vec3(Number("0.5"), ZERO, ZERO)


def test_what_mimics_a_joint_that_is_not_there_moves_by_itself_with_a_warning() -> None:
    description = fingers("", '<mimic joint="j8"/>', '<mimic joint="j9"/>')
    assert all(k.joint.mimic is None for k in description.links)
    (warning,) = description.warnings
    assert "joint[j1].mimic.joint: is 'j8', no joint" in warning
    assert "j1, j2" in warning


# Bodies ---------------------------------------------------------------------------------------


def test_a_body_is_turned_from_its_own_frame_into_the_axes_of_the_link() -> None:
    (only,) = hinge("").links
    (c, s) = np.cos([0.3, -0.2, 1.1]), np.sin([0.3, -0.2, 1.1])
    about_x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    about_y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    about_z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    turn = about_z @ about_y @ about_x
    own = np.array([[0.04, 0.001, -0.002], [0.001, 0.05, 0.003], [-0.002, 0.003, 0.02]])
    assert_same(tensor(only.inertial.inertia), turn @ own @ turn.T)
    assert_same(vector(only.inertial.com), [0.1, -0.02, 0.25])


def test_links_without_a_body_give_one_warning_that_names_those_that_move() -> None:
    text = robot(
        link("root", "") + link("a", "") + link("b", "") + link("weight") + link("frame", "")
        + joint("ja", "root", "a") + joint("jb", "a", "b") + joint("jw", "a", "weight", "fixed")
        + joint("jf", "b", "frame", "fixed")
    )  # fmt: skip
    (warning,) = read_text(text).warnings
    assert "1 of 2 moving links have no mass: b;" in warning


def test_bodies_that_cannot_be_give_one_warning_of_each_sort() -> None:
    indefinite = ROD.replace('ixx="0.04"', 'ixx="-0.04"')
    flat = ROD.replace('ixx="0.04"', 'ixx="0.4"')
    text = robot(
        link("root") + link("a", indefinite) + link("b", indefinite) + link("c", flat)
        + joint("ja", "root", "a") + joint("jb", "a", "b") + joint("jc", "b", "c")
    )  # fmt: skip
    first, second = read_text(text).warnings
    assert "not positive semidefinite: a, b;" in first
    assert "triangle inequality: c;" in second


def test_a_robot_of_one_body_can_be_read_to_be_set_free() -> None:
    description = read_text(robot(link("drone")))
    assert description.links == ()
    assert description.root_inertial.mass == Number("2.5")


# The text itself ------------------------------------------------------------------------------


def test_what_does_not_matter_is_passed_over() -> None:
    ignored = """
      <material name="a"/><material name="a"/>
      <gazebo><link name="x"/><joint name="hinge"/></gazebo>
      <transmission name="t"><joint name="hinge"/></transmission>
      <sensor name="s"><origin xyz="${nonsense}"/></sensor>"""
    visual = (
        '<visual><origin xyz="oops"/><geometry><mesh filename="$(find m)"/></geometry></visual>'
    )
    plain = robot(link("root") + link("tip") + joint("hinge", "root", "tip"))
    adorned = robot(
        ignored + link("root", ROD + visual) + link("tip", visual + ROD)
        + joint("hinge", "root", "tip", inside='<axis xyz="0 0 1"/><safety_controller k="?"/>')
    )  # fmt: skip
    assert read_text(adorned) == read_text(plain)


def test_comments_byte_order_marks_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_bytes(b"\xef\xbb\xbf" + TREE.replace("\n", "\r\n<!-- <link/> -->").encode())
    assert read_file(path).links == read_text(TREE).links


def test_reading_is_exact() -> None:
    (only,) = hinge('<origin xyz="0.1 1e-40 123456789.123456789123456789"/>').links
    x, y, z = only.joint.before.origin
    assert x * 10 == ONE
    assert y == Number(10) ** -40
    assert z == Number("123456789.123456789123456789")
    assert only.joint.before.rotation == IDENTITY


@pytest.mark.parametrize(
    ("text", "value", "places"),
    [
        ("1.", "1", 0),
        (".5", "0.5", 1),
        ("1e-3", "0.001", 3),
        ("+1", "1", 0),
        ("-.25E+1", "-2.5", 1),
        ("007", "7", 0),
        ("1.5700", "1.57", 2),
        (" 2 ", "2", 0),
        ("-0", "0", 0),
    ],
)
def test_decimals_are_what_is_written(text: str, value: str, places: int) -> None:
    assert decimal(text) == Number(value)
    assert decimal_places(text) == places


@pytest.mark.parametrize(
    "text", ["", ".", "e5", "1e", "--1", "1..", "0x1", "nan", "inf", "1_0", "1,5", "٣", "pi", "1 2"]
)
def test_what_is_no_decimal_has_no_value(text: str) -> None:
    assert decimal(text) is None
    assert decimal_places(text) is None
