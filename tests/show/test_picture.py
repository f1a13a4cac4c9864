"""The drawing: well-formed, the same everywhere, on its paper, with labels that can be read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.edit import Edits
from gen_robot.description.joint_kinds import KINDS
from gen_robot.readers.robot_files import read
from gen_robot.show.arrange import Layout, Spot
from gen_robot.show.labels import RADIUS, place_labels
from gen_robot.show.picture import picture
from gen_robot.show.scene import scene
from gen_robot.show.sheet import sheet
from gen_robot.show.symbols import SYMBOLS
from gen_robot.show.view import flat_views, oblique_view
from shipped_robots import SHIPPED, described
from urdf_robots import urdf_files

FIGURE = Path(__file__).resolve().parents[2] / "docs" / "figures" / "puma560.svg"
SVG = "{http://www.w3.org/2000/svg}"
URDF = ("panda", "ur5_robot", "hyq_no_sensors", "talos_reduced")


def drawn(robot: str) -> str:
    if robot in urdf_files():
        edits = Edits(floating=robot in ("hyq_no_sensors", "talos_reduced"))
        return picture(sheet(read(urdf_files()[robot], edits=edits)))
    return picture(sheet(described(robot)))


def numbers(tree: ElementTree.Element) -> list[tuple[float, float]]:
    """Return all points of lines and polygons."""
    texts = [e.get("points", "") for e in tree.iter()]
    return [
        (float(x), float(y))
        for text in texts
        for x, y in (pair.split(",") for pair in text.split())
    ]


@pytest.mark.parametrize("robot", [*SHIPPED, *URDF])
def test_a_drawing_is_well_formed_and_stays_on_its_paper(robot: str) -> None:
    tree = ElementTree.fromstring(drawn(robot))
    width, height = float(tree.get("width", 0)), float(tree.get("height", 0))
    points = numbers(tree)
    assert len(points) > 50
    assert all(-5 <= x <= width + 5 and -5 <= y <= height + 5 for x, y in points)
    assert tree.find(f"{SVG}title") is not None


@pytest.mark.parametrize("robot", ["puma560", "scara", "panda", "hyq_no_sensors", "talos_reduced"])
def test_labels_do_not_overlap(robot: str) -> None:
    tree = ElementTree.fromstring(drawn(robot))
    badges = [
        (float(e.get("cx", 0)), float(e.get("cy", 0)))
        for e in tree.iter(f"{SVG}circle")
        if e.get("class") == "badge"
    ]
    assert len(badges) >= 8
    close = [(a, b) for k, a in enumerate(badges) for b in badges[:k] if dist(a, b) < 2 * 9]
    assert not close


def test_labels_avoid_each_other_even_where_all_anchors_are_one_point() -> None:
    places = place_labels([(100.0, 100.0)] * 12, [], [], (0.0, 0.0), (200.0, 200.0))
    assert all(dist(a, b) >= 2 * RADIUS for k, a in enumerate(places) for b in places[:k])


def test_names_from_a_file_cannot_leave_their_text() -> None:
    evil = '</text><script>alert("1")</script>&<!--\x1b]0;'
    puma = described("puma560")
    links = tuple(replace(k, joint=replace(k.joint, name=evil + k.name)) for k in puma.links)
    text = picture(sheet(replace(puma, links=links, name=evil)))
    tree = ElementTree.fromstring(text)
    assert not [e for e in tree.iter() if "script" in e.tag]
    assert "\x1b" not in text


def test_a_drawing_refers_to_nothing_outside() -> None:
    text = drawn("puma560").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"http|href|url\(|@import|<image|<script|<foreignObject", text)


def test_it_can_be_read_by_day_and_by_night() -> None:
    """Every colour of the day has its colour of the night."""
    style = drawn("puma560").split("<style>")[1].split("</style>")[0]
    day, night = style.split("@media (prefers-color-scheme: dark)")
    coloured = set(re.findall(r"\.?([a-z-]+) \{[^}]*#", day))
    assert len(coloured) > 20
    assert coloured <= set(re.findall(r"\.?([a-z-]+) \{[^}]*#", night))


@pytest.mark.parametrize("seed", ["0", "7"])
def test_bytes_are_the_same_in_every_process(seed: str) -> None:
    command = [sys.executable, "-m", "gen_robot", "show", "torso", "--format", "svg"]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == drawn("torso")


def test_the_figure_of_the_puma_is_what_the_command_draws() -> None:
    page = sheet(described("puma560"), "0,-pi/3,3*pi/4,0,pi/4,0")
    assert picture(page) == FIGURE.read_text(encoding="utf-8"), (
        "gen-robot show puma560 --q 0,-pi/3,3*pi/4,0,pi/4,0 --svg docs/figures/puma560.svg"
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.moves])
def test_every_kind_of_joint_has_a_symbol_or_is_split(kind: object) -> None:
    assert kind.name in SYMBOLS or kind.name == "universal"  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["planar", "spherical", "floating", "cylindrical"])
def test_joints_without_an_axis_are_drawn(kind: str) -> None:
    link = LinkDescription("l", BASE, JointDescription("j", kind))
    tree = ElementTree.fromstring(picture(sheet(Description("one", (link,), "one.yaml"))))
    assert len(list(tree.iter())) > 20


def test_joints_on_one_point_are_slid_apart_along_their_axes() -> None:
    """The wrist of the PUMA: three axes meet, and each symbol is seen."""
    found = {joint.number: joint for joint in scene(sheet(described("puma560"))).joints}
    wrist = [found[number] for number in (4, 5, 6)]
    half = scene(sheet(described("puma560"))).half
    for k, a in enumerate(wrist):
        for b in wrist[:k]:
            assert dist([*a.at], [*b.at]) > 2 * half
    centre = sheet(described("puma560")).frame("link5").origin.map(float)
    for joint in wrist:
        away = joint.at - centre
        assert dist([*away.cross(joint.axis)], (0, 0, 0)) < 1e-12, "it is still on its axis"


def test_joints_that_stand_apart_stay_where_they_are() -> None:
    kind = KINDS["revolute"]
    z = Vec3(0.0, 0.0, 1.0)
    spots = {k: Spot(k - 1, kind, Vec3(1.0 * k, 0.0, 0.0), z) for k in (1, 2)}
    layout = Layout(spots, {}, Vec3(0.0, 0.0, 0.0), z)
    assert layout.arranged(0.05).spots == spots


@pytest.mark.parametrize("robot", ["puma560", "two_link"])
def test_gravity_points_down_in_every_upright_view(robot: str) -> None:
    shown = scene(sheet(described(robot)))
    front, side, top = flat_views(shown)
    for view in (front, side):
        assert view.direction(shown.gravity) == (0.0, 1.0)
    assert abs(shown.gravity.dot(top.near)) == 1.0
    x, y = oblique_view(shown).direction(shown.gravity)
    assert abs(x) < 1e-9 and y > 0.8
