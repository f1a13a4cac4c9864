"""What a URDF file says in vain is told, with what was meant; what is others' is passed over."""

from __future__ import annotations

import re

import numpy as np
import pinocchio as pin
import pytest

from effort import at_most
from gen_robot.algebra.frame import X, Z
from gen_robot.algebra.number import ONE, Number
from gen_robot.errors import UserError
from small_urdf import ROD, joint, link, one_joint, read_text, robot

AXIS = '<axis xyz="0 0 1"/>'


def told(inside: str, kind: str = "revolute") -> list[str]:
    """Return the warnings about a robot whose one joint, hinge, holds this."""
    return list(read_text(one_joint(inside, kind)).warnings)


# Attributes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inside", "place", "wrong", "right"),
    [
        ('<axis zyz="0 0 1"/>', "axis", "zyz", "xyz"),
        ('<axis XYZ="0 0 1"/>', "axis", "XYZ", "xyz"),
        (f'{AXIS}<origin xzy="1 2 3"/>', "origin", "xzy", "xyz"),
        (f'{AXIS}<origin xyz="1 2 3" rpz="1 2 3"/>', "origin", "rpz", "rpy"),
        (f'{AXIS}<limit lower="-1" uper="1" effort="2" velocity="3"/>', "limit", "uper", "upper"),
        (f'{AXIS}<dynamics dampening="0.1"/>', "dynamics", "dampening", "damping"),
    ],
)
def test_a_misspelled_attribute_is_told_with_the_nearest_right_one(
    inside: str, place: str, wrong: str, right: str
) -> None:
    (warning,) = told(inside)
    assert re.fullmatch(
        rf"arm\.urdf:\d+:\d+: joint\[hinge\]\.{place}: has the attribute '{wrong}', which is not"
        rf" read; did you mean '{right}'\?",
        warning,
    )


def test_a_misspelled_attribute_of_a_mimic_is_told() -> None:
    text = robot(
        link("a") + link("b") + link("c") + joint("j", "a", "b")
        + joint("k", "b", "c", inside=f'{AXIS}<mimic joint="j" multiplyer="2"/>')
    )  # fmt: skip
    (warning,) = read_text(text).warnings
    assert "joint[k].mimic: has the attribute 'multiplyer'" in warning
    assert "did you mean 'multiplier'?" in warning


def test_an_attribute_that_is_needed_is_asked_for_where_another_is_misspelled() -> None:
    for tag, right, wrong in (("mass", "value", "valeu"), ("inertia", "ixx", "iix")):
        body = re.sub(rf"(<{tag} [^>]*){right}=", rf"\1{wrong}=", ROD)
        with pytest.raises(UserError, match=f"has no attribute '{right}'"):
            read_text(robot(link("a") + link("b", body) + joint("j", "a", "b")))


def test_one_warning_names_all_joints_of_which_the_same_holds() -> None:
    names = [f"l{k}" for k in range(9)]
    text = robot(
        "".join(link(name) for name in names)
        + "".join(
            joint(f"j{k}", f"l{k}", f"l{k + 1}", inside='<axis zyz="0 0 1"/>') for k in range(8)
        )
    )
    (warning,) = read_text(text).warnings
    assert "joint[j0].axis" in warning
    assert warning.endswith("did you mean 'xyz'?; the same in j1, j2, j3, j4, j5 and 2 more")


@pytest.mark.parametrize(
    "inside",
    [
        # Nothing of URDF's own is missing, so nothing of it can be meant.
        f'{AXIS}<dynamics damping="1" friction="2" K="7000" mu_viscous="16"/>',
        '<axis xyz="0 0 1" frame="local"/>',
        # Another vocabulary's, by its prefix.
        '<axis xyz="0 0 1"/><origin xyz="0 0 1" drake:quat="0 0 0 1" xmlns:drake="x" xmlns="y"/>',
        # Of URDF, too, though nothing is computed from it.
        f'{AXIS}<limit effort="1" velocity="2" acceleration="3" jerk="4"/>',
    ],
)
def test_what_is_a_vendors_is_passed_over(inside: str) -> None:
    assert told(inside, "continuous") == []


def test_what_a_fixed_joint_does_not_have_is_passed_over() -> None:
    assert told('<axis zyz="0 0 1"/><axis/><limit uper="1"/><mimic joynt="x"/>', "fixed") == []
    (warning,) = told('<origin xzy="1 0 0"/>', "fixed")
    assert "joint[hinge].origin: has the attribute 'xzy'" in warning


# Elements -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("axes", "axis"), ("Axis", "axis"), ("limits", "limit"), ("orgin", "origin")],
)
def test_an_element_that_looks_like_one_of_urdfs_own_is_told(wrong: str, right: str) -> None:
    (warning,) = told(f'<{wrong} xyz="0 0 1"/>')
    assert re.fullmatch(
        rf"arm\.urdf:\d+:\d+: joint\[hinge\]\.{wrong}: is not read; did you mean <{right}>\?",
        warning,
    )


