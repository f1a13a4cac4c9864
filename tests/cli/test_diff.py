"""gen-robot diff: what it compares, exit codes, formats, colours, errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.comparison.asked import asked
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import shipped_text

SHORT = ("--kernels", "gravity")
"""Little to generate: what is tried here is the command line."""

ESCAPE = "\x1b["


@pytest.fixture
def arm(tmp_path: Path) -> str:
    """Return the planar robot under its own name with another mass."""
    text = shipped_text("two_link")
    path = tmp_path / "heavier.yaml"
    path.write_text(text.replace("mass: m2", "mass: 2*m2"))
    assert path.read_text() != text
    return str(path)


def told(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """Return what is printed, with nothing on the side of errors."""
    assert main(["diff", *arguments, *SHORT]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line that is said of what cannot be compared."""
    assert main(["diff", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_same_is_one_line_and_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    line = told(capsys, 0, "two_link", "two_link")
    assert line.startswith("two_link and two_link are the same: 1 kernel, ")
    assert line.count("\n") == 1


def test_a_difference_is_code_1_in_every_format(
    arm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "mass" in told(capsys, 1, "two_link", arm)
    found = json.loads(told(capsys, 1, "two_link", arm, "--format", "json"))
    assert found["same"] is False
    assert told(capsys, 1, "two_link", arm, "--format", "html").startswith("<!DOCTYPE html>")


def test_a_summary_fits_a_screen_and_has_no_lines(
    arm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", "puma560", "puma560_corke", "--summary"]) == 1
    assert capsys.readouterr().out.count("\n") < 50  # with all default kernels
    summary = told(capsys, 1, "puma560", "puma560_corke", "--summary")
    whole = told(capsys, 1, "puma560", "puma560_corke")
    assert whole.startswith(summary)
    assert "steps that became dearer or cheaper: " in summary
    assert " on the left only: " in summary
    assert all(len(line) <= 100 for line in summary.splitlines())
    assert "\n  - " not in summary
    assert "\n  - " in whole
    found = json.loads(told(capsys, 1, "two_link", arm, "--format", "json", "--summary"))
    assert all("rows" not in step for kernel in found["kernels"] for step in kernel["steps"])


def test_what_is_printed_is_the_same_every_time(arm: str) -> None:
    words = [sys.executable, "-m", "gen_robot", "diff", "two_link", arm, "--format", "json"]
    runs = [
        subprocess.run(
            words, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, check=False
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert [run.returncode for run in runs] == [1, 1]


def test_colours_are_for_terminals_or_for_who_asks(
    arm: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ESCAPE not in told(capsys, 1, "two_link", arm)
    painted = told(capsys, 1, "two_link", arm, "--color", "always")
    assert ESCAPE in painted
    plain = told(capsys, 1, "two_link", arm, "--color", "never")
    assert ESCAPE not in plain
    # Without its marks it is the same text, and a constant that differs is marked by itself.
    marks = {part.split("m", 1)[0] for part in painted.split(ESCAPE)[1:]}
    for mark in marks:
        painted = painted.replace(f"{ESCAPE}{mark}m", "")
    assert painted == plain
    assert "7" in marks


@pytest.mark.parametrize(("variable", "coloured"), [("", True), ("1", False)])
def test_no_color_is_obeyed_on_a_terminal(variable: str, coloured: bool, arm: str) -> None:
    pty = pytest.importorskip("pty")
    reader, writer = pty.openpty()
    words = [sys.executable, "-m", "gen_robot", "diff", "two_link", arm, *SHORT]
    environment = {**os.environ, "NO_COLOR": variable, "TERM": "xterm"}
    process = subprocess.Popen(words, stdout=writer, stderr=subprocess.DEVNULL, env=environment)
    os.close(writer)
    chunks = []
    while True:
        try:
            chunk = os.read(reader, 65536)
        except OSError:  # as Linux ends it
            break
        if not chunk:
            break
        chunks.append(chunk)
    assert process.wait() == 1
    assert (ESCAPE.encode() in b"".join(chunks)) == coloured


def test_a_page_goes_to_a_file_beside_the_summary(
    arm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    summary = told(capsys, 1, "two_link", arm, "-o", str(page))
    assert summary == told(capsys, 1, "two_link", arm, "--summary")
    first = page.read_text(encoding="utf-8")
    assert first == told(capsys, 1, "two_link", arm, "--format", "html")
    told(capsys, 1, "two_link", "planar3", "--format", "html", "--out", str(page))
    assert page.read_text(encoding="utf-8") != first
    robot = Path(arm)
    before = robot.read_text()
    line = refused(capsys, "two_link", arm, *SHORT, "-o", arm)
    assert "is no page of gen-robot diff" in line
    assert robot.read_text() == before
    assert "cannot be written" in refused(capsys, "two_link", arm, *SHORT, "-o", "/nowhere/p.html")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("two_link", "puma650"), ("'puma650'", "did you mean 'puma560'?")),
        (("two_link", "nothing.yaml"), ("nothing.yaml",)),
        (("two_link:gahh", "two_link"), ("'gahh'", "did you mean 'gah'?")),
        (("two_link:bais=rnea", "two_link"), ("'bais'", "did you mean 'bias'?")),
        (("two_link:bias=rneaa", "two_link"), ("'rneaa'", "did you mean 'rnea'?")),
        (("two_link:", "two_link"), ("has no algorithm", "ROBOT:NAME")),
        (("two_link:gah,", "two_link"), ("has no algorithm",)),
        (("two_link", "two_link", "--format", "htm"), ("--format", "'html'")),
        (("two_link", "two_link", "--color", "sometimes"), ("--color", "always")),
        (("two_link", "two_link", "--lang", "casadi"), ("--lang", "c, f77")),
        (("two_link", "two_link", "--kernels", "biass"), ("--kernels", "'bias'")),
        (("two_link",), ("diff", "B")),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_cure(
    words: tuple[str, ...], parts: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *words)
    assert all(part in line for part in parts)


def test_output_that_cannot_be_printed_is_trouble_and_no_difference() -> None:
    words = f"'{sys.executable}' -m gen_robot diff two_link planar3 --kernels gravity"
    for target in (">&-", ">/dev/full"):
        run = subprocess.run(["sh", "-c", f"{words} {target}"], capture_output=True, check=False)
        assert run.returncode == 2
        assert run.stderr.startswith(b"gen-robot: standard output: cannot be written: ")


def test_folders_are_compared_by_what_is_in_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for robot in ("two_link", "planar3"):
        assert main([robot, "--kernels", "gravity,bias", "--quiet", "--lang", "f77"]) == 0
    # A word alone is the robot that ships, and a path the folder; FORTRAN is all that it has.
    assert main(["diff", "two_link", "./two_link"]) == 0
    assert main(["diff", "two_link/", "planar3/", "--summary"]) == 1
    capsys.readouterr()
    assert "use --lang f77" in refused(capsys, "./two_link", "two_link", "--lang", "c")
    assert "has none of udut" in refused(capsys, "./two_link", "./planar3", "--kernels", "udut")
    (tmp_path / "two_link" / "two_link.f").unlink()
    assert "cannot be read" in refused(capsys, "./two_link", "./planar3")
    (tmp_path / "planar3" / "planar3.f").write_text("      END\n")
    assert "which its manifest lists" in refused(capsys, "planar3", "./planar3")
    (tmp_path / "planar3" / "planar3.json").write_text("{")
    assert "is not JSON" in refused(capsys, "planar3", "./planar3")
    (tmp_path / "empty").mkdir()
    assert "holds no manifest" in refused(capsys, "planar3", "empty")


def test_a_path_may_hold_colons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.yaml", "a.yaml:gah", "b:c.yaml"):
        (tmp_path / name).write_text(shipped_text("two_link"))
    (tmp_path / "d:e").mkdir()
    # What exists as a whole is taken whole; else the longest beginning that exists is the robot.
    assert (asked("a.yaml").robot, asked("a.yaml").ways) == ("a.yaml", ())
    assert (asked("a.yaml:gah").robot, asked("a.yaml:gah").ways) == ("a.yaml:gah", ())
    assert asked("a.yaml:crba").ways == ("crba",)
    assert asked("a.yaml:gah:crba").robot == "a.yaml:gah"
    assert asked("b:c.yaml").robot == "b:c.yaml"
    ways = asked("b:c.yaml:bias=rnea,ldlt on gah+rnea").ways
    assert ways == ("bias=rnea", "ldlt on gah+rnea")
    assert asked("d:e").folder == Path("d:e")
    with pytest.raises(UserError, match="to a folder, which has its own"):
        asked("d:e:gah")
    assert asked("puma560:gah").robot == "puma560"


def test_help_teaches_the_syntax(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--help"]) == 0
    page = capsys.readouterr().out
    for word in ("ROBOT:WAY", "puma560:gah", "FOLDER", "exit codes: 0 the same; 1 different; 2"):
        assert word in page
