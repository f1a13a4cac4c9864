"""gen-robot simulate: files in, files out, and one message for what cannot be."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from gen_robot.cli import main

pytestmark = pytest.mark.xdist_group("simulate")

QUICK = ("simulate", "two_link", "--duration", "0.2")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is printed."""
    assert main([*QUICK, *arguments]) == 0
    return capsys.readouterr().out


def rows_of(path: Path) -> dict[str, list[float]]:
    with path.open(newline="") as stream:
        heading, *rows = csv.reader(stream)
    return {name: [float(row[k]) for row in rows] for k, name in enumerate(heading)}


def write(path: Path, rows: Sequence[Sequence[object]]) -> str:
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return str(path)


def test_csv_and_numpy_files_hold_the_same_motion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, arrays = tmp_path / "a.csv", tmp_path / "a.npz"
    page = told(
        capsys, "--q", "-0.5,0.3", "--every", "0.02", "--csv", str(table), "--npz", str(arrays)
    )
    assert page.startswith("two_link: 0.2 s by rk4, 200 steps of 0.001 s\n")
    assert f"wrote {table}, {arrays}" in page
    columns, loaded = rows_of(table), np.load(arrays)
    assert columns["t"] == pytest.approx(np.arange(11) * 0.02)
    assert len(columns) == 1 + 4 * 2 + 2
    first, second = (name for name in columns if name.startswith("q "))
    assert [columns[first][0], columns[second][0]] == [-0.5, 0.3]
    assert np.array_equal(np.array([columns[first], columns[second]]).T, loaded["q"])
    energy = loaded["kinetic"] + loaded["potential"]
    assert np.ptp(energy) < 1e-8 * loaded["kinetic"].max()
    assert loaded["evaluations"] == 801


def test_the_same_command_writes_the_same_bytes(tmp_path: Path) -> None:
    for suffix in ("csv", "npz", "svg", "png", "pdf"):
        option = {"csv": "--csv", "npz": "--npz"}.get(suffix, "--plot")
        texts = []
        for k in (1, 2):
            path = tmp_path / f"{k}.{suffix}"
            assert main([*QUICK, "--step", "0.01", option, str(path), "--quiet"]) == 0
            texts.append(path.read_bytes())
        assert texts[0] == texts[1], suffix
        assert len(texts[0]) > 500


def test_the_summary_is_there_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "--tolerance", "1e-10", "--qd", "-1,2", "--format", "json"))
    assert found["method"] == "dopri5"
    assert found["energy_last"] == pytest.approx(found["energy_first"], abs=1e-7)
    assert found["evaluations"] >= 6 * found["steps"]
    assert told(capsys, "--quiet") == ""


def test_torques_of_a_file_move_the_robot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(t / 10, 2 * t, -t) for t in range(4)]
    plain = write(tmp_path / "plain.csv", rows)
    headed = write(tmp_path / "headed.csv", [("time", "a", "b"), *rows])
    out = tmp_path / "out.csv"
    for file in (plain, headed):
        for interpolation in ("linear", "cubic", "hold"):
            told(capsys, "--torque", file, "--interpolation", interpolation, "--csv", str(out))
            columns = rows_of(out)
            tau = [values for name, values in columns.items() if name.startswith("tau ")]
            t = np.array(columns["t"])
            exact = np.floor(t * 10 + 1e-9) / 10 if interpolation == "hold" else t
            at_steps = np.abs(t * 10 - np.round(t * 10)) > 1e-6  # a step may fall on a jump
            assert np.allclose(np.array(tau)[:, at_steps], ([20, -10] * exact[at_steps, None]).T)


def test_a_path_is_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    law = ("--torque", "inverse_dynamics", "--tolerance", "1e-10", "--format", "json")
    found = json.loads(told(capsys, "--to", "-0.4,0.7", *law))
    assert found["path_error"] < 1e-8
    assert [*found["q"].values()] == pytest.approx([-0.4, 0.7], abs=1e-8)
    t = np.linspace(0, 0.2, 21)
    rows = [(x, np.sin(x), np.cos(x), np.cos(x), -np.sin(x), -np.sin(x), -np.cos(x)) for x in t]
    file = write(tmp_path / "way.csv", rows)
    found = json.loads(told(capsys, "--path", file, *law))
    assert found["path_error"] < 1e-8
    # Without rates it begins at rest, and so does the robot.
    file = write(tmp_path / "bare.csv", [row[:3] for row in rows])
    assert json.loads(told(capsys, "--path", file, *law))["path_error"] < 1e-8


def test_a_position_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    law = ("--torque", "pd", "--kp", "1e4", "--kd", "400,300", "--tolerance", "1e-6")
    found = json.loads(told(capsys, "--q", "0.5,0.5", *law, "--format", "json"))
    assert [*found["q"].values()] == pytest.approx([0.5, 0.5], abs=0.01)


