"""How a robot shows itself, with names that mean ill, too."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.bindings.display import MOST_ROWS
from tiny_robot import bind, joint, library_in

SHOWN = """\
<gen_robot.Library tiny: 2 joints, nq 2, nv 2, c, float64>

  joint     type        q  lower  upper  velocity
  shoulder  revolute    0   -0.5      2      0.25
  elbow     continuous  1      -      -         -

  kernel                 mul  add  neg  div  sqrt  sincos  by
  inertia_matrix           3    1    0    0     0       1  by_hand
  bias                     3    1    0    0     0       1  by_hand
  inertia_and_bias         3    1    0    0     0       1  by_hand
  udut                     3    1    0    0     0       1  by_hand
  inverse_dynamics_fext    3    1    0    0     0       1  by_hand
  kinetic_energy           3    1    0    0     0       1  by_hand"""


class Cells(HTMLParser):
    """Collect the rows of all tables, and every tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def with_joints(folder: Path, tmp_path: Path, joints: list, **changes: object) -> Library:
    content = json.loads(tiny_robot.generated_files(joints=joints)["tiny.json"]) | changes
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    return Library(tmp_path / "tiny.json", library_in(folder), "c")


def test_the_repr_shows_joints_limits_and_counts(folder: Path) -> None:
    assert repr(bind(folder)) == SHOWN


def test_a_notebook_shows_what_a_terminal_does(folder: Path) -> None:
    shown = Cells(bind(folder)._repr_html_())
    as_text = [line.split() for line in SHOWN.splitlines()[1:] if line]
    assert shown.rows == as_text
    assert shown.tags == {"div", "p", "b", "table", "tr", "th", "td"}


def test_many_joints_are_cut_short(folder: Path, tmp_path: Path) -> None:
    joints = [joint(f"j{k}", "revolute", k, k) for k in range(MOST_ROWS + 29)]
    robot = with_joints(folder, tmp_path, joints)
    assert "and 29 more joints: see robot.joints" in repr(robot)
    assert "and 29 more joints: see robot.joints" in robot._repr_html_()
    assert f"j{MOST_ROWS - 1} " in repr(robot)
    assert f"j{MOST_ROWS} " not in repr(robot)


def test_places_of_velocities_are_shown_where_they_differ(folder: Path, tmp_path: Path) -> None:
    joints = [joint("root", "floating", 0, 0, nq=7, nv=6), joint("hip", "revolute", 7, 6)]
    robot = with_joints(folder, tmp_path, joints)
    assert [line.split() for line in repr(robot).splitlines()[2:5]] == [
        ["joint", "type", "q", "qd"],
        ["root", "floating", "0..6", "0..5"],
        ["hip", "revolute", "7", "6"],
    ]


def test_warnings_are_pointed_to(folder: Path, tmp_path: Path) -> None:
    robot = with_joints(folder, tmp_path, [joint("a", "revolute", 0, 0)], warnings=["x", "y"])
    assert repr(robot).endswith("\n\n  2 warnings: see robot.warnings")
    assert "<p>2 warnings: see robot.warnings</p>" in robot._repr_html_()


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a&b", "'", "x" * 10_000],
    ids=["script", "attribute", "entity", "quote", "long"],
)
def test_names_of_strangers_stay_text(folder: Path, tmp_path: Path, name: str) -> None:
    robot = with_joints(folder, tmp_path, [joint(name, name, 0, 0)])
    html = robot._repr_html_()
    shown = Cells(html)
    assert shown.tags == {"div", "p", "b", "table", "tr", "th", "td"}
    assert shown.rows[1][0].removesuffix("...") in name
    assert len(html) < 20_000


def test_what_cannot_be_printed_is_not_printed(folder: Path, tmp_path: Path) -> None:
    robot = with_joints(folder, tmp_path, [joint("a\x1b[2J\nb", "revolute", 0, 0)])
    assert "a?[2J?b  revolute" in repr(robot)
    assert "\x1b" not in robot._repr_html_()
