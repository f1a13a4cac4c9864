"""Fitted numbers in robot files: only numbers change, and the file gives the fitted torques."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import small_urdf
from arrays import Array
from gen_robot import UserError
from gen_robot.description.edit import Edits
from gen_robot.identification.bodies import StandardFit
from gen_robot.identification.rewriting import rewritten
from gen_robot.readers.robot_files import shipped_text
from identified_robot import Identified
from small_mjcf import ROBOTS

NUMBER = re.compile(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?")

TREE = """\
# An arm with a tool, on a cart.
name: cart
convention: transform
base: {type: floating, mass: 8, inertia: {xx: 0.2, yy: 0.3, zz: 0.1}}  # the cart
parameters: {m: 2, l: 0.5}
links:
  - name: arm          # of carbon
    joint: revolute
    axis: [0, 0, 1]
    mass: m            # kg
    com: [l/2, 0, 0]
    inertia:
      yy: m*l^2/3      # a rod
      zz: m*l^2/3
      xx: 0.001
      about: origin
    rotor: {inertia: 1e-4, gear_ratio: 50}
  - name: hand
    parent: arm
    joint: {type: prismatic}
    axis: [0, 0, 1]
    origin: {xyz: [l, 0, 0]}
  - {name: tool, parent: hand, joint: fixed, origin: {xyz: [0, 0, 0.1]}, mass: 0.7,
     com: [0.01, 0, 0.03], inertia: {xx: 1e-3, yy: 1e-3, zz: 1e-3}}
"""


def changed(robot: Identified, seed: int = 1, share: float = 0.02) -> Array:
    """Return other parameters that bodies can have: all of a body grows in all its numbers."""
    rng = np.random.default_rng(seed)
    bodies = len(robot.manifest["bodies"])
    own = robot.standard_parameters()
    factors = np.repeat(1 + share * rng.uniform(-1, 1, bodies), 10)
    more = 1 + share * rng.uniform(0, 1, len(own) - 10 * bodies)
    return own * np.concatenate([factors, more])


def written(
    folder: Path, text: str, ending: str, parameters: Array | None = None, **options: Any
) -> tuple[str, Identified, Array]:
    """Write a robot's file with other parameters; return the text, the robot before, what it got."""
    path = folder / f"robot.{ending}"
    path.write_bytes(text.encode())
    before = Identified(path, **options)
    wanted = changed(before) if parameters is None else parameters
    found = rewritten(path, before, StandardFit(before.standard_parameter_names, wanted, {}))
    path.write_bytes(found.encode())
    after = Identified(path, **options)
    assert after.standard_parameters() == pytest.approx(wanted, rel=1e-9, abs=1e-12)
    if after.nv == after.manifest["nq"]:
        states = before.states(5)
        tau = before.base_regressor(*states) @ before.base_parameters(wanted)
        assert after.inverse_dynamics(*states) == pytest.approx(tau, rel=1e-9, abs=1e-9)
    return found, before, wanted


def words(text: str) -> list[str]:
    """Return what is not a number."""
    return NUMBER.sub("#", text).split()


@pytest.mark.parametrize("robot", ["puma560", "stanford"])
def test_a_shipped_robot_keeps_all_but_its_numbers(robot: str, tmp_path: Path) -> None:
    text = shipped_text(robot)
    found, _, _ = written(tmp_path, text, "yaml", rotors=True)
    assert found != text
    assert words(found) == words(text)


def test_expressions_give_way_to_numbers_and_what_is_missing_is_added(tmp_path: Path) -> None:
    robot = tmp_path / "robot.yaml"
    robot.write_text(TREE, encoding="utf-8")
    pi = changed(Identified(robot, rotors=True, friction=True))
    names = Identified(robot, rotors=True, friction=True).standard_parameter_names
    for name in ("mx1", "Ixy2", "fv2", "fc2", "fv3"):  # all of them zero in the file
        pi[names.index(name)] = 0.002
    found, _, _ = written(tmp_path, TREE, "yaml", pi, rotors=True, friction=True)
    assert re.findall("#.*", found) == re.findall("#.*", TREE)
    assert "friction: {viscous: 0.002, coulomb: 0.002}" in found
    assert "gear_ratio: 50" in found
    assert "about: origin" in found
    assert "hand\n    friction: {viscous: 0.002}\n    parent: arm" in found
    removed = [
        line for line in difflib.ndiff(TREE.split("\n"), found.split("\n")) if line[:1] == "-"
    ]
    assert not any(
        "parameters" in line or ("joint" in line and "tool" not in line) for line in removed
    )


def test_of_links_fixed_to_each_other_the_heaviest_changes(tmp_path: Path) -> None:
    found, _, _ = written(tmp_path, TREE, "yaml")
    hand = found[found.index("name: hand") : found.index("name: tool")]
    assert hand in TREE
    assert "mass: 0.7," not in found


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lines of unix", "lines of windows"])
def test_ends_of_lines_stay(end: str, tmp_path: Path) -> None:
    found, _, _ = written(tmp_path, TREE.replace("\n", end), "yaml", friction=True)
    assert found.count("\n") == found.count(end)