GOOD = [(0, 0, 0), (0.1, 1, 1), (0.3, 2, 2)]
FILES: list[tuple[list[tuple[object, ...]], str]] = [
    ([(0, 0), (1, 0)], "line 1: has 2 columns; give 3 columns: the time, then torques"),
    ([(0, 0, 0), (1, 0, 0, 0)], "line 2: has 4 columns; give 3 columns"),
    ([(0, 0, 0), (0.1, "", 0), (1, 0, 0)], "line 2, column 2: is empty; give a number in every"),
    ([(0, 0, 0), (0.1, "nan", 0), (1, 0, 0)], "line 2, column 2: is 'nan'; give a finite number"),
    ([(0, 0, 0), (0.1, "1,5x", 0)], "line 2: has 4 columns"),
    ([(0, 0, 0), (0.2, 0, 0), (0.1, 0, 0)], "line 3: is at 0.1 s, after 0.2 s; times must rise"),
    ([(0, 0, 0), (0.1, 0, 0)], "is for 0 to 0.1 s, and the simulation for 0 to 0.2 s"),
    ([(0, 0, 0)], "has 1 row; give 2 or more"),
    ([("t", "a", "b")], "has 0 rows; give 2 or more"),
    ([(0, 0, 0), (), (1, 0, 0)], "line 2: has 0 columns"),
]


@pytest.mark.parametrize(("rows", "message"), FILES, ids=[message for _, message in FILES])
def test_a_table_that_is_none_is_refused(
    rows: list[tuple[object, ...]],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = write(tmp_path / "bad.csv", rows)
    out = tmp_path / "out.csv"
    assert main([*QUICK, "--torque", file, "--csv", str(out)]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1
    assert captured.err.startswith(f"gen-robot: {file}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.csv"]


OPTIONS: list[tuple[tuple[str, ...], str]] = [
    (("--method", "rk5"), "--method: is 'rk5'; did you mean 'rk4'?"),
    (("--method", "ab4", "--tolerance", "1e-6"), "--tolerance: ab4 has steps of one size"),
    (("--tolerance", "0"), "--tolerance: is '0'; give a number above zero"),
    (("--step", "-1"), "--step: is '-1'; give a number above zero"),
    (("--step", "1e-9"), "--step: is 1e-09, which makes 200000000 steps"),
    (("--tolerance", "1e-9", "--most-steps", "3"), "3 steps led to t = "),
    (("--most-steps", "0"), "--most-steps: is '0'; give a whole number"),
    (("--duration", "nan"), "--duration"),
    (("--duration", "0"), "--duration: is '0'; give a number above zero"),
    (("--q", "1,2,3"), "--q: has 3 values; give 2: "),
    (("--torque", "pdd"), "--torque: is 'pdd'; did you mean 'pd'?"),
    (("--torque", "none.csv"), "none.csv: cannot be read: No such file or directory"),
    (("--torque", "inverse_dynamics"), "--torque inverse_dynamics: has no path"),
    (("--to", "1,1"), "--to: gives a path that nothing follows"),
    (("--kp", "1"), "--kp: is a gain that no law uses"),
    (("--torque", "pd", "--kp", "-1"), "--kp: is '-1'; gains are zero or more"),
    (("--torque", "pd", "--limit"), "--limit: finds no joint with a limit of effort"),
    (("--slip", "1"), "--slip: is for friction; add --friction"),
    (("--csv", "a.txt"), "--csv: is 'a.txt'; end the name with .csv"),
    (("--csv", "nowhere/a.csv"), "--csv: there is no folder 'nowhere'; make it first"),
    (("--plot", "a.bmp"), "--plot: is 'a.bmp'; end the name with .png or .svg or .pdf"),
    (("--lang", "c99"), "--lang: is 'c99'; allowed: c, f77"),
    (("--format", "yaml"), "--format: is 'yaml'; allowed: text, json"),
    (("--stpe", "1"), "'--stpe': is no option of gen-robot simulate; did you mean '--step'?"),
]


@pytest.mark.parametrize(
    ("options", "message"), OPTIONS, ids=[" ".join(options) for options, _ in OPTIONS]
)
def test_what_cannot_be_simulated_is_refused_in_one_message(
    options: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*QUICK, *options]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1
    assert not captured.out and not [*tmp_path.iterdir()]


def test_a_file_that_cannot_be_written_leaves_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken.csv").mkdir()
    assert main([*QUICK, "--csv", str(tmp_path / "taken.csv")]) == 2
    assert "taken.csv: cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["taken.csv"]


def test_what_is_read_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "torques.csv", GOOD)
    text = Path(file).read_text()
    assert main([*QUICK, "--torque", file, "--csv", f"{tmp_path}/./torques.csv"]) == 2
    assert "is read, and would be replaced" in capsys.readouterr().err
    assert Path(file).read_text() == text
