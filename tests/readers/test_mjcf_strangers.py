"""What strangers put into MJCF files is refused, or does no harm."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from gen_robot.errors import UserError
from gen_robot.model.canonical import canonical
from gen_robot.readers.robot_files import read_file
from small_mjcf import HEAVY, ROBOTS, body, described, model, written


def nested(times: int) -> dict[str, str | bytes]:
    """Return models that attach ten of the next each."""
    inside = "".join(f'<attach model="m" body="b" prefix="p{k}_"/>' for k in range(10))
    files: dict[str, str | bytes] = {
        f"m{k}.xml": f'<mujoco><asset><model name="m" file="m{k + 1}.xml"/></asset>'
        f'<worldbody><body name="b">{inside}</body></worldbody></mujoco>'
        for k in range(times)
    }
    return {**files, f"m{times}.xml": model(body(HEAVY, "b"))}


def included(times: int, depth: int) -> dict[str, str | bytes]:
    """Return files each of which includes the next, deep inside."""
    around = "<frame>" * depth, "</frame>" * depth
    names = ["r.xml", *(f"i{k}.xml" for k in range(times))]
    tags = ["mujoco", *["x"] * times]
    files: dict[str, str | bytes] = {
        name: f'<{tag}>{around[0]}<include file="{following}"/>{around[1]}</{tag}>'
        for name, tag, following in zip(names, tags, names[1:], strict=False)
    }
    return {**files, names[-1]: "<x><body/></x>"}


HOSTILE: dict[str, tuple[dict[str, str | bytes], str]] = {
    "entities": (
        {"r.xml": '<!DOCTYPE m [<!ENTITY a "b">]><mujoco>&a;</mujoco>'},
        "declares a document type",
    ),
    "entities of an include": (
        {"r.xml": '<mujoco><include file="i.xml"/></mujoco>', "i.xml": "<!DOCTYPE x><x><a/></x>"},
        "i.xml:1:11: declares a document type|i.xml:1:[0-9]+: declares a document type",
    ),
    "depth": ({"r.xml": "<mujoco>" + "<body>" * 100_000}, "nested too deeply"),
    "depth of includes": (included(50, 50), "nested too deeply"),
    "elements": ({"r.xml": "<mujoco>" + "<a/>" * 100_001 + "</mujoco>"}, "too large"),
    "a file that includes itself": (
        {"r.xml": '<mujoco><include file="r.xml"/></mujoco>'},
        "includes 'r.xml' again",
    ),
    "a circle": (
        {
            "r.xml": '<mujoco><include file="a.xml"/></mujoco>',
            "a.xml": '<x><include file="./r.xml"/></x>',
        },
        "includes 'r.xml' again",
    ),
    "repetition": (
        {
            "r.xml": model(
                '<replicate count="1000000000">' + body("<joint/>" + HEAVY) + "</replicate>"
            )
        },
        "makes too many elements",
    ),
    "repetition of repetition": (
        {
            "r.xml": model(
                '<replicate count="101"><replicate count="101">'
                f"{body('<joint/>' + HEAVY)}</replicate></replicate>"
            )
        },
        "makes too many elements",
    ),
    "models of models": (nested(6), "makes too many elements"),
    "a model of itself": (
        {
            "r.xml": model("", asset='<model file="m.xml"/>'),
            "m.xml": model("", asset='<model file="m.xml"/>'),
        },
        "is one model too many",
    ),
    "a flexible body": (
        {"r.xml": model('<flexcomp name="f" type="grid" count="1000 1000 1000" spacing="1 1 1"/>')},
        "makes too many elements",
    ),
    "a fine mesh": (
        {"r.xml": model("", asset='<mesh name="m" builtin="supersphere" params="3000 1 1"/>')},
        "is too fine",
    ),
    "an empty mesh": (
        {"r.xml": model("", asset='<mesh file="m.stl"/>'), "m.stl": b""},
        "names 'm.stl', which is empty",
    ),
    "a device": (
        {"r.xml": model("", asset='<mesh file="../../../../../../../../dev/zero"/>')},
        "is a device",
    ),
    "a folder": ({"r.xml": '<mujoco><include file="."/></mujoco>'}, "is a directory"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_never_end_is_refused(name: str, tmp_path: Path) -> None:
    files, told = HOSTILE[name]
    with pytest.raises(UserError, match=told):
        read_file(written(tmp_path, files))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "m.stl")
    with pytest.raises(UserError, match=r"names 'm\.stl', which is a FIFO"):
        read_file(written(tmp_path, {"r.xml": model("", asset='<mesh file="m.stl"/>')}))


def test_markup_in_values_stays_a_value() -> None:
    """Values are quoted again: none can become an element."""
    name = "a&quot;/&gt;&lt;body name=&quot;b&quot;/&gt;"
    robot = described(model(body(f"<joint/>{HEAVY}", name)))
    assert [link.name for link in robot.links] == ["a_/__body name__b_/_"]


def test_plugins_are_not_run() -> None:
    text = model(
        body(f'<joint name="j"/>{HEAVY}<plugin plugin="mujoco.elasticity.cable"/>'),
        extension='<plugin plugin="who.knows"/>',
        actuator='<plugin joint="j" plugin="mujoco.pid"/>',
        sensor='<plugin plugin="mujoco.sensor.touch_grid"/>',
    )
    (told,) = (w for w in described(text).warnings if "plugins" in w)
    assert told == "robot.xml: plugins are not run: mujoco.pid, mujoco.elasticity.cable"


VALUES = (
    "nan",
    "inf",
    "-inf",
    "1e400",
    "1e-320",
    "-1",
    "0",
    "",
    "0 0 0",
    "x" * 200,
    "é",
    "../x",
    "free",
)


def spoiled(text: str, rng: random.Random) -> str:
    """Return a text with another value, or a tag too few, too many, or somewhere else."""
    values = list(re.finditer(r'(?<==")[^"]*(?=")', text))
    tags = list(re.finditer(r"<[^>]*>", text))
    place = rng.choice(values if rng.random() < 0.6 else tags)
    other = (
        rng.choice(VALUES)
        if place in values
        else rng.choice(("", 2 * place[0], rng.choice(tags)[0]))
    )
    return text[: place.start()] + other + text[place.end() :]


def test_a_spoiled_file_is_read_or_refused_in_one_line() -> None:
    rng, refused, tried = random.Random(1), 0, 0
    for text in [*ROBOTS.values()] * 12:
        tried += 1
        try:
            described(spoiled(text, rng))
        except UserError as error:
            refused += 1
            assert "\n" not in str(error)
    assert 20 < refused < tried - 20, "some of either"


@pytest.mark.parametrize("count", ["nan", "-inf", "-3", "1e400", "x"])
def test_odd_counts_are_for_mujoco_to_judge_or_too_many(count: str) -> None:
    text = model(f'<replicate count="{count}">{body("<joint/>" + HEAVY)}</replicate>')
    with pytest.raises(UserError):
        canonical(described(text))
