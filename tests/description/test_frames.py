"""Frames that users add: by files, by --frame; those that are chosen, and names that clash."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.algebra.frame import roll_pitch_yaw_of
from gen_robot.algebra.number import PI
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits, edited
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from gen_robot.readers.yaml_reader import read_yaml

ARM = """
name: arm
convention: transform
links:
  - {name: upper, joint: {type: revolute, name: shoulder}, mass: 1, inertia: {zz: 1}}
  - {name: fore, joint: {type: revolute, name: elbow}, origin: {xyz: [1, 0, 0]}, mass: 1}
  - {name: flange, joint: fixed, origin: {xyz: [0.5, 0, 0]}}
  - {name: stand, parent: base, joint: fixed}
"""
FRAMES = """
frames:
  - {name: tool, link: flange, origin: {xyz: [0, 0, 0.1], rpy: [0, 0, pi/2]}}
  - {name: eye, link: base}
"""


def arm(frames: str = "") -> Description:
    return read_yaml(Path("arm.yaml"), ARM + frames)


def frames_of(description: Description, **options: object) -> list[str]:
    return list(modelled(description, Options(**options)).frames)


def refusal(description: Description, **options: object) -> str:
    with pytest.raises(UserError) as error:
        modelled(description, Options(**options))
    return str(error.value)


def test_a_file_places_frames_on_links() -> None:
    tool, eye = arm(FRAMES).frames
    assert (tool.name, tool.link, eye.name, eye.link) == ("tool", "flange", "eye", "base")
    assert [float(x) for x in tool.origin.origin] == [0, 0, 0.1]
    assert roll_pitch_yaw_of(tool.origin.rotation)[2] == PI / 2


def test_the_command_line_places_them_by_the_same_grammar() -> None:
    by_file = modelled(arm(FRAMES), Options()).frames["tool"]
    by_option = modelled(arm(), Options(frame={"tool": "flange:0,0,0.1,0,0,pi/2"})).frames["tool"]
    assert by_file == by_option
    assert by_file.on == "flange"
    assert by_file.link == 2  # the moving link that carries the flange


def test_kernels_are_made_for_tips_that_move_and_for_what_was_added() -> None:
    assert frames_of(arm()) == ["flange"]
    assert frames_of(arm(FRAMES)) == ["flange", "tool", "eye"]
    assert frames_of(arm(FRAMES), frame={"pen": "fore:0,0,0,0,0,0"}) == [
        "flange",
        "tool",
        "eye",
        "pen",
    ]


def test_any_link_may_be_chosen_fixed_ones_and_the_base_included() -> None:
    assert frames_of(arm(FRAMES), frames=("stand", "base", "upper", "tool")) == [
        "stand",
        "base",
        "upper",
        "tool",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"frames": ("flnge",)}, "did you mean 'flange'?"),
        ({"frames": ("elbow",)}, "'elbow' is a joint; links name frames; it moves the link 'fore'"),
        ({"frame": {"t": "elbow:0,0,0,0,0,0"}}, "it moves the link 'fore'"),
        ({"frame": {"t": "flange"}}, "flange:0,0,0,0,0,0 is the link's own frame"),
        ({"frame": {"t": "flange:1,2,3"}}, "has 3 numbers after the link; write LINK:x,y,z,r,p,y"),
        ({"frame": {"t": "flange:0,0,0,0,0,left"}}, "--frame t: yaw: unknown name 'left'"),
        ({"frame": {"t": "flange:1e31,0,0,0,0,0"}}, "beyond 1e30"),
        ({"frame": {"upper": "flange:0,0,0,0,0,0"}}, "has a link or frame of this name"),
        ({"frame": {"a*b": "flange:0,0,0,0,0,0"}}, "a name is 1 to 64 of"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_with_the_cure(options: dict[str, object], told: str) -> None:
    assert told in refusal(arm(), **options)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "frames: [{name: tool, link: flnge}]",
            "frames[0].link: is 'flnge', no link; did you mean",
        ),
        ("frames: [{name: tool, link: elbow}]", "the joint of this name moves 'fore'"),
        ("frames: [{name: upper, link: fore}]", "a link has this name already"),
        ("frames: [{name: a, link: fore}, {name: a, link: fore}]", "frames[0].name has this name"),
        ("frames: [{name: a}]", "has no 'link'"),
        ("frames: [{name: a, link: fore, xyz: [0, 0, 0]}]", "is no key of a frame"),
        ("frames: {a: fore}", "a list of frames belongs here"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(text: str, told: str) -> None:
    with pytest.raises(UserError) as error:
        arm(text)
    assert told in str(error.value)
    assert str(error.value).startswith("arm.yaml:")


def test_what_edits_cut_away_has_no_frames_and_is_an_error_only_if_asked_for() -> None:
    cut = edited(arm(FRAMES), Edits(tip="upper"))
    assert frames_of(cut) == ["upper", "eye"]
    assert "the link 'flange' is left out (--root, --tip)" in refusal(cut, frames=("tool",))
    assert "the link 'fore' is left out" in refusal(cut, frames=("fore",))
    assert "is left out" in refusal(cut, frame={"pen": "fore:0,0,0,0,0,0"})


def test_a_part_of_a_robot_keeps_its_frames() -> None:
    assert frames_of(edited(arm(FRAMES), Edits(root="upper"))) == ["flange", "tool", "eye"]
    assert frames_of(edited(arm(FRAMES), Edits(lock={"elbow": "1"}))) == ["flange", "tool", "eye"]
    assert frames_of(edited(arm(FRAMES), Edits(floating=True))) == [
        "flange",
        "stand",
        "tool",
        "eye",
    ]


@pytest.mark.parametrize("pair", [("wrist 3", "wrist-3"), ("pen", "pen_sc"), ("pen", "pen_batch")])
def test_frames_whose_routines_would_share_a_name_are_refused_if_they_were_chosen(
    pair: tuple[str, str],
) -> None:
    both = dict.fromkeys(pair, "flange:0,0,0,0,0,0")
    assert "would give the same name to routines" in refusal(arm(), frame=both, frames=pair)
    assert frames_of(arm(), frame=both) == ["flange", pair[0]]