ARM = small_urdf.robot(
    small_urdf.link("root")
    + '  <link name="upper">\n    <inertial> <!-- weighed > twice -->\n'
    + "      <mass value='1.5'/>\n"
    + '      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.02"/></inertial></link>\n'
    + '  <link name="empty"/>\n'
    + small_urdf.link("hand").replace('name="hand"', "name = 'hand'")
    + small_urdf.joint("shoulder", "root", "upper")
    + small_urdf.joint("elbow", "upper", "empty", inside='<axis xyz="0 1 0"/><origin xyz="0 0 1"/>')
    + small_urdf.joint(
        "wrist",
        "empty",
        "hand",
        inside='<axis xyz="1 0 0"/><origin xyz="0 0 .5" rpy="0.1 0.2 0.3"/>'
        '<dynamics damping="0.1"/>',
    )
)


def test_a_urdf_file_keeps_all_but_its_numbers(tmp_path: Path) -> None:
    found, _, _ = written(tmp_path, ARM, "urdf", friction=True)
    assert "<!-- weighed > twice -->" in found
    assert 'rpy="0.3 -0.2 1.1"' in found  # the axes that the inertia is given in
    assert "<mass value='1.5'/>" not in found


def test_what_a_urdf_file_does_not_say_is_added(tmp_path: Path) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text(ARM, encoding="utf-8")
    before = Identified(robot, friction=True)
    pi, names = changed(before), before.standard_parameter_names
    pi[names.index("mx1")] = 0.01
    pi[names.index("fc1")] = pi[names.index("fc3")] = 0.2
    for name, x in {"m2": 0.4, "Ixx2": 0.001, "Iyy2": 0.001, "Izz2": 0.001}.items():
        pi[names.index(name)] = x
    found, _, _ = written(tmp_path, ARM, "urdf", pi, friction=True)
    assert '<link name="empty"><inertial>' in found
    assert '<dynamics friction="0.2"/>' in found
    assert re.search(r'<dynamics friction="0.2" damping="0.1\d*"/>', found)


def test_a_file_of_another_mechanism_is_refused(tmp_path: Path) -> None:
    robot = Identified("two_link")
    fit = StandardFit(robot.standard_parameter_names, changed(robot), {})
    longer = tmp_path / "longer.yaml"
    longer.write_text(shipped_text("planar3"), encoding="utf-8")
    with pytest.raises(UserError, match="another mechanism than two_link"):
        rewritten(longer, robot, fit)
    with pytest.raises(UserError, match="no robot that ships"):
        rewritten("two_lnk", robot, fit)


def test_numbers_that_a_file_cannot_hold_are_refused(tmp_path: Path) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text(ARM, encoding="utf-8")
    with_rotors = Identified(robot, rotors=True)
    pi = changed(with_rotors)
    pi[-1] = 0.1
    with pytest.raises(UserError, match="URDF has no place for its inertia"):
        rewritten(robot, with_rotors, StandardFit(with_rotors.standard_parameter_names, pi, {}))
    plain = Identified("two_link")
    pi = plain.standard_parameters()
    pi[10] = -1.0
    with pytest.raises(
        UserError, match=r"cannot hold the fitted numbers; is -1\.0; a mass is zero"
    ):
        rewritten("two_link", plain, StandardFit(plain.standard_parameter_names, pi, {}))


def test_what_an_alias_says_elsewhere_is_not_changed(tmp_path: Path) -> None:
    text = TREE.replace("mass: m  ", "mass: &heavy 2  ").replace("mass: 0.7", "mass: *heavy")
    with pytest.raises(UserError, match="is used elsewhere, too, by an alias; write the value out"):
        written(tmp_path, text, "yaml")


def test_a_locked_joint_is_part_of_the_link_before_it(tmp_path: Path) -> None:
    text, lock = shipped_text("puma560"), Edits(lock={"link4": "0.1"})
    found, before, _ = written(tmp_path, text, "yaml", rotors=True, edits=lock)
    assert len(before.manifest["bodies"]) == 5
    link4 = text[text.index("name: link4") : text.index("name: link5")]
    assert link4 in found  # link 3 is heavier


def test_other_formats_are_not_rewritten(tmp_path: Path) -> None:
    robot = tmp_path / "arm.xml"
    robot.write_text(ROBOTS["hinge"], encoding="utf-8")
    found = Identified(robot)
    fit = StandardFit(found.standard_parameter_names, found.standard_parameters(), {})
    with pytest.raises(
        UserError, match="is MJCF, which is not rewritten; YAML and URDF files can be"
    ):
        rewritten(robot, found, fit)
