"""The page of text: it fits a terminal, and says what the file says."""

from __future__ import annotations

import json

import numpy as np
import pinocchio as pin
import pytest

from gen_robot.algebra.frame import roll_pitch_yaw, roll_pitch_yaw_of
from gen_robot.algebra.number import PI, Number
from gen_robot.description.edit import Edits
from gen_robot.readers.robot_files import read
from gen_robot.show.as_json import as_json
from gen_robot.show.sheet import sheet
from gen_robot.show.spelling import angle, with_offset
from gen_robot.show.table import WIDTH, table
from gen_robot.show.text import text
from pinocchio_robot import pinocchio_model
from random_robots import random_robot
from shipped_robots import SHIPPED, described
from small_urdf import joint, link, read_text, robot
from urdf_robots import urdf_files

URDF = {k: v for k, v in urdf_files().items() if k in ("panda", "ur5_robot", "talos_reduced")}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_page_is_ascii_and_fits_a_terminal(name: str) -> None:
    page = text(sheet(described(name)))
    assert page.isascii()
    assert max(map(len, page.splitlines())) <= WIDTH
    assert all(link.joint.name in page for link in described(name).links)


@pytest.mark.parametrize("name", URDF)
@pytest.mark.parametrize("floating", [False, True])
def test_a_page_of_a_urdf_file_fits_as_well(name: str, floating: bool) -> None:
    page = text(sheet(read(URDF[name], edits=Edits(floating=floating))))
    assert max(map(len, page.splitlines())) <= WIDTH


@pytest.mark.parametrize("seed", [5, 8, 53])
def test_a_page_of_a_robot_whose_numbers_are_all_long_fits_as_well(seed: int) -> None:
    page = text(sheet(random_robot(seed, 9, branched=True, fixed=0.2)))
    assert max(map(len, page.splitlines())) <= WIDTH


def test_long_names_are_shortened_and_numbers_are_not() -> None:
    rows = [("x" * 80 + str(k), "y" * 80, "1.2345e-05") for k in range(2)]
    lines = table(("joint", "on", "mass"), rows)
    assert max(map(len, lines)) <= WIDTH
    assert all(line.endswith("1.2345e-05") for line in lines[1:])
    assert lines[1] != lines[2], "names that differ at their ends still do"


def test_a_table_that_is_too_wide_goes_on_below_under_its_key() -> None:
    headings = ("", "joint", *(f"column {k}" for k in range(12)))
    rows = [(str(n), f"joint {n}", *("x" * 12 for _ in range(12))) for n in (1, 2)]
    lines = table(headings, rows)
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) == 6 and lines[3].split()[0] == "joint"
    assert all(f"column {k}" in lines[0] + lines[3] for k in range(12))


def test_exact_angles_are_parts_of_pi() -> None:
    assert angle(-PI / 2) == "-pi/2 (-90)"
    assert angle(PI * 3 / 4) == "3*pi/4 (135)"
    assert angle(Number("1.5708")) == "1.5708 (90)"
    assert angle(Number(0)) == "0"
    assert with_offset("q3", "-pi/2 (-90)") == "q3 - pi/2 (-90)"
    assert with_offset("q3", "0") == "q3"


def test_the_puma_is_told_as_its_paper_has_it() -> None:
    page = text(sheet(described("puma560"), "0,-pi/4,0,0,pi/2,0"))
    assert "total mass 23.45 kg" in page
    assert "link2 = -pi/4 (-45)" in page
    assert "warning" not in page


def test_an_accepted_inertia_is_told_with_its_reason() -> None:
    page = " ".join(text(sheet(described("puma560"))).split())
    assert "no rigid body has its inertia: link3: as published" in page
    assert "no rigid body" not in text(sheet(described("scara")))


def test_a_position_outside_the_limits_is_a_warning() -> None:
    scara = described("scara")
    assert "warning: inner is at 1.5708, outside" in text(sheet(scara, "pi/2,0,0,0"))
    assert "warning" not in text(sheet(scara))


def test_warnings_of_the_file_are_told() -> None:
    plate = '<inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/>'
    body = f'<inertial><mass value="1"/>{plate}</inertial>'
    arm = robot(link("a") + link("b", body) + joint("j", "a", "b", "continuous"))
    assert "break the triangle inequality: b" in text(sheet(read_text(arm)))


@pytest.mark.parametrize("seed", range(3))
def test_roll_pitch_and_yaw_are_read_back(seed: int) -> None:
    angles = [Number(repr(x)) for x in np.random.default_rng(seed).uniform(-1.5, 1.5, 3).tolist()]
    found = roll_pitch_yaw_of(roll_pitch_yaw(*angles).rotation)
    assert np.allclose([float(x) for x in found], [float(x) for x in angles], atol=1e-15)
    upright = roll_pitch_yaw(angles[0], PI / 2, Number(0)).rotation
    assert roll_pitch_yaw(*roll_pitch_yaw_of(upright)).rotation == upright


def test_numbers_for_programs_are_pinocchios() -> None:
    description = described("stanford")
    q = np.array([0.3, -1.1, 0.4, 0.7, -0.2, 1.9])
    told = json.loads(as_json(sheet(description, ",".join(map(repr, q.tolist())))))
    model = pinocchio_model(description)
    data = model.createData()
    pin.forwardKinematics(model, data, q)
    (tip,) = told["tips"]
    assert tip["link"] == "hand"
    assert np.allclose(tip["position"], data.oMi[6].translation, atol=1e-13)
    assert np.allclose(tip["rotation"], data.oMi[6].rotation, atol=1e-13)
    assert np.allclose(pin.rpy.rpyToMatrix(*tip["rpy"]), data.oMi[6].rotation, atol=1e-13)
    assert np.allclose(told["com"], pin.centerOfMass(model, data, q), atol=1e-13)
    assert told["mass"]["moving"] == pytest.approx(pin.computeTotalMass(model), rel=1e-14)
    assert [joint["index"] for joint in told["joints"]] == list(range(6))
