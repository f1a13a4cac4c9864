"""A compiler is another one when its executable is: nothing is run to find that out."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gen_robot.delivery.toolchain import identity
from gen_robot.languages import LANGUAGES

C = (LANGUAGES["c"],)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return two folders on PATH, each with a C compiler; the first is a mere door to the next."""

    def run(*_: object, **__: object) -> None:
        raise AssertionError("no program is run")

    folders = [tmp_path / "ccache", tmp_path / "bin"]
    for folder in folders:
        folder.mkdir()
        (folder / "cc").write_text(f"#!{folder}\n")
        (folder / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, folders)))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(subprocess, "Popen", run)
    return folders


@pytest.mark.parametrize("which", [0, 1])
def test_an_updated_compiler_is_another_even_behind_a_door(path: list[Path], which: int) -> None:
    before = identity(C)
    assert identity(C) == before
    compiler = path[which] / "cc"
    compiler.write_text(compiler.read_text() + "new\n")
    assert identity(C) != before


def test_a_compiler_of_the_same_size_is_another_by_its_time(path: list[Path]) -> None:
    before = identity(C)
    os.utime(path[0] / "cc", ns=(1, 1))
    assert identity(C) != before


def test_every_word_of_a_command_counts(path, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", f"{path[0] / 'cc'} {tmp_path / 'mine'} -m32")
    before = identity(C)
    (tmp_path / "mine").write_text("a compiler")
    assert identity(C) != before


def test_flags_count(path, monkeypatch) -> None:
    found = {identity(C)}
    for variable in ("CFLAGS", "CPPFLAGS", "LDFLAGS"):
        monkeypatch.setenv(variable, "-O1")
        found.add(identity(C))
    assert len(found) == 4


def test_no_compiler_is_an_identity_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    assert "C compiler: none" in identity(C)
