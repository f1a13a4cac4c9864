"""--build proves what it wrote, as far as that is quick, and never fails for want of a proof."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gen_robot.cli import main, proving
from gen_robot.delivery import build
from gen_robot.verification.prove import Limits


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the build itself."""
    monkeypatch.setattr(build, "build", lambda folder, name, march: folder / f"lib{name}.so")


def built(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: int, *more: str) -> list[str]:
    arguments = ["two_link", "--build", "-o", str(tmp_path), *more]
    assert main(arguments) == code
    out = capsys.readouterr().out
    return out[out.index("\nbuilt ") + 1 :].splitlines()[1:] if "\nbuilt " in out else []


def test_a_build_says_what_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert built(tmp_path, capsys, 0, "--lang", "c", "--lang", "f77") == [
        "proved: inertia_matrix, bias, inverse_dynamics, inertia_and_bias, gravity",
        "proved backwards: forward_dynamics",
    ]


def test_what_takes_long_is_not_proved_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = ("--kernels", "gravity,bias")
    monkeypatch.setattr(proving, "QUICK", Limits(effort=2e4, states=3))
    assert built(tmp_path, capsys, 0, *kernels) == [
        "proved: gravity",
        "not proved here: bias",
    ]
    monkeypatch.setattr(proving, "LONGEST", 1000)
    (line,) = built(tmp_path, capsys, 0, *kernels)
    assert line.startswith("not proved here: the sources are long")


def test_a_build_does_not_need_pycparser(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pycparser", None)
    (line,) = built(tmp_path, capsys, 0)
    assert line.startswith("not proved here: ")
    assert "pip install pycparser" in line


def test_a_wrong_source_fails_the_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoils(folder: Path, name: str, march: str) -> Path:
        path = folder / "two_link.c"
        path.write_text(path.read_text().replace("98.1 * c1_2", "98.2 * c1_2"))
        return path

    monkeypatch.setattr(build, "build", spoils)
    assert main(["two_link", "--build", "--quiet", "-o", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "two_link.c  gravity" in captured.err
    assert "REFUTED" in captured.err
