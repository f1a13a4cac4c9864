"""Generating replaces its own files and nobody else's: what is not ours, or was edited, stays."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.delivery.replaced import replaced
from gen_robot.delivery.standing import _sums
from gen_robot.delivery.writing import differences, write
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.pipeline import generate

PLAIN = generate("two_link", Options(kernels=("bias",)))
BOTH = generate("two_link", Options(languages=("c", "f77"), kernels=("bias",)))
SINGLE = generate("two_link", Options(kernels=("bias",), precision="single"))
MORE = generate("two_link", Options(kernels=("bias", "gravity")))
SCARA = generate("scara", Options(kernels=("bias",), name="two_link"))


def tree(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in folder.iterdir()}


def said(write_again: Callable[..., Path], *arguments: object) -> list[str]:
    texts: list[str] = []
    write_again(*arguments, say=texts.append)
    return texts


@pytest.mark.parametrize("file", PLAIN.files)
def test_a_file_that_is_not_ours_is_not_overwritten(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "two_link"
    folder.mkdir()
    (folder / file).write_text("{}\n")
    with pytest.raises(UserError) as refusal:
        write(PLAIN, tmp_path)
    assert f"{file} (not written by gen-robot)" in refusal.value.problem
    assert "--force" in refusal.value.cure and "--out" in refusal.value.cure
    assert tree(folder) == {file: "{}\n"}
    write(PLAIN, tmp_path, force=True)
    assert tree(folder) == PLAIN.files


@pytest.mark.parametrize("file", PLAIN.files)
def test_an_edited_file_is_not_overwritten(file: str, tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    edited = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), PLAIN.files[file], count=1)
    assert edited != PLAIN.files[file]
    (folder / file).write_text(edited)
    with pytest.raises(UserError) as refusal:
        write(MORE, tmp_path)
    assert f"{file} (edited since gen-robot wrote it)" in refusal.value.problem
    assert tree(folder) == {**PLAIN.files, file: edited}
    write(MORE, tmp_path, force=True)
    assert tree(folder) == MORE.files


def test_every_file_that_would_be_lost_is_named(tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    (folder / "two_link.c").write_text("mine")
    (folder / "two_link.f").write_text("mine")
    with pytest.raises(UserError, match=r"two_link\.c \(edited.*two_link\.f \(not written"):
        write(BOTH, tmp_path)


def test_what_would_be_written_anyway_is_no_loss(tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    (folder / "two_link.json").unlink()  # so that nothing says whose the files are
    assert write(PLAIN, tmp_path) == folder
    assert tree(folder) == PLAIN.files


def test_own_files_are_replaced_without_a_word(tmp_path: Path) -> None:
    write(PLAIN, tmp_path)
    assert said(write, MORE, tmp_path) == []
    assert tree(tmp_path / "two_link") == MORE.files


def test_manifests_of_before_have_no_seal(tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    content = json.loads(PLAIN.files["two_link.json"])
    del content["seal"]
    (folder / "two_link.json").write_text(json.dumps(content))
    write(MORE, tmp_path)


def test_another_version_of_the_generator_is_no_edit(tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    content = {**json.loads(PLAIN.files["two_link.json"]), "generator": "gen-robot 0.0.1"}
    (folder / "two_link.json").write_text(json.dumps(content))
    write(MORE, tmp_path)


@pytest.mark.parametrize(
    "manifest",
    ["", "[]", "{", '{"files": []}', '{"files": {"two_link.c": ["x"]}}', "[" * 100_000, "\udcff"],
)
def test_a_broken_manifest_makes_nothing_ours(manifest: str, tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    broken = manifest.encode("utf-8", "surrogateescape")
    (folder / "two_link.json").write_bytes(broken)
    with pytest.raises(UserError, match=r"two_link\.c"):
        write(MORE, tmp_path)
    assert (folder / "two_link.json").read_bytes() == broken


def test_what_is_not_written_again_is_removed_if_it_is_ours(tmp_path: Path) -> None:
    folder = write(BOTH, tmp_path)
    (folder / "notes.txt").write_text("mine")
    texts = said(write, PLAIN, tmp_path)
    assert tree(folder) == {**PLAIN.files, "notes.txt": "mine"}
    files = "two_link.f, two_link_f77.h, two_link_mod.f90"
    assert texts == [f"removed {files}: written before, and not by this command"]
    # Had it stayed, it would be nobody's now.
    write(BOTH, tmp_path)


def test_what_is_not_written_again_but_edited_is_left(tmp_path: Path) -> None:
    folder = write(BOTH, tmp_path)
    (folder / "two_link.f").write_text("mine")
    texts = said(write, PLAIN, tmp_path)
    assert (folder / "two_link.f").read_text() == "mine"
    assert any("left two_link.f" in text for text in texts)


def test_a_manifest_has_no_files_outside_its_folder_removed(tmp_path: Path) -> None:
    folder = write(BOTH, tmp_path)
    victim = tmp_path / "victim"
    victim.write_text(BOTH.files["two_link.f"])
    content = json.loads(BOTH.files["two_link.json"])
    sums = content["files"]
    content["files"] = {**sums, "../victim": sums["two_link.f"], str(victim): sums["two_link.f"]}
    del content["seal"]
    (folder / "two_link.json").write_text(json.dumps(content))
    write(PLAIN, tmp_path)
    assert victim.exists()


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (SCARA, r"replaces the kernels of .* \(2 joints: 'link1', 'link2'\)"),
        (SINGLE, "replaces kernels that were asked for otherwise: precision 'double'"),
    ],
)
def test_what_gives_way_is_said(new: object, text: str, tmp_path: Path) -> None:
    write(PLAIN, tmp_path)
    (found,) = said(write, new, tmp_path)
    assert re.fullmatch(text, found)


def test_robots_whose_joints_are_called_alike_are_told_apart_by_their_files() -> None:
    joints = [{"name": "elbow"}]
    ur5 = {"joints": joints, "input": {"file": "ur5.urdf"}}
    ur10 = {"joints": joints, "input": {"file": "ur10.urdf"}}
    assert replaced(ur5, ur10) == "replaces the kernels of 'ur5.urdf' (1 joint: 'elbow')"
    assert replaced(ur5, ur5) == ""
    assert replaced({"joints": joints}, ur5) == ""


def test_any_manifest_can_be_compared() -> None:
    for strange in ({"joints": 3}, {"joints": [7, {}]}, {"joints": [], "options": [1]}):
        replaced(strange, {"joints": [], "options": {}, "kernels": {}})


def test_kernels_that_are_left_out_are_said(tmp_path: Path) -> None:
    write(MORE, tmp_path)
    assert said(write, PLAIN, tmp_path) == ["replaces kernels of which it leaves out 'gravity'"]


def test_nothing_is_written_through_links(tmp_path: Path) -> None:
    folder, outside = tmp_path / "two_link", tmp_path / "outside.c"
    folder.mkdir()
    outside.write_text("mine")
    (folder / "two_link.c").symlink_to(outside)
    with pytest.raises(UserError, match=r"two_link\.c \(a symbolic link\)"):
        write(PLAIN, tmp_path)
    write(PLAIN, tmp_path, force=True)
    assert outside.read_text() == "mine"
    assert not (folder / "two_link.c").is_symlink()


def test_a_link_in_place_of_the_folder_is_not_followed_unasked(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "two_link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="symbolic link"):
        write(PLAIN, tmp_path)
    assert not [*(tmp_path / "elsewhere").iterdir()]
    write(PLAIN, tmp_path, force=True)
    assert tree(tmp_path / "elsewhere") == PLAIN.files


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_in_a_files_place_is_left_alone(force: bool, tmp_path: Path) -> None:
    (tmp_path / "two_link" / "meson.build").mkdir(parents=True)
    with pytest.raises(UserError, match=r"a folder where a file belongs: meson\.build"):
        write(PLAIN, tmp_path, force=force)
    assert [p.name for p in (tmp_path / "two_link").iterdir()] == ["meson.build"]


def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "two_link").mkdir()
    os.mkfifo(tmp_path / "two_link" / "two_link.c")
    with pytest.raises(UserError, match=r"two_link\.c \(no plain file\)"):
        write(PLAIN, tmp_path)
    with pytest.raises(UserError, match="no plain file"):
        differences(PLAIN, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("\n", "\r\n", "\\r"),
        ("void", "v\xf6id", "v\xf6id"),
        ("\n}\n", "\n}", "no end of line"),
    ],
)
def test_every_byte_that_differs_is_a_difference(
    old: str, new: str, shown: str, tmp_path: Path
) -> None:
    folder = write(PLAIN, tmp_path)
    head, _, tail = PLAIN.files["two_link.c"].rpartition(old)
    (folder / "two_link.c").write_bytes((head + new + tail).encode())
    assert shown in differences(PLAIN, tmp_path)


def test_bytes_that_are_no_text_are_a_difference(tmp_path: Path) -> None:
    folder = write(PLAIN, tmp_path)
    (folder / "two_link.c").write_bytes(b"\xff\n")
    assert "-\\xff\n" in differences(PLAIN, tmp_path)


def test_the_command_line_refuses_with_code_2_and_forces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "scara" / "meson.build"
    own.parent.mkdir()
    own.write_text("project('mine', 'c')\n")
    arguments = ["scara", "--kernels", "bias", "-o", str(tmp_path)]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "meson.build (not written by gen-robot)" in captured.err
    assert [*own.parent.iterdir()] == [own]
    assert own.read_text() == "project('mine', 'c')\n"
    assert main([*arguments, "--force"]) == 0
    assert "mine" not in own.read_text()
    assert main(["two_link", "--name", "scara", *arguments[1:]]) == 0
    assert "replaces the kernels of" in capsys.readouterr().out


@pytest.mark.parametrize("key", ["files", "examples"])
@pytest.mark.parametrize("file", ["../x", "/x", "./x", "a/../x", "a/b/c", "..", "", "a/"])
def test_a_manifest_knows_files_in_its_folder_and_one_below(key: str, file: str) -> None:
    assert _sums([{key: {file: "sum"}}], (key,)) == {}
    for inside in ("x", "a/x"):
        assert _sums([{key: {inside: "sum"}}], (key,)) == {inside: {"sum"}}
