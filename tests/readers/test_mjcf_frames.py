"""Sites and equality constraints of MJCF files; and edits, which act on such robots as on others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gen_robot.algebra.frame import IDENTITY, ORIGIN, Y, Z
from gen_robot.algebra.number import Number
from gen_robot.bench.tree import tree_of
from gen_robot.cli import main
from gen_robot.description.edit import Edits, edited
from gen_robot.errors import UserError
from gen_robot.model.canonical import canonical
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read
from gen_robot.show.as_json import as_json
from gen_robot.show.sheet import sheet
from gen_robot.show.text import text as shown_text
from small_mjcf import HEAVY, ROBOTS, body, described, model

HALF = Number("0.5")


def test_sites_are_frames_that_are_made_if_asked_for() -> None:
    inside = '<joint/><site name="tip" pos="0 0 .5" euler="0 0 90"/><site name="a"/><site/>' + HEAVY
    robot = described(model(body(inside) + '<site name="goal" pos="1 0 0"/>'))
    assert [(f.name, f.link) for f in robot.frames] == [
        *(("goal", "world"), ("tip", "a"), ("a_site", "a")),
    ]
    tip = robot.frames[1].origin
    assert tip.origin == Z * HALF and tip.rotation.x == Y

    def made(**asked: tuple[str, ...]) -> set[str]:
        return set(generate_described(robot, Options(kernels=("placement",), **asked)).model.frames)

    assert made() == {"a"}
    assert made(frames=("tip", "goal")) == {"tip", "goal"}
    with pytest.raises(UserError, match="'tipp' is no link and no frame; did you mean 'tip'"):
        made(frames=("tipp",))


LOOPED = model(
    body(f'<joint/>{HEAVY}<site name="s" pos="0 .1 0" euler="90 0 0"/>', "a", pos="0 0 1")
    + body(f'<joint/>{HEAVY}<site name="t"/>', "b", pos="0 1 1"),
    equality='<connect name="pin" body1="a" body2="b" anchor="0 0 .5"/>'
    '<weld body1="a" body2="b" relpose="0 .5 0 1 1 0 0"/><weld body1="b"/>'
    '<weld name="by sites" site1="s" site2="t"/><connect body1="a" anchor="0 0 0" active="false"/>',
)


def test_equalities_between_bodies_are_loops() -> None:
    robot = described(LOOPED)
    assert [(k.name, k.type, k.link_a, k.link_b) for k in robot.loops] == [
        ("pin", "connect", "a", "b"),
        ("weld2", "weld", "a", "b"),
        ("weld3", "weld", "b", "world"),
        ("by sites", "weld", "a", "b"),
    ]
    pin, weld, _, sites = robot.loops
    # MuJoCo has the second body's anchor where it lies at the reference position.
    assert pin.at_a.origin == Z * HALF and pin.at_b.origin == Z * HALF - Y
    assert weld.at_a.origin == Y * HALF and weld.at_a.rotation.y == Z and weld.at_b.origin == ORIGIN
    assert sites.at_a.origin == Y * Number("0.1") and sites.at_a.rotation.y == Z
    assert sites.at_b.rotation == IDENTITY
    assert any(
        "enforced by kernels of loops alone: pin, weld2, weld3, by sites" in w
        for w in robot.warnings
    )
    assert any("that are switched off are left out: equality 4" in w for w in robot.warnings)


def test_loops_are_shown_and_reported() -> None:
    robot = described(LOOPED)
    assert "Loops beside the tree, which kernels of loops enforce" in shown_text(sheet(robot))
    assert '"link_b": "world"' in as_json(sheet(robot))
    report = generate_described(robot, Options(kernels=("gravity",))).files["small.json"]
    told = "loops beside the tree, not enforced by these kernels: pin, weld2, weld3, by sites"
    assert told in " ".join(json.loads(report)["report"])
    assert "Loops" not in shown_text(sheet(described(ROBOTS["hinge"])))


def test_edits_that_cut_a_loop_are_refused() -> None:
    with pytest.raises(UserError, match="the loop 'pin' would be cut: the link 'a' is left out"):
        edited(described(LOOPED), Edits(tip="b"))


# Edits ----------------------------------------------------------------------------------------


def test_edits_act_as_on_other_robots() -> None:
    robot = described(ROBOTS["chain"])
    locked = edited(robot, Edits(lock={"second": "pi/3"}))
    assert [k.joint.type for k in locked.links] == ["continuous", "fixed"]
    rooted = edited(robot, Edits(root="a"))
    assert [k.name for k in rooted.links] == ["b"] and rooted.root_name == "a"
    assert [k.name for k in edited(robot, Edits(tip="a")).links] == ["a"]
    floating = canonical(edited(robot, Edits(floating=True)))
    assert (floating.free_nq, floating.free_nv) == (9, 8)
    with pytest.raises(UserError, match="did you mean 'second'"):
        edited(robot, Edits(lock={"secnd": "0"}))


def test_a_robot_that_cannot_move_is_refused_unless_it_is_set_free(tmp_path: Path) -> None:
    (tmp_path / "still.xml").write_text(model(body(HEAVY)))
    with pytest.raises(UserError, match="has no moving joint"):
        read(tmp_path / "still.xml")
    assert (
        canonical(read(tmp_path / "still.xml", edits=Edits(root="a", floating=True))).free_nv == 6
    )


def test_frames_on_the_world_and_on_links_that_are_gone_are_no_obstacle_to_peers() -> None:
    text = model(f'<site name="goal"/>{body(f"<joint/>{HEAVY}")}')
    frames = tree_of(described(text)).frames
    assert frames["goal"][0] == -1 and frames["world"][0] == -1
    cut = edited(
        described(ROBOTS["chain"].replace("</body></body>", '<site name="s"/></body></body>')),
        Edits(tip="a"),
    )
    assert cut.frames and "s" not in tree_of(cut).frames
    assert not canonical(cut).frames.keys() & {"s"}


def test_verbs_take_mjcf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chain.xml"
    path.write_text(ROBOTS["chain"])
    kernels = ["--kernels", "gravity"]
    assert main([str(path), "-o", str(tmp_path), *kernels]) == 0
    assert main([str(path), "-o", str(tmp_path), *kernels, "--check"]) == 0
    assert (tmp_path / "small" / "small.c").is_file()
    assert main(["show", str(path), "--svg", str(tmp_path / "chain.svg")]) == 0
    assert main(["ops", str(path), "--kernels", "gravity"]) == 0
    assert "2 degrees of freedom" in capsys.readouterr().out
