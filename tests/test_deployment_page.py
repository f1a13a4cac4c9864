"""The shell lines of the page on deployment run as they are printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cmake
import ninja
import pytest

from page_snippets import snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "deployment.md"
TOOLS = ("gfortran", "pkg-config", "aarch64-linux-gnu-gcc", "arm-none-eabi-gcc")


def blocks(page: str) -> list[str]:
    return [f"{each.text}\n" for each in snippets(page) if each.kind == "shell"]


def environment() -> dict[str, str]:
    """Return what an activated environment has: its programs on the path."""
    folders = (Path(sys.executable).parent, cmake.CMAKE_BIN_DIR, ninja.BIN_DIR)
    path = os.pathsep.join([*(str(folder) for folder in folders if folder), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "CMAKE_GENERATOR": "Ninja"}


def shell(lines: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a block with what stands for meson and gen-robot where they are not on the path."""
    beginning = (
        f'meson() {{ "{sys.executable}" -m mesonbuild.mesonmain "$@"; }}\n'
        f'gen-robot() {{ "{sys.executable}" -m gen_robot "$@"; }}\n'
    )
    command = ["bash", "-e", "-u", "-c", beginning + lines]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )


def test_the_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    found = blocks(PAGE.read_text(encoding="utf-8"))
    assert len(found) >= 8
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    for block in found:
        if any(re.search(rf"(?<!\w){tool}(?!\w)", block) for tool in missing):
            continue
        done = shell(block, tmp_path)
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
    programs = [tmp_path / "main", tmp_path / "build" / "controller" / "controller"]
    programs += [tmp_path / "main_f90"] if "gfortran" not in missing else []
    programs += [tmp_path / "main_installed"] if "pkg-config" not in missing else []
    for program in programs:
        said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        assert said.split() == ["M(1,1)", "=", "4.452489", "kg", "m^2"]


def test_the_files_are_those_that_are_written(tmp_path: Path) -> None:
    assert shell("gen-robot puma560 --lang c --lang f77 -o out --quiet", tmp_path).returncode == 0
    page = PAGE.read_text(encoding="utf-8")
    table = page[: page.index("## Whose it is")]
    assert {path.name for path in (tmp_path / "out" / "puma560").iterdir()} <= set(
        re.findall(r"`([\w.]+)`", table)
    )


def test_a_line_that_fails_is_noticed(tmp_path: Path) -> None:
    assert blocks("text\n```sh\nfalse\ntrue\n```\n") == ["false\ntrue\n"]
    assert shell("false\ntrue\n", tmp_path).returncode != 0


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_that_may_be_missing_is_used(tool: str) -> None:
    assert any(tool in block for block in blocks(PAGE.read_text(encoding="utf-8")))
