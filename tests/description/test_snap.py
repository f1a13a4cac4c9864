"""Angles that were meant to be exact are; all others are what the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.algebra.frame import roll_pitch_yaw, turn_x, turn_z
from gen_robot.algebra.lines import length
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.description.decimals import decimal
from gen_robot.description.description import Description
from gen_robot.description.snap import CUT_TOLERANCE, TOLERANCE, Snapper, spell
from gen_robot.readers.robot_files import read_file
from gen_robot.readers.yaml_reader import read_yaml
from small_urdf import ROD, joint, link, one_joint, read_text, robot
from traced_kernels import PLAIN, graph_of, model_of, way
from urdf_robots import urdf_files


def snapped(written: str) -> tuple[Number, Snapper]:
    snapper = Snapper()
    value = decimal(written)
    assert value is not None
    return snapper.angle("here", written, value), snapper


@pytest.mark.parametrize(
    ("written", "twelfths"),
    [
        ("1.5708", 6),
        ("-1.5708", -6),
        ("1.57079", 6),
        ("1.570796", 6),
        ("1.5707963267948966", 6),
        ("1.570800", 6),
        ("3.14159", 12),
        ("3.1416", 12),
        ("3.1415", 12),
        ("3.141500", 12),
        ("-3.14158", -12),
        ("0.7854", 3),
        ("0.7853", 3),
        ("2.0944", 8),
        ("2.35619", 9),
        ("0.5236", 2),
        ("0.2618", 1),
        ("1.309", 5),
        ("6.2832", 24),
        ("6.1e-17", 0),
        ("-7.45058e-09", 0),
    ],
)
def test_rounded_angles_become_exact_and_are_recorded(written: str, twelfths: int) -> None:
    angle, snapper = snapped(written)
    assert angle == PI * twelfths / 12
    (snap,) = snapper.snaps
    assert (snap.place, snap.written, snap.exact) == ("here", written, spell(twelfths))
    assert snap.moved <= CUT_TOLERANCE
    assert str(snap) == f"here: {written} is taken as {spell(twelfths)}"


@pytest.mark.parametrize(
    "written",
    ["3.14148426", "5.4949E-05", "0.00019159", "0.0001", "3.14", "1.57", "1.571", "0.79", "1", "0.3",
     "0.698132", "2.8782", "100.531", "-47.1239"],
)  # fmt: skip
def test_other_angles_stay_as_they_are_written(written: str) -> None:
    angle, snapper = snapped(written)
    assert angle == Number(written)
    assert not snapper.snaps


def test_zero_is_no_snap() -> None:
    for written in ("0", "-0.0", "0."):
        angle, snapper = snapped(written)
        assert (angle, snapper.snaps) == (ZERO, [])


def test_no_angle_moves_by_more_than_the_tolerance() -> None:
    for thousandths in range(-7000, 7000, 7):
        for written in (f"{thousandths / 1000:.3f}", f"{thousandths / 1000 + 0.00004:.5f}"):
            angle, snapper = snapped(written)
            moved = abs(angle - Number(written))
            assert moved < TOLERANCE
            assert bool(moved) == bool(snapper.snaps)


def test_angles_rounded_too_early_give_one_warning() -> None:
    snapper = Snapper()
    for written in ("1.571", "3.14", "1.6", "0.26"):
        snapper.angle("here", written, Number(written))
    (warning,) = snapper.warnings
    assert warning.startswith("here: 1.571 is taken as written, not as pi/2; so are 1 more")
    assert not Snapper().warnings


def test_nothing_snaps_when_told_not_to() -> None:
    snapper = Snapper(enabled=False)
    assert snapper.angle("here", "1.5708", Number("1.5708")) == Number("1.5708")
    tilted = Vec3(ZERO, ONE, Number("1e-9"))
    assert snapper.direction("here", ("0", "1", "1e-9"), tilted).z
    assert not snapper.snaps
    assert not snapper.warnings


@pytest.mark.parametrize(
    ("twelfths", "text"),
    [(0, "0"), (6, "pi/2"), (-12, "-pi"), (9, "3*pi/4"), (-8, "-2*pi/3"), (24, "2*pi"), (7, "7*pi/12")],
)  # fmt: skip
def test_multiples_of_pi_are_spelled_as_fractions(twelfths: int, text: str) -> None:
    assert spell(twelfths) == text


# Directions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "exact", "recorded"),
    [
        ("0 -1 6.12323e-17", "0 -1 0", True),
        ("0 1 -4.37114e-08", "0 1 0", True),
        ("0.9999999 0 0", "1 0 0", False),
        ("0 0 -2", "0 0 -1", False),
        ("0.7071068 -0.7071067 0", "1 -1 0", True),
        ("1 0 1", "1 0 1", False),
        ("0.573576 0.819152 1.05097e-07", "0.573576 0.819152 0", True),
        ("0 0.001 1", "0 0.001 1", False),
        ("0.57735 0.57735 0.57735", "1 1 1", False),
    ],
)
def test_directions_snap_to_planes_axes_and_diagonals(
    written: str, exact: str, recorded: bool
) -> None:
    snapper = Snapper()
    words = tuple(written.split())
    found = snapper.direction("here", words, Vec3(*map(Number, words)))
    wanted = Vec3(*map(Number, exact.split()))
    assert found == wanted.map(lambda c: c / length(wanted))
    assert bool(snapper.snaps) == recorded


# Files ----------------------------------------------------------------------------------------


def operations(description: Description) -> int:
    """Count what the inertia matrix costs."""
    model = model_of(description, PLAIN)
    return graph_of(model, way("inertia_matrix", "crba"), passes=False).operations.cost


def position(text: str, part: str) -> str:
    """Return the line and column of a part of a text, behind the first word joint."""
    before = text[: text.index(part, text.index("joint"))]
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


TURNED = '<origin xyz="0.1 0 0.2" rpy="{} 0 {}"/><axis xyz="0 0 1"/>'
WRIST = robot(
    "".join(link(name) for name in ("root", "a", "b"))
    + joint("ja", "root", "a", inside=TURNED.format("1.5708", "-3.14159"))
    + joint("jb", "a", "b", inside=TURNED.format("-1.57079632679", "0.7854"))
)


def test_a_urdf_file_with_rounded_angles_costs_what_exact_angles_cost() -> None:
    rounded, kept = read_text(WRIST), read_text(WRIST, snap=False)
    first = rounded.links[0].joint.before.rotation
    assert first == roll_pitch_yaw(PI / 2, ZERO, -PI).rotation
    assert kept.links[0].joint.before.rotation != first
    assert operations(rounded) < operations(kept)
    assert [(s.written, s.exact) for s in rounded.snaps] == [
        ("1.5708", "pi/2"),
        ("-3.14159", "-pi"),
        ("-1.57079632679", "-pi/2"),
        ("0.7854", "pi/4"),
    ]
    assert rounded.snaps[0].place == f"arm.urdf:{position(WRIST, TURNED[:7])}: joint[ja].origin.rpy"
    assert not kept.snaps


def test_inertial_frames_snap_and_lengths_do_not() -> None:
    turned = ROD.replace("0.3 -0.2 1.1", "0 1.5708 0").replace("0.1 -0.02 0.25", "1.5708 0 1e-9")
    text = one_joint('<origin xyz="1.5708 3.1416 1e-9"/>').replace(ROD, turned)
    (only,) = read_text(text).links
    assert only.inertial.inertia.xx == Number("0.02")
    assert only.inertial.com == Vec3(Number("1.5708"), ZERO, Number("1e-9"))
    assert only.joint.before.origin == Vec3(Number("1.5708"), Number("3.1416"), Number("1e-9"))


YAML = """
name: arm
convention: {}
parameters: {{half: 1.5708}}
links:
  - {{name: a, joint: revolute, {}, mass: 1, com: [0.1, 0, 0]}}
