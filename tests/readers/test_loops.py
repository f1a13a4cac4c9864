"""Loops are read from YAML, from a file beside, and from URDF; what is wrong with them is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.algebra.frame import X, Y, Z
from gen_robot.description.edit import Edits, edited
from gen_robot.description.loop_kinds import LOOP_KINDS, LOOP_WORDS, with_axis
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read, shipped_text
from gen_robot.readers.yaml_reader import read_yaml

TREE, _, LOOP = shipped_text("four_bar").partition("loops:\n")
LOOP = "loops:\n" + LOOP
GOOD = """loops:
  - {name: pin, type: connect, link_a: coupler, at_a: {xyz: [coupler, 0, 0]}, link_b: rocker,
     at_b: {xyz: [rocker, 0, 0]}}
independent: [crank]
"""


def text(loops: str) -> str:
    return TREE + loops


def test_the_sample_is_read() -> None:
    assert read_yaml(Path("four_bar.yaml"), text(GOOD)).loops == read("four_bar").loops


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("link_a: coupler", "link_a: couple", "no link; did you mean 'coupler'?"),
        ("link_a: coupler", "link_a: rocker", "both ends are on one body, 'rocker'"),
        (
            "link_a: coupler, at_a: {xyz: [coupler, 0, 0]}, link_b: rocker",
            "link_a: base, link_b: base",
            "both ends are on the base",
        ),
        ("type: connect", "type: conect", "did you mean 'connect'?"),
        ("type: connect", "type: connect, axis: [0, 0, 1]", "it has no axis"),
        ("type: connect", "type: revolute, axis: [0, 0, 0]", "an axis has a direction"),
        ("name: pin", "name: crank", "a joint has this name already"),
        ("independent: [crank]", "independent: [krank]", "did you mean 'crank'?"),
        ("independent: [crank]", "actuated: [crank, crank]", "comes twice"),
        ("name: pin, ", "", "has no 'name'"),
    ],
)
def test_what_is_wrong_with_a_loop_is_told(old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(UserError) as error:
        read_yaml(Path("four_bar.yaml"), text(GOOD.replace(old, new)))
    assert told in str(error.value)
    assert str(error.value).startswith("four_bar.yaml:")


def test_coordinates_without_loops_are_refused() -> None:
    with pytest.raises(UserError, match="there are no loops"):
        read_yaml(Path("four_bar.yaml"), text("independent: [crank]\n"))


def test_two_loops_of_one_name_are_refused() -> None:
    twice = GOOD.replace(
        "independent", GOOD.splitlines()[1] + "\n" + GOOD.splitlines()[2] + "\nindependent"
    )
    with pytest.raises(UserError, match="has this name already"):
        read_yaml(Path("four_bar.yaml"), text(twice))


def test_a_file_beside_says_the_same_as_the_robots_own(tmp_path: Path) -> None:
    tree, beside = tmp_path / "tree.yaml", tmp_path / "closed.yaml"
    tree.write_text(TREE, encoding="utf-8")
    beside.write_text("parameters: {coupler: 0.5, rocker: 0.4}\n" + GOOD, encoding="utf-8")
    own, found = read("four_bar"), read(tree, edits=Edits(loops=str(beside)))
    assert (found.loops, found.independent) == (own.loops, own.independent)
    with pytest.raises(UserError, match="has a loop of this name already"):
        read("four_bar", edits=Edits(loops=str(beside)))
    with pytest.raises(UserError, match="no such file"):
        read(tree, edits=Edits(loops=str(tmp_path / "missing.yaml")))


URDF = """<robot name="bar">
<link name="world"/><link name="crank"/><link name="rocker"/>
<joint name="a" type="continuous"><parent link="world"/><child link="crank"/><axis xyz="0 0 1"/></joint>
<joint name="b" type="continuous"><parent link="world"/><child link="rocker"/><axis xyz="0 0 1"/>
<origin xyz="1 0 0"/></joint>
{loop}</robot>"""
LOOP_JOINT = """<loop_joint name="pin" type="{type}">
<link1 link="crank" xyz="0.5 0 0" rpy="0 0 0"/><link2 link="{to}" xyz="-0.5 0 0"/>{axis}</loop_joint>"""


def urdf(tmp_path: Path, to: str = "rocker", kind: str = "spherical", axis: str = "") -> Path:
    path = tmp_path / "bar.urdf"
    loop = LOOP_JOINT.format(type=kind, to=to, axis=axis)
    path.write_text(URDF.format(loop=loop), encoding="utf-8")
    return path


def test_a_loop_joint_of_urdf_is_read_without_a_warning(tmp_path: Path) -> None:
    found = read(urdf(tmp_path))
    (loop,) = found.loops
    assert (loop.name, loop.type, loop.link_a, loop.link_b) == ("pin", "connect", "crank", "rocker")
    assert float(loop.at_b.origin.x) == -0.5
    assert not any("loop" in warning for warning in found.warnings)


def test_the_axis_of_a_loop_joint_is_x_as_of_other_joints(tmp_path: Path) -> None:
    (by_default,) = read(urdf(tmp_path, kind="revolute")).loops
    assert by_default.at_a.rotation.z == X
    (given,) = read(urdf(tmp_path, kind="revolute", axis='<axis xyz="0 0 1"/>')).loops
    assert given.at_a.rotation.z == Z


@pytest.mark.parametrize(
    ("to", "kind", "told"),
    [
        ("rock", "spherical", "did you mean 'rocker'?"),
        ("rocker", "glue", "allowed:"),
        ("crank", "fixed", "on one body"),
    ],
)
def test_what_is_wrong_with_a_loop_joint_is_told(
    tmp_path: Path, to: str, kind: str, told: str
) -> None:
    with pytest.raises(UserError) as error:
        read(urdf(tmp_path, to=to, kind=kind))
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        (Edits(tip="coupler"), "would be cut: the link 'rocker' is left out"),
        (Edits(root="crank"), "would be cut"),
        (Edits(lock={"coupler": "0"}), "part of the loop 'pin'"),
    ],
    ids=["tip", "root", "lock"],
)
def test_edits_that_cut_a_loop_are_refused(edits: Edits, told: str) -> None:
    with pytest.raises(UserError) as error:
        read("four_bar", edits=edits)
    assert told in str(error.value)


def test_a_loop_goes_with_both_of_its_links() -> None:
    text_of_two = text(GOOD).replace(
        "  - name: rocker\n",
        "  - name: arm\n    parent: base\n    joint: revolute\n    dh: {}\n  - name: rocker\n",
    )
    whole = read_yaml(Path("two.yaml"), text_of_two)
    kept = edited(whole, Edits(tip="arm"))
    assert whole.loops and not kept.loops and not kept.independent


def test_every_closing_joint_takes_as_many_motions_as_it_has_conditions() -> None:
    taken = {
        "connect": 3,
        "revolute": 5,
        "universal": 4,
        "cylindrical": 4,
        "prismatic": 5,
        "planar": 3,
        "weld": 6,
    }
    assert {name: len(kind.rows) for name, kind in LOOP_KINDS.items()} == taken
    assert LOOP_WORDS["ball"] is LOOP_KINDS["connect"]


@pytest.mark.parametrize("axis", [X, Y, Z, -X], ids=["x", "y", "z", "-x"])
def test_an_axis_becomes_z_of_a_right_handed_frame(axis: object) -> None:
    frame = with_axis(axis)
    assert frame.rotation.z == axis
    assert frame.rotation.x.cross(frame.rotation.y) == axis
