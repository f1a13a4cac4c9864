"""gen-robot show: formats, positions, edits, and the drawing's file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gen_robot.cli import main
from gen_robot.description.names import check_robot_name


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is printed, with nothing on the side of errors."""
    assert main(["show", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_a_robot_is_shown_in_three_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "puma560").startswith("puma560 (puma560.yaml): 6 degrees of freedom\n")
    assert json.loads(shown(capsys, "puma560", "--format", "json"))["nq"] == 6
    drawing = ElementTree.fromstring(shown(capsys, "puma560", "--format", "svg"))
    assert drawing.tag.endswith("svg")


@pytest.mark.parametrize("option", [["--q", "-pi/2,-0.5"], ["--q=-pi/2,-0.5"]])
def test_a_position_may_begin_with_a_sign(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(shown(capsys, "two_link", *option, "--format", "json"))
    assert told["q"] == [pytest.approx(-1.5707963267948966), -0.5]


def test_edits_are_those_of_generate(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(
        shown(capsys, "puma560", "--tip", "link3", "--lock", "link1=pi/4", "--format", "json")
    )
    assert [joint["name"] for joint in told["joints"]] == ["link2", "link3"]
    told = json.loads(shown(capsys, "two_link", "--floating", "--format", "json"))
    assert (told["base"], told["nq"]) == ("floating", 9)


def test_the_drawing_goes_to_a_file_beside_the_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arm.svg"
    page = shown(capsys, "scara", "--svg", str(path))
    assert page == shown(capsys, "scara")
    assert path.read_text(encoding="utf-8") == shown(capsys, "scara", "--format", "svg")
    shown(capsys, "puma560", "--svg", str(path))
    assert path.read_text(encoding="utf-8") == shown(capsys, "puma560", "--format", "svg")


def test_the_drawing_overwrites_nothing_but_a_drawing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot = tmp_path / "arm.yaml"
    robot.write_text("name: arm\n")
    assert main(["show", "scara", "--svg", str(robot)]) == 2
    assert "is no drawing of gen-robot show" in capsys.readouterr().err
    assert robot.read_text() == "name: arm\n"
    assert [path.name for path in tmp_path.iterdir()] == ["arm.yaml"]


def test_the_drawing_may_go_to_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "two_link", "--svg", os.devnull)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["puma561"], "did you mean 'puma560'?"),
        (["puma560", "--format", "jsn"], "did you mean 'json'?"),
        (["puma560", "--q", "0,0"], "--q: has 2 values; give 6"),
        (["puma560", "--q", "0,0,0,0,0,x"], "--q: link6"),
        (["puma560", "--lock", "link1"], "JOINT=VALUE"),
        (["puma560", "--tip", "link7"], "did you mean 'link6'?"),
        (["puma560", "--svg", "/no/such/folder/arm.svg"], "cannot be written: No such"),
        (["puma560", "--svg", "."], "cannot be written: Is a directory"),
    ],
)
def test_what_cannot_be_shown_ends_with_one_message(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gen-robot: ") and captured.err.count("\n") == 1
    assert expected in captured.err


def test_no_robot_may_be_called_show() -> None:
    assert "command" in (check_robot_name("show") or "")