"""


def test_yaml_rows_snap_as_urdf_does() -> None:
    text = YAML.format("modified_dh", "dh: {alpha: 1.5708, a: 3.1416, theta: -0.7854}")
    description = read_yaml(Path("arm.yaml"), text)
    (only,) = description.links
    assert only.joint.before.rotation == turn_x(PI / 2).then(turn_z(-PI / 4)).rotation
    assert only.joint.before.origin.x == Number("3.1416")
    assert [str(snap) for snap in description.snaps] == [
        f"arm.yaml:{position(text, '1.5708, a')}: links[0].dh.alpha: 1.5708 is taken as pi/2",
        f"arm.yaml:{position(text, '-0.7854')}: links[0].dh.theta: -0.7854 is taken as -pi/4",
    ]
    kept = read_yaml(Path("arm.yaml"), text, snap=False)
    assert kept.links[0].joint.before.rotation != only.joint.before.rotation
    assert not kept.snaps


def test_yaml_transforms_snap_as_urdf_does() -> None:
    text = YAML.format("transform", "origin: {rpy: [0, 1.5708, pi/4]}, axis: [0, 1, 1e-9]")
    description = read_yaml(Path("arm.yaml"), text)
    (only,) = description.links
    assert only.joint.before.rotation == roll_pitch_yaw(ZERO, PI / 2, PI / 4).rotation
    assert only.joint.axis == Vec3(ZERO, ONE, ZERO)
    places = [snap.place.rpartition(" ")[2] for snap in description.snaps]
    assert places == ["links[0].origin.rpy[1]", "links[0].axis"]


@pytest.mark.parametrize("alpha", ["pi/2", "half", "1.5708 + 0", "3.1416/2", "pi/2 + 0.00001"])
def test_expressions_mean_what_they_say(alpha: str) -> None:
    description = read_yaml(Path("arm.yaml"), YAML.format("modified_dh", f"dh: {{alpha: {alpha}}}"))
    assert not description.snaps


@pytest.mark.parametrize("name", sorted(set(urdf_files()) - {"ur3", "test"}))  # no robots
def test_real_files_move_by_less_than_their_own_rounding(name: str) -> None:
    path = urdf_files()[name]
    for snap in read_file(path).snaps:
        assert snap.moved < (CUT_TOLERANCE if snap.written == "3.1415" else TOLERANCE)


# Rotations ------------------------------------------------------------------------------------


def _turned(roll: str, pitch: str, yaw: str) -> Mat3:
    return roll_pitch_yaw(*(Number(text) for text in (roll, pitch, yaw))).rotation


def _rounded(rotation: Mat3) -> Mat3:
    """Return a rotation by its elements in double precision."""
    return Mat3(
        *(c.map(lambda x: Number(repr(float(x)))) for c in (rotation.x, rotation.y, rotation.z))
    )


@pytest.mark.parametrize(
    "twelfths", [(0, 0, 6), (6, 6, 0), (3, -6, 0), (1, 2, 5), (12, 0, -6), (2, 6, 4)]
)
def test_a_rotation_that_was_rounded_is_exact_again(twelfths: tuple[int, ...]) -> None:
    exact = roll_pitch_yaw(*(PI / 12 * k for k in twelfths)).rotation
    for snapper in (Snapper(rounding=Number("1e-12")), Snapper(False, Number("1e-12"))):
        assert snapper.rotation("here", _rounded(exact)) == exact
        assert not snapper.snaps
    assert Snapper(False).rotation("here", _rounded(exact)) == _rounded(exact)


def test_rotations_beside_exact_ones_snap_with_a_record() -> None:
    written = _turned("1.570796", "0", "0.3")
    snapper = Snapper(rounding=Number("1e-12"))
    found = snapper.rotation("here", written)
    assert found.y.y == 0 and [snap.exact for snap in snapper.snaps] == ["pi/2"]
    # Roll and yaw are one turn where the pitch is a quarter: their sum is what counts.
    upright = Snapper().rotation("here", _turned("0.2", "1.570796", "0.9"))
    assert upright.x == Vec3(Number(0), Number(0), Number(-1))


def test_rotations_by_other_angles_stay() -> None:
    snapper = Snapper(rounding=Number("1e-12"))
    for angles in (("0.3", "0.4", "0.5"), ("1.57", "0.1", "-2"), ("0.001", "0.0001", "1")):
        assert snapper.rotation("here", _turned(*angles)) == _turned(*angles)
    assert not snapper.snaps
