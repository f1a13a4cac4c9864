"""What the head of a file and of each routine says is true of what stands below it."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from gen_robot.algorithms.sources import Source
from gen_robot.cli import main
from gen_robot.description.description import Mimic
from gen_robot.kernels.credits import FRAMES, REGROUPING
from gen_robot.languages.head import OWNERSHIP, plain
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_robot
from shipped_robots import ROBOTS, asked_of, described, generated

SOURCES = ("{}.c", "{}.f")


def unwrapped(text: str) -> str:
    """Return a text on one line, in small letters, without the marks of FORTRAN's comments."""
    return " ".join(re.sub(r"(?m)^C(?= |$)", " ", text).split()).lower()


def head(text: str) -> str:
    """Return what a source says before its first line of code."""
    return re.split(r"(?m)^\*/$|^ +SUBROUTINE", text)[0]


def routines(output: Output, file: str) -> dict[str, tuple[str, str]]:
    """Return the comment and the code of each kernel's routine."""
    text = output.files[file]
    if file.endswith(".f"):
        _, *parts = re.split(r"(?m)^ +SUBROUTINE.*\n(?: {5}\$.*\n)*", text)
        cut = [re.match(r"((?:C.*\n)*)(.*)", part, re.S) for part in parts]
    else:
        form = r"(?ms)^/\*((?:(?!\*/).)*)\*/\n\w+ " + output.name + r"_\w+\(\n(.*?)^}"
        cut = list(re.finditer(form, text))
    names = [choice.kernel.name for choice in output.choices]
    return {n: (m[1], m[2]) for n, m in zip(names, cut, strict=True) if m}


# The command ------------------------------------------------------------------------------------------


def command(text: str) -> list[str]:
    """Return the command that a file says it was written by."""
    found = re.search(r"Written by: (.*?)\n +It belongs", text, re.S)
    assert found
    return shlex.split(found[1].replace("\n", " "))


@pytest.mark.parametrize(
    "options",
    [[], ["--name", "arm", "--precision", "single"], ["--kernels", "gravity", "--no-regroup"]],
    ids=lambda options: " ".join(options) or "none",
)
def test_the_command_in_the_head_writes_the_file(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["scara", *options, "--quiet", "-o", str(tmp_path / "first")]) == 0
    first = [*(tmp_path / "first").glob("*/*.c")]
    said = [command(source.read_text()) for source in first]
    assert said == [["gen-robot", "scara", "--lang", "c", *options]] * 2
    monkeypatch.chdir(tmp_path)
    assert main([*said[0][1:], "--quiet", "-o", "second"]) == 0
    for source in first:
        again = tmp_path / "second" / source.parent.name / source.name
        assert again.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("name", ["arm.yaml", "my arm (old).yaml", "arm"])
