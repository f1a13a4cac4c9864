"""Who sets up a robot from the table in a file's head gets that robot."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

import pinocchio_robot
from arrays import Array, matrix, vector
from gen_robot.algebra.number import PI, Number
from gen_robot.description.description import Description, Mimic
from gen_robot.languages.frame_table import angle, frame_table, length, user_frames
from gen_robot.model.canonical import canonical
from random_robots import random_robot
from shipped_robots import SHIPPED, described


def number(text: str, q: Array) -> float:
    """Compute what a cell says: 'q[2] - pi/2', '0.5 q[1]'."""
    python = re.sub(r"(?<=\d) (?=[pq])", "*", text)
    assert re.fullmatch(r"(pi|q\[\d+\]|[\d.e+*/ -])+", python)
    return float(eval(python, {"pi": np.pi, "q": q}))


def constants(lines: list[str], q: Array) -> dict[int, tuple[int, dict[str, float]]]:
    """Read a table, or sentences, into each link's parent and its constants."""
    rows = [line for line in lines if line.startswith("  ")]
    found = {}
    if rows[0].startswith("  link  on"):
        header, *cells_of = (re.split(r" {2,}", line.strip()) for line in rows)
        for link, on, *cells in cells_of:
            values = {n: number(cell, q) for n, cell in zip(header[2:], cells, strict=True)}
            found[int(link)] = (0 if on == "base" else int(on), values)
        return found
    flat = " ".join(" ".join(rows).split())
    for link, on, rest in re.findall(r"link (\d+) on (\w+): (.*?)(?= link \d+ on|$)", flat):
        pairs = [part.split(" ", 1) for part in rest.split(", ")] if "same" not in rest else []
        values = {name: number(cell, q) for name, cell in pairs}
        found[int(link)] = (0 if on == "base" else int(on), values)
    return found


def turn(axis: int, by: float) -> pin.SE3:
    return pin.SE3(pin.AngleAxis(by, np.eye(3)[axis]).matrix(), np.zeros(3))


def shift(x: float, y: float, z: float) -> pin.SE3:
    return pin.SE3(np.eye(3), np.array([x, y, z]))


def placed(text: str) -> dict[tuple[str, int], pin.SE3]:
    """Read where frames stand: "link 2 at xyz (0, 0, 1), rpy (pi/2, 0, 0); ..."."""
    found = {}
    form = r"(below )?link (\d+) at (?:xyz \(([^)]*)\))?(?:, )?(?:rpy \(([^)]*)\))?"
    for below, link, xyz, rpy in re.findall(form, text):
        x, y, z = (number(v, np.zeros(0)) for v in (xyz or "0, 0, 0").split(", "))
        r, p, w = (number(v, np.zeros(0)) for v in (rpy or "0, 0, 0").split(", "))
        place = shift(x, y, z) * turn(2, w) * turn(1, p) * turn(0, r)
        found["base" if below else "link", int(link)] = place
    return found


def from_the_table(description: Description, q: Array, width: int) -> list[pin.SE3]:
    """Set up the links' own frames from the texts alone."""
    model = canonical(description)
    rows = constants(frame_table(model, "q[{}]".format, width), q)
    own = placed(user_frames(model))
    frames: dict[int, pin.SE3] = {}
    for link, (on, given) in rows.items():
        c = {name: 0.0 for name in ("gamma", "b", "alpha", "a", "e", "theta", "d")} | given
        start = frames[on] if on else own.get(("base", link), pin.SE3.Identity())
        first = turn(2, c["gamma"]) * shift(0, 0, c["b"]) * turn(0, c["alpha"])
        second = shift(c["a"], c["e"], 0) * turn(2, c["theta"]) * shift(0, 0, c["d"])
        frames[link] = start * first * second
    return [f * own.get(("link", link), pin.SE3.Identity()) for link, f in frames.items()]


def by_pinocchio(description: Description, q: Array) -> list[pin.SE3]:
    model = pinocchio_robot.pinocchio_model(description)
    data = model.createData()
    pin.forwardKinematics(model, data, q)
    moving = [link for link in description.links if link.joint.type != "fixed"]
    after = [link.joint.after for link in moving]
    places = list(data.oMi)[1:]
    return [
        p * pin.SE3(matrix(frame.rotation), vector(frame.origin))
        for p, frame in zip(places, after, strict=True)
    ]


def assert_same_places(description: Description, width: int = 94) -> None:
    q = np.random.default_rng(5).uniform(-2, 2, canonical(description).nq)
    ours, theirs = from_the_table(description, q, width), by_pinocchio(description, q)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one.homogeneous, other.homogeneous, atol=3e-7)  # of nine digits


@pytest.mark.parametrize("width", [94, 66], ids=["wide", "narrow"])
@pytest.mark.parametrize("robot", SHIPPED)
def test_shipped_robots_stand_where_pinocchio_has_them(robot: str, width: int) -> None:
    assert_same_places(described(robot), width)


@pytest.mark.parametrize("width", [150, 60], ids=["table", "sentences"])
@pytest.mark.parametrize("seed", range(6))
def test_random_trees_stand_where_pinocchio_has_them(seed: int, width: int) -> None:
    assert_same_places(random_robot(seed, 6, prismatic=0.3, branched=True), width)


def test_a_table_that_is_too_wide_becomes_sentences() -> None:
    model = canonical(random_robot(3, 6, branched=True))
    narrow = frame_table(model, "q[{}]".format, 60)
    assert max(map(len, narrow)) <= 60
    assert any(line.startswith("  link 1 on base: theta q[0] - 1.5") for line in narrow)


def test_a_joint_that_follows_shows_whom() -> None:
    description = described("planar3")
    first, second, third = description.links
    tie = Mimic(first.joint.name, Number("-0.5"), PI / 4)
    links = (first, second, replace(third, joint=replace(third.joint, mimic=tie)))
    lines = frame_table(canonical(replace(description, links=links)), "q[{}]".format, 94)
    assert re.search(r"^ +3 .* -0\.5 q\[0\] \+ pi/4 ", lines[-1] + " ")


def test_a_table_of_another_robot_is_found_out() -> None:
    wrong = replace(described("scara"), links=described("scara").links[:3])
    q = np.full(4, 0.3)
    ours, theirs = from_the_table(described("planar3"), q, 94), by_pinocchio(wrong, q[:3])
    with pytest.raises(AssertionError):
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one.homogeneous, other.homogeneous, atol=3e-7)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (PI / 2, "pi/2"),
        (-PI, "-pi"),
        (PI * 2 / 3, "2 pi/3"),
        (PI * -5 / 6, "-5 pi/6"),
        (Number("1.5708"), "1.5708"),
        (Number(0), "0"),
        (PI / 7, "0.448798951"),
    ],
)
def test_simple_angles_are_shown_as_multiples_of_pi(value: Number, text: str) -> None:
    assert angle(value) == text


def test_lengths_are_shown_in_nine_digits() -> None:
    assert length(Number("0.4318")) == "0.4318"
    assert length(Number(1) / 3) == "0.333333333"
    assert length(Number("-7.31763e-06")) == "-7.31763e-06"