def test_an_inertia_outside_inertial_is_told() -> None:
    body = re.search(r"<inertia .*?/>", ROD)
    assert body
    text = robot(link("a") + link("b", ROD + body[0]) + joint("j", "a", "b"))
    (warning,) = read_text(text).warnings
    assert "link[b].inertia: is not read; did you mean <inertial>?" in warning


def test_elements_of_others_are_passed_over() -> None:
    inside = """<calibration rising="0"/><safety_controller k_velocity="0"/><hardwareInterface/>
        <drake:axis/><passive/><compliance/>"""
    around = """<gazebo reference="a"/><transmission/><ros2_control/><sensor/>
        <material name="x"/><material name="x"/><frame/><drake:joint/>"""
    plain = robot(link("a") + link("b") + joint("j", "a", "b"))
    adorned = robot(around + link("a") + link("b") + joint("j", "a", "b", inside=AXIS + inside))
    assert read_text(adorned) == read_text(plain)


# Twice ----------------------------------------------------------------------------------------

BODY = '<inertial><mass value="{m}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
ONCE_AND_AGAIN = {
    "axis": (AXIS + '<axis xyz="1 0 0"/>', ""),
    "origin": (AXIS + '<origin xyz="1 0 0"/><origin xyz="2 0 0"/>', ""),
    "limit": (
        AXIS + '<limit lower="-1" upper="1" effort="1" velocity="1"/><limit lower="-2"/>',
        "",
    ),
    "parent": (AXIS + '<parent link="tip"/>', ""),
    "child": (AXIS + '<child link="root"/>', ""),
    "inertial": (AXIS, (BODY + "</inertial>").format(m=1) + (BODY + "</inertial>").format(m=2)),
    "mass": (AXIS, BODY.format(m=1) + '<mass value="2"/></inertial>'),
}


@pytest.mark.parametrize("tag", ONCE_AND_AGAIN)
def test_of_elements_that_come_twice_the_first_is_read_as_by_pinocchio(tag: str) -> None:
    inside, body = ONCE_AND_AGAIN[tag]
    text = robot(
        link("root", "") + link("tip", body or ROD) + joint("hinge", "root", "tip", inside=inside)
    )
    description = read_text(text)
    (warning,) = description.warnings
    assert warning.endswith(f"{tag}: comes twice; the first is read, as by other readers")
    limited = text.replace("</joint>", '<limit effort="1" velocity="1"/></joint>')
    theirs = pin.buildModelFromXML(limited)
    (ours,) = description.links
    assert theirs.joints[1].shortname() == "JointModelRZ"
    assert ours.joint.axis == Z
    assert np.allclose(
        theirs.jointPlacements[1].translation, [float(x) for x in ours.joint.before.origin]
    )
    assert np.isclose(theirs.inertias[1].mass, float(ours.inertial.mass))
    if tag == "limit":
        assert theirs.upperPositionLimit[0] == float(ours.joint.limits.upper or 0)


def test_an_element_that_comes_twice_and_says_the_same_is_told_as_such() -> None:
    (warning,) = told(AXIS + AXIS)
    assert "joint[hinge].axis: comes twice and says the same; the first is read" in warning


def test_links_and_joints_that_come_twice_and_say_the_same_count_once() -> None:
    parts = link("a") + link("b"), joint("j", "a", "b")
    once = read_text(robot("".join(parts)))
    text = robot("".join(parts) * 2)
    twice = read_text(text)
    with pytest.raises(ValueError, match="does not contain a valid URDF"):
        pin.buildModelFromXML(text)
    assert twice.links == once.links
    first, second = twice.warnings
    assert "link[a]: comes twice and says the same; it is read once; other readers" in first
    assert first.endswith("the same in b")
    assert "joint[j]: comes twice and says the same" in second


def test_links_and_joints_of_one_name_that_differ_are_refused() -> None:
    with pytest.raises(UserError, match=r"link.name: is named 'a'; a link in line 3 has this name"):
        read_text(robot(link("a") + link("b") + link("a", "") + joint("j", "a", "b")))


# A stranger's file ----------------------------------------------------------------------------


def test_thousands_of_faults_give_a_few_warnings_at_once() -> None:
    many = " ".join(f'a{k}="0"' for k in range(50_000))
    with at_most(250):
        warnings = told(f"<axis {many}/>")
    assert len(warnings) == 21
    assert warnings[-1] == "arm.urdf: 49980 more attributes and elements are not read"
    with at_most(250):
        assert told("".join(f"<a{k}/>" for k in range(20_000))) == []
    with at_most(250):
        (warning,) = read_text(
            robot(link("a") + link("b") + joint("j", "a", "b") + link("b") * 500)
        ).warnings
    assert len(warning) < 200


def test_a_default_takes_the_place_of_what_is_not_read() -> None:
    assert read_text(one_joint('<axis zyz="0 0 1"/>')).links[0].joint.axis == X
    limits = read_text(one_joint(f'{AXIS}<limit lowr="-1" upper="1"/>')).links[0].joint.limits
    assert (limits.lower, limits.upper) == (Number(0), ONE)