def test_a_file_is_named_as_one_that_stands_beside(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by its path: wherever it lies, it gives the same bytes."""
    text = (files("gen_robot") / "robots" / "two_link.yaml").read_text()
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text)
        assert main([str(tmp_path / folder / name), "--quiet", "-o", str(tmp_path / folder)]) == 0
    here, there = (tmp_path / folder / "two_link" / "two_link.c" for folder in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()
    monkeypatch.chdir(tmp_path / "here")
    assert main([*command(here.read_text())[1:], "--quiet", "-o", "again"]) == 0
    again = tmp_path / "here" / "again" / "two_link" / "two_link.c"
    assert again.read_bytes() == here.read_bytes()


def test_no_name_of_a_file_disturbs_the_comment_that_it_stands_in(tmp_path: Path) -> None:
    (tmp_path / "*x").write_text((files("gen_robot") / "robots" / "two_link.yaml").read_text())
    assert main([str(tmp_path / "*x"), "--quiet", "-o", str(tmp_path)]) == 0
    for source in (tmp_path / "two_link").glob("*.c"):
        assert source.read_text().count("/*") == source.read_text().count("*/")
        assert "'./?x'" in source.read_text()


def test_every_source_says_whose_it_is() -> None:
    for name, text in generated("two_link").files.items():
        if Path(name).suffix in (".c", ".h", ".f", ".f90"):
            assert plain(OWNERSHIP).lower() in unwrapped(text.replace("!", " ")), name


# Sources ----------------------------------------------------------------------------------------------


def sources(output: Output, kernel: str) -> list[tuple[Source, str]]:
    way = next(c.way for c in output.choices if c.kernel.name == kernel)
    return [pair for method in way.methods for pair in method.sources]


@pytest.mark.parametrize("file", SOURCES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_each_routine_names_its_papers_and_the_file_cites_them(robot: str, file: str) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True)
    text = output.files[file.format(robot)]
    cited = unwrapped(head(text))
    assert FRAMES.full.lower() in cited and REGROUPING.full.lower() in cited
    for kernel, (comment, _) in routines(output, file.format(robot)).items():
        for source, where in sources(output, kernel):
            place = f"{source.credit}, {where}" if where else source.credit
            assert plain(place).lower() in unwrapped(comment)
            assert plain(source.full).lower() in cited


def test_nothing_is_cited_that_is_not_used() -> None:
    output = generated("two_link", kernels=("gravity",))
    assert "gibbs" not in unwrapped(head(output.files["two_link.c"]))
    assert "Mata" not in output.files["two_link.c"]


# Names ------------------------------------------------------------------------------------------------


def explained(comment: str) -> list[str]:
    """Return the names that a legend explains: those before a gap that follows words at its margin."""
    rows = re.findall(r"(?m)^(?:   |C    ) {2}((?:[A-Za-z]\w*, )*[A-Za-z]\w*) {2,}\S", comment)
    return [name for row in rows for name in row.split(", ")]


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_names_in_a_legend_occur_in_its_routine(robot: str) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True)
    for file in SOURCES:
        for comment, code in routines(output, file.format(robot)).values():
            assert set(explained(comment)) <= set(re.findall(r"\w+", code))


def test_a_name_that_means_the_same_in_all_kernels_is_explained_in_the_head() -> None:
    text = head(generated("puma560").files["puma560.c"])
    assert re.search(r"^ +c2, s2 +cosine and sine of the angle of joint 2$", text, re.M)
    assert re.search(r"^ +q2_3 +sum of the angles of joints 2 and 3$", text, re.M)


# Matrices ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS)
def test_beside_each_element_of_a_matrix_stands_its_row_and_column(robot: str) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True)
    n = output.model.free_nv
    code = {k: c for k, (_, c) in routines(output, f"{robot}.c").items()}
    for kernel, array in (("inertia_matrix", "M"), ("inertia_inverse", "Minv"), ("udut", "U")):
        if kernel not in code:
            continue
        form = rf"^ +{array}\[(\d+)\] = [^;]*;\s*/\* \((\d+),(\d+)\) \*/$"
        found = [tuple(map(int, each)) for each in re.findall(form, code[kernel], re.M)]
        assert sorted(place for place, _, _ in found) == list(range(n * n))
        assert all(place == n * (row - 1) + column - 1 for place, row, column in found)
    assert "/*" not in re.sub(r"(?m)^ +/\*.*", "", code["bias"])


def test_a_robot_without_names_of_its_own_has_no_legend_of_them() -> None:
    slide = described("stanford").links[2]
    alone = replace(described("stanford"), links=(replace(slide, parent="base"),))
    text = generate_described(alone, Options(kernels=("gravity", "inertia_matrix"))).files
    assert "Names in all kernels" not in text["stanford.c"]
    assert "\n\n\n" not in text["stanford.c"]


# Looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS)
def test_no_line_ends_in_blanks(robot: str) -> None:
    for name, text in generated(robot, kernels=asked_of(robot), friction=True).files.items():
        assert not re.search(r"(?m)[ \t]$", text), name


def test_a_head_is_no_longer_than_two_screens() -> None:
    assert head(generated("puma560").files["puma560.c"]).count("\n") <= 80


def test_the_link_that_a_joint_moves_is_named_where_it_has_another_name() -> None:
    text = head(generated("torso").files["torso.c"])
    assert re.search(r"^ +1  \[0\]  waist +revolute, moves column$", text, re.M)
    assert re.search(r"^ +2  \[1\]  left_shoulder +revolute$", text, re.M)
    assert re.search(r"^ +5  \[4\]  right_shoulder +revolute, on column$", text, re.M)


def test_foreign_letters_lose_their_accents() -> None:
    assert plain("Suñer, Groß") == "Suner, Gro?"
    asked = Options(("c",), kernels=("inertia_matrix",), algorithms={"inertia_matrix": "gah"})
    text = generate_described(described("two_link"), asked).files["two_link.c"]
    assert "Suner" in text and text.isascii()


def test_a_joint_that_follows_another_stands_where_that_one_does() -> None:
    description = described("planar3")
    first, second, third = description.links
    joint = replace(third.joint, name="gripper_joint", mimic=Mimic(second.joint.name))
    third = replace(third, name="gripper_link", joint=joint)
    following = replace(description, links=(first, second, third))
    text = head(generate_described(following, Options()).files["planar3.c"])
    assert re.search(r"^ +3  as \[1\]  gripper_joint  revolute$", text, re.M)


def test_long_names_are_wrapped() -> None:
    description = described("two_link")
    first, second = description.links
    second = replace(second, name="x" * 60, joint=replace(second.joint, name="y" * 60))
    options = Options(("c", "f77"))
    output = generate_described(replace(description, links=(first, second)), options)
    for file, width in (("two_link.c", 100), ("two_link.h", 100), ("two_link.f", 72)):
        assert max(map(len, output.files[file].splitlines())) <= width


def test_heads_of_trees_stay_within_the_columns() -> None:
    output = generate_described(random_robot(3, 7, branched=True), Options(("c", "f77")))
    for file, width in (
        (f"{output.name}.c", 100),
        (f"{output.name}.h", 100),
        (f"{output.name}.f", 72),
    ):
        assert max(map(len, output.files[file].splitlines())) <= width
