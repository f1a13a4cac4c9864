"""load(folder): what gen-robot wrote, built from just these files, or a clear refusal."""

from __future__ import annotations

import json
import os
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gen_robot
import tiny_robot
from gen_robot.delivery import build as building
from gen_robot.delivery import cache
from gen_robot.delivery.build import build
from gen_robot.errors import UserError
from gen_robot.seal import sealed

FILES = tiny_robot.generated_files()
Q = [0, 1]


def other_files() -> dict[str, str]:
    """Return the files of a robot that is like the first, but for a number."""
    files = {**FILES, "tiny.c": FILES["tiny.c"].replace("M[3] = q[1]", "M[3] = 9")}
    manifest = json.loads(files["tiny.json"])
    manifest["files"]["tiny.c"] = tiny_robot.manifest(files, ("c",), "double", tiny_robot.JOINTS)[
        "files"
    ]["tiny.c"]
    return {**files, "tiny.json": json.dumps(manifest)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_robot.write(tmp_path / "tiny", FILES)


def write_keeping_times(folder: Path, files: dict[str, str]) -> None:
    """Copy files over others so that they look as old."""
    for name, text in files.items():
        status = (folder / name).stat()
        (folder / name).write_text(text)
        os.utime(folder / name, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_a_folder_or_its_manifest_is_taken(root: Path, folder: Path, builds: list[Path]) -> None:
    for robot in (folder, str(folder), folder / "tiny.json", str(folder / "tiny.json")):
        np.testing.assert_array_equal(gen_robot.load(robot).inertia_matrix(Q), np.eye(2))
    assert len(builds) == 1
    assert not (folder / "build").exists()


def test_a_folder_under_another_name_is_taken(root: Path, folder: Path, builds: list[Path]) -> None:
    moved = folder.rename(folder.with_name("tiny_of_before"))
    assert gen_robot.load(moved).name == "tiny"
    (moved / "notes.json").write_text("{}")
    with pytest.raises(UserError, match=r"more than one manifest: notes\.json, tiny\.json"):
        gen_robot.load(moved)


def test_a_folders_own_build_is_used(root: Path, folder: Path, builds: list[Path]) -> None:
    build(folder, "tiny")
    np.testing.assert_array_equal(gen_robot.load(folder).inertia_matrix(Q), np.eye(2))
    # Neither times nor strangers' files make it another.
    os.utime(folder / "tiny.c", (2e9, 2e9))
    (folder / "notes.txt").write_text("mine")
    gen_robot.load(folder)
    assert builds == []
    assert not root.exists()


def test_files_copied_over_a_built_folder_are_what_is_loaded(root: Path, folder: Path) -> None:
    build(folder, "tiny")
    write_keeping_times(folder, other_files())
    assert gen_robot.load(folder).inertia_matrix(Q)[1, 1] == 9
    build(folder, "tiny")
    assert gen_robot.load(folder).inertia_matrix(Q)[1, 1] == 9


def test_a_folder_built_again_is_loaded_anew_in_the_same_process(root, folder: Path) -> None:
    """The system knows libraries by their paths, and would give the old one again."""
    build(folder, "tiny")
    before = gen_robot.load(folder)
    tiny_robot.write(folder, other_files())
    build(folder, "tiny")
    after = gen_robot.load(folder)
    assert [robot.inertia_matrix(Q)[1, 1] for robot in (before, after)] == [1, 9]


@pytest.mark.parametrize("what", ["library", "stamp", "no stamp", "stamp of another kind"])
def test_a_library_that_its_stamp_does_not_know_is_not_trusted(
    root: Path, folder: Path, builds: list[Path], what: str
) -> None:
    library = build(folder, "tiny")
    stamp = folder / "build" / building.STAMP
    if what == "library":
        library.write_bytes(library.read_bytes() + b"\0")
    elif what == "stamp":
        stamp.write_text(stamp.read_text().replace("tiny.c", "tiny.d"))
    elif what == "no stamp":
        stamp.unlink()
    else:
        stamp.write_text("[]")
    np.testing.assert_array_equal(gen_robot.load(folder).inertia_matrix(Q), np.eye(2))
    assert len(builds) == 1


@pytest.mark.parametrize("file", ["tiny.c", "tiny.h", "meson.build"])
@pytest.mark.parametrize("is_built", [False, True])
def test_an_edited_file_is_refused_by_name(root, folder, file: str, is_built: bool) -> None:
    if is_built:
        build(folder, "tiny")
    (folder / file).write_text(FILES[file] + "\n")
    with pytest.raises(UserError, match=rf"{file}: is not the file that its manifest describes"):
        gen_robot.load(folder)


def test_a_missing_file_is_named(root: Path, folder: Path) -> None:
    (folder / "tiny.h").unlink()
    with pytest.raises(UserError, match=r"tiny\.h: is missing, and the manifest lists it"):
        gen_robot.load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"files": {"../tiny.c": "0" * 64}}, r"files, a key: is '\.\./tiny\.c'"),
        ({"nq": 3}, r"tiny\.json: nq: is 3, and the joints have 2"),
        ({"joints": None}, r"tiny\.json: joints: is None; a list"),
        ({"name": "x/y"}, r"tiny\.json: name: is 'x/y'"),
        ({"format": 7}, r"format is 7"),
    ],
)
def test_a_wrong_manifest_is_the_users_to_mend(
    root: Path, folder: Path, change: dict[str, Any], message: str
) -> None:
    path = folder / "tiny.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(UserError, match=message):
        gen_robot.load(folder)


