"""What `ops` says of accuracy, and of robots whose limbs are lanes."""

from __future__ import annotations

import json

import pytest

from gen_robot.cli import main
from gen_robot.description.edit import Edits
from gen_robot.ledger.formats import text
from gen_robot.ledger.ledger import ledger
from gen_robot.readers.robot_files import read
from limbed_robots import centaur
from urdf_robots import urdf_files


def test_lin_loses_digits_of_light_joints_and_the_column_shows_it() -> None:
    """On the Panda its differences of large moments leave little of what the wrist feels."""
    found = urdf_files()
    if "panda" not in found:
        pytest.skip("the URDF files are not installed")
    robot = read(found["panda"], edits=Edits(lock={"panda_finger_joint1": "0"}))
    one = ledger(robot, ["inertia_matrix"])
    lost = {e.algorithm: e.structure.ulp for e in one.entries if e.structure}
    assert lost["crba"] is not None and lost["lin"] is not None
    assert lost["lin"] >= 4 * max(lost["crba"], 1)


def test_robots_whose_limbs_are_lanes_have_all_columns() -> None:
    one = ledger(centaur(), ["gravity", "inertia_matrix"])
    generated = [e.structure for e in one.entries if e.auto and e.structure]
    assert [count.way.has_lanes for count in generated] == [True, True]
    for count in generated:
        assert count.lines > 0
        assert count.ulp is not None and count.ulp < 100
    assert " ulp" in text([one])


def test_every_format_has_the_column(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ops", "two_link", "--kernels", "forward_dynamics", "--format"]
    assert main([*command, "json"]) == 0
    (robot,) = json.loads(capsys.readouterr().out)["robots"]
    for entry in robot["kernels"]["forward_dynamics"]["algorithms"]:
        if entry["structure"]:
            assert isinstance(entry["structure"]["ulp"], int)
    assert main([*command, "csv"]) == 0
    head, *_ = capsys.readouterr().out.splitlines()
    assert "ulp" in head.split(",")
