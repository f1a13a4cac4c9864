"""Files that MJCF files name, and what is wrong with them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import mujoco
import pytest

from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from mujoco_robot import silence
from small_mjcf import HEAVY, ROBOTS, body, described, disagreement, model, stl, written

HINGE = ROBOTS["hinge"]


ARM = (
    f'<body name="arm"><joint/>{HEAVY}<body name="tool"><joint axis="1 0 0"/>{HEAVY}</body></body>'
)

TREES: dict[str, dict[str, str | bytes]] = {
    "include beside": {
        "robots/r.xml": '<mujoco><include file="../common/defaults.xml"/><worldbody>'
        '<include file="arm.xml"/></worldbody></mujoco>',
        "common/defaults.xml": '<mujoco><default><joint armature="0.7"/></default></mujoco>',
        "robots/arm.xml": f"<mujocoinclude>{ARM}</mujocoinclude>",
    },
    "include in an include": {
        "r.xml": '<mujoco><worldbody><include file="parts/a.xml"/></worldbody></mujoco>',
        # First from the main file's folder, else from its own.
        "parts/a.xml": '<x><include file="b.xml"/><include file="c.xml"/></x>',
        "b.xml": f"<x>{ARM}</x>",
        "parts/b.xml": "<x>is not read</x>",
        "parts/c.xml": f"<x>{body(f'<joint/>{HEAVY}', 'c', pos='1 0 0')}</x>",
    },
    "meshes": {
        "r.xml": '<mujoco><compiler meshdir="shapes"/><asset><mesh file="a.stl" scale="1 2 3"/>'
        '<mesh name="m" file="sub/b.STL"/></asset><worldbody><body><joint axis="1 0 0"/>'
        '<geom type="mesh" mesh="a"/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>',
        "shapes/a.stl": stl(),
        "shapes/sub/b.STL": stl(0.5),
    },
    "stripped paths": {
        "r.xml": '<mujoco><compiler assetdir="s" strippath="true"/><asset><mesh name="m"'
        ' file="C/elsewhere/a.stl"/></asset><worldbody><body><joint axis="1 0 0"/>'
        '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>',
        "s/a.stl": stl(),
    },
    "attached models": {
        "r.xml": '<mujoco><asset><model name="hand" file="hands/hand.xml"/></asset><worldbody>'
        f'<body name="arm"><joint/>{HEAVY}<frame pos="1 0 0" euler="90 0 0"><attach model="hand"'
        ' body="palm" prefix="left_"/></frame><frame pos="-1 0 0"><attach model="hand" body="palm"'
        ' prefix="right_"/></frame></body></worldbody></mujoco>',
        "hands/hand.xml": '<mujoco><compiler meshdir="m" angle="radian"/><asset><mesh name="f"'
        ' file="f.stl"/></asset><worldbody><body name="palm" euler="0.3 0 0"><joint/><geom type='
        '"mesh" mesh="f"/><include file="finger.xml"/></body></worldbody></mujoco>',
        "hands/finger.xml": f"<x>{body(f'<joint/>{HEAVY}', 'finger', pos='0 0 1')}</x>",
        "hands/m/f.stl": stl(),
    },
}


@pytest.mark.parametrize("name", TREES)
def test_files_are_found_where_mujoco_finds_them(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, TREES[name])
    robot = read(path)
    assert disagreement(robot, mujoco.MjModel.from_xml_path(str(path))) < 1
    listed = {(path.parent / each.path).resolve() for each in robot.companions}
    given = {(tmp_path / each).resolve() for each in TREES[name]}
    assert listed == given - {path.resolve(), (tmp_path / "parts/b.xml").resolve()}


def test_what_only_shows_is_not_opened(tmp_path: Path) -> None:
    asset = (
        '<texture name="t" type="2d" file="no.png"/><material name="m" texture="t"/>'
        '<hfield name="h" file="no.png" size="1 1 1 1"/><skin name="s" file="no.skn"/>'
    )
    text = model(
        '<geom type="hfield" hfield="h"/>'
        + body(f"<joint/>{HEAVY}".replace("<geom", '<geom material="m"')),
        asset=asset,
    )
    assert read(written(tmp_path, {"r.xml": text})).companions == ()


def test_nothing_is_written_anywhere(tmp_path: Path, monkeypatch, capfd) -> None:
    loud = mujoco.MjLogConfig.get()
    loud.logto_file = loud.logto_console = True
    loud.set()
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    deprecated = HINGE.replace("<worldbody>", '<compiler settotalmass="3"/><worldbody>')
    described(deprecated)
    for broken in BROKEN.values():
        with pytest.raises(UserError):
            described(broken[0])
    assert not os.listdir(folder) and capfd.readouterr() == ("", "")
    config = mujoco.MjLogConfig.get()
    assert config.logto_file and config.logto_console, "it is as it was"
    # A bad sample: MuJoCo by itself tells everybody, and leaves a file.
    mujoco.MjModel.from_xml_string(deprecated)
    assert os.listdir(folder) == ["MUJOCO_LOG.TXT"] and capfd.readouterr() != ("", "")
    silence()


# Errors ---------------------------------------------------------------------------------------

BROKEN = {
    "an attribute": (
        "<mujoco>\n <worldbody>\n  <body nam='x'/>\n </worldbody></mujoco>",
        "robot.xml:3:3: body: Schema violation: unrecognized attribute: 'nam'; MuJoCo refuses the file",
    ),
    "an element": ("<mujoco>\n<wordbody/></mujoco>", "robot.xml:2:1: wordbody: Schema violation"),
    "no mass": (
        "<mujoco><worldbody>\n\n <body name='arm'><joint/></body></worldbody></mujoco>",
        "robot.xml:3:2: body[arm]: mass and inertia of moving bodies must be larger than mjMINVAL",
    ),
    "a name twice": (
        model(body("<joint/>" + HEAVY) + "\n" + body("<joint/>" + HEAVY)),
        "repeated name 'a' in body",
    ),
    "a number": (model(body("<joint pos='a b c'/>" + HEAVY)), "robot.xml:1:49: joint: bad format"),
    "a huge number": (model(body("<joint/>" + HEAVY, pos="1e300 0 0")), "body_pos"),
    "not a number": (model(body("<joint armature='nan'/>" + HEAVY)), "robot.xml"),
    "no bodies": ("<mujoco/>", "robot.xml: has 0 bodies; a robot has 1 to 1000, besides the world"),
    "a plugin's shape": (
        model(body("<joint/><geom type='sdf'/>")),
        "robot.xml:1:",
    ),
    "no XML": ("<mujoco><worldbody></mujoco>", "closes another element than 'worldbody'"),
    "an include": (
        '<mujoco>\n<include file="x.xml"/></mujoco>',
        "2:1: include: names 'x.xml', which is not there",
    ),
    "a model": (
        model("", asset="<model file='m.xml'/>"),
        "names 'm.xml', which is not there",
    ),
    "a mesh": (model("", asset="<mesh file='m.stl'/>"), "names 'm.stl', which is not there"),
    "no file": ("<mujoco><include/></mujoco>", "include: has no attribute 'file'"),
    "an absolute path": (
        '<mujoco><include file="/etc/passwd"/></mujoco>',
        "has file '/etc/passwd'; a path",
    ),
    "an address": (
        model("", asset="<mesh file='http://x/m.stl'/>"),
        "has file 'http://x/m.stl'; a path",
    ),
    "a folder of meshes": (
        model("", compiler="").replace("<compiler>", '<compiler meshdir="/usr">'),
        "has meshdir '/usr'",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_told_with_its_place(name: str) -> None:
    text, told = BROKEN[name]
    with pytest.raises(UserError) as caught:
        described(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value) and "mesh_0" not in str(caught.value)


def test_places_are_those_of_the_file_that_something_stands_in(tmp_path: Path) -> None:
    files = {**TREES["attached models"]}
    files["hands/finger.xml"] = "<x>\n <body name='finger'>\n  <joint/></body></x>"
    with pytest.raises(UserError, match=r"^hands/finger.xml:2:2: body\[left_finger\]: mass and"):
        read(written(tmp_path, files))
    files["hands/finger.xml"] = "<x>\n <body name='finger'>\n  <jiont/></body></x>"
    with pytest.raises(UserError, match=r"^hands/finger.xml:3:3: jiont: Schema violation"):
        read(written(tmp_path, files))
    files = {**TREES["meshes"], "shapes/a.stl": b"solid nothing"}
    with pytest.raises(UserError, match=r"^r.xml:1:44: mesh\[a\]: .*'a.stl'"):
        read(written(tmp_path, files))


def test_the_command_line_answers_in_one_line(tmp_path: Path, capsys) -> None:
    path = written(tmp_path, {"r.xml": BROKEN["no mass"][0]})
    assert main([str(path), "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("gen-robot: r.xml:3:2: body[arm]: ") and said.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_without_mujoco_the_cure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(UserError, match=r"pip install 'gen-robot\[mujoco\]'"):
        described(HINGE)


def test_a_mujoco_that_is_too_old_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mujoco, "__version__", "3.3.2")
    with pytest.raises(UserError, match=r"MuJoCo 3\.3\.2 is too old; pip install --upgrade"):
        described(HINGE)
    monkeypatch.setattr(mujoco, "__version__", "3.10.0.dev1")
    assert described(HINGE).links
