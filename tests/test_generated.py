"""Golden files: generated/ holds what the generator writes, byte by byte, and nothing else."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gen_robot.options import Options
from gen_robot.pipeline import generate
from golden_files import LONGEST, accept, difference

GENERATED = Path(__file__).resolve().parent.parent / "generated"
ROBOTS = sorted(path.name for path in GENERATED.iterdir() if path.is_dir())


@pytest.mark.parametrize("robot", ROBOTS)
def test_generated_folder_is_what_the_generator_writes(
    robot: str, golden: Callable[..., None]
) -> None:
    golden(generate(robot, Options(languages=("c", "f77"))).files, GENERATED / robot)


def test_the_folders_are_those_that_come_compiled_with_the_package() -> None:
    listed = re.search(r"^robots = (\[.*\])$", (GENERATED / "meson.build").read_text(), re.M)
    assert listed is not None
    assert ast.literal_eval(listed[1]) == ROBOTS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy a golden folder, to be spoilt."""
    return shutil.copytree(GENERATED / "two_link", tmp_path / "two_link")


@pytest.fixture
def texts(folder: Path) -> dict[str, str]:
    """Return what a generator would write that writes exactly this folder."""
    return {path.name: path.read_bytes().decode("utf-8") for path in folder.iterdir()}


def test_a_folder_as_generated_differs_in_nothing(folder: Path, texts: dict[str, str]) -> None:
    assert difference(folder, texts) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [("double", "float"), (" ", "  "), ("\n", "\r\n"), ("two", "tw\xf6")],
    ids=["word", "blank", "line end", "letter"],
)
@pytest.mark.parametrize("file", ["two_link.c", "two_link.h"])
def test_an_edited_golden_file_is_found_out(
    file: str, old: str, new: str, folder: Path, texts: dict[str, str]
) -> None:
    (folder / file).write_bytes(texts[file].replace(old, new, 1).encode("utf-8"))
    assert f"two_link/{file} as generated" in difference(folder, texts)


def test_an_edited_byte_that_is_no_text_is_found_out(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.c").write_bytes(b"\xff" + texts["two_link.c"].encode("utf-8"))
    assert "-\\xff/* two_link.c" in difference(folder, texts)


def test_a_last_line_without_end_is_found_out(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.c").write_bytes(texts["two_link.c"].rstrip("\n").encode("utf-8"))
    assert "two_link/two_link.c as generated" in difference(folder, texts)


def test_a_missing_golden_file_is_found_out(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.f").unlink()
    assert "two_link/two_link.f as generated" in difference(folder, texts)


def test_a_stray_file_is_found_out(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.c.orig").touch()
    assert difference(folder, texts) == "two_link/two_link.c.orig is not generated"


def test_a_long_difference_is_cut(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.c").unlink()
    assert len(difference(folder, texts).splitlines()) == LONGEST + 1


def test_accepting_leaves_exactly_what_is_generated(folder: Path, texts: dict[str, str]) -> None:
    (folder / "two_link.c").write_text("edited\n")
    (folder / "two_link.f").unlink()
    (folder / "stray").touch()
    accept(folder, texts)
    assert {path.name: path.read_bytes().decode("utf-8") for path in folder.iterdir()} == texts