def test_a_manifest_that_was_edited_is_refused(root: Path, folder: Path, builds) -> None:
    path = folder / "tiny.json"
    content = sealed(json.loads(path.read_text()))
    path.write_text(json.dumps({**content, "generator": "gen-robot 9.8.7"}))
    assert gen_robot.load(folder).name == "tiny"  # another version that writes the same
    content["kernels"]["udut"]["status"] = False
    path.write_text(json.dumps(content))
    with pytest.raises(UserError, match=r"tiny\.json: was edited since gen-robot wrote it"):
        gen_robot.load(folder)


def test_a_folder_without_a_manifest_says_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no manifest"):
        gen_robot.load(tmp_path)
    with pytest.raises(UserError, match="cannot be read: No such file"):
        gen_robot.load(tmp_path / "arm.json")


def test_options_are_refused_where_all_is_generated(folder: Path) -> None:
    with pytest.raises(UserError, match="is generated already; leave out friction, tip: options"):
        gen_robot.load(folder, friction=True, tip="hand")


def test_whoever_names_a_processor_gets_a_library_for_it(root, folder, monkeypatch) -> None:
    build(folder, "tiny")
    asked = []
    real = cache.build

    def heard(where: Path, name: str, march: str, **others: bool) -> Path:
        asked.append(march)
        return real(where, name, march=march, **others)

    monkeypatch.setattr(cache, "build", heard)
    for _ in range(2):
        np.testing.assert_array_equal(
            gen_robot.load(folder, march="baseline").inertia_matrix(Q), np.eye(2)
        )
    assert asked == ["baseline"]


def test_its_warnings_are_given_as_plain_text(root, folder: Path, builds: list[Path]) -> None:
    path = folder / "tiny.json"
    content = json.loads(path.read_text()) | {"warnings": ["mind\x1b[31m the gap"]}
    path.write_text(json.dumps(content))
    with pytest.warns(gen_robot.RobotWarning, match=r"mind\?\[31m the gap"):
        robot = gen_robot.load(folder)
    assert robot.warnings == ("mind\x1b[31m the gap",)


def test_a_folder_of_before_without_warnings_loads_in_silence(root, folder, builds) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gen_robot.load(folder).report == ""


def test_a_copy_of_a_built_folder_needs_no_compiler(root, folder, tmp_path, monkeypatch) -> None:
    build(folder, "tiny")
    copy = shutil.copytree(folder, tmp_path / "elsewhere" / "tiny")
    monkeypatch.setenv("PATH", "")
    np.testing.assert_array_equal(gen_robot.load(copy).inertia_matrix(Q), np.eye(2))
