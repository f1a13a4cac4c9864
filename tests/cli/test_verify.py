"""gen-robot verify: exit codes, formats, certificates, which robot is meant, errors."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.delivery.folder import manifest_at
from gen_robot.readers.robot_files import shipped_text

GENERATED = Path(__file__).resolve().parents[2] / "generated"
SHORT = ("--kernels", "gravity")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a generated folder, to be spoilt."""
    return Path(shutil.copytree(GENERATED / "two_link", tmp_path / "two_link"))


def told(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main(["verify", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["verify", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def spoil(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_proved_is_code_0_and_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = told(capsys, 0, str(folder), *SHORT)
    assert line.startswith("two_link.c, two_link_batch.c, two_link.f  gravity  proved: ")
    assert line.endswith("\n1 proved\n")
    assert line.count("\n") == 2


def test_what_is_refuted_is_code_1_and_says_where(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(folder, "two_link.f", "98.1D0 * C12", "98.2D0 * C12")
    found = told(capsys, 1, str(folder), *SHORT)
    assert "two_link.c, two_link_batch.c  gravity  proved" in found
    assert "two_link.f                    gravity  REFUTED: g[" in found
    assert "note: two_link.f was edited" in found


def test_what_is_only_sampled_is_code_0_unless_strict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = (*SHORT, "--memory", "1e-9")
    found = told(capsys, 0, str(folder), *small)
    assert "  gravity  sampled: " in found
    assert found.endswith("\n1 sampled\n")
    assert told(capsys, 1, str(folder), *small, "--strict") == found
    assert "proved backwards" in told(
        capsys, 0, str(folder), "--kernels", "forward_dynamics", "--strict"
    )


def test_what_is_not_read_is_code_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder, "two_link.c", "98.1 * c1_2", "fabs(c1_2)")
    found = told(capsys, 1, str(folder), *SHORT)
    assert "two_link.c                    gravity  not read: two_link.c:" in found
    assert "\n1 proved, 1 not read\n" in found


def test_a_kernel_without_a_theorem_is_not_covered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["four_bar", "--kernels", "kinetic_energy,loop_velocities", "-o", str(tmp_path)]
    folder = tmp_path / "four_bar"
    assert main(asked) == 0
    capsys.readouterr()
    found = told(capsys, 0, str(folder))
    assert "kinetic_energy   proved: " in found
    assert "loop_velocities  not covered: " in found
    assert "\n1 proved, 1 not covered\n" in found
    # Who names it wants to know it proved.
    told(capsys, 1, str(folder), "--kernels", "loop_velocities")
    told(capsys, 1, str(folder), "--strict")
    found = told(capsys, 0, str(folder), "--memory", "1e-9")
    assert "kinetic_energy   sampled: " in found
    spoil(folder, "four_bar.c", "    e[0] = ", "    e[0] = 2.0 * ")
    assert "kinetic_energy   REFUTED: e[0]" in told(capsys, 1, str(folder))
    found = told(capsys, 1, str(folder), "--memory", "1e-9")
    assert "kinetic_energy   REFUTED: e[0]" in found


def test_another_robot_is_refuted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "heavier.yaml"
    other.write_text(shipped_text("two_link").replace("mass: m2", "mass: 1.0000000001*m2"))
    found = told(capsys, 1, str(folder), str(other), *SHORT)
    assert "REFUTED" in found
    assert "note: heavier.yaml is not the file" in found


def test_a_certificate_has_the_sums_and_is_the_same_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "two_link.proof.json"
    printed = told(capsys, 0, str(folder), *SHORT, "--certificate", "--format", "json")
    assert path.read_text() == printed
    content = json.loads(printed)
    manifest = json.loads((folder / "two_link.json").read_text())
    assert content["robot"]["sha256"] == manifest["input"]["sha256"]
    assert content["sources"]["two_link.c"] == manifest["files"]["two_link.c"]
    assert content["kernels"][0]["verdict"] == "proved"
    assert told(capsys, 0, str(folder), *SHORT, "--certificate", "--format", "json") == printed
    path.write_text("{}")
    assert "no certificate" in refused(capsys, str(folder), *SHORT, "--certificate")


def test_a_folder_with_a_certificate_has_one_manifest_under_any_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, 0, str(folder), *SHORT, "--certificate")
    moved = folder.rename(folder.with_name("elsewhere"))
    assert manifest_at(moved) == moved / "two_link.json"
    told(capsys, 0, str(moved), *SHORT)


def test_errors_are_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "did you mean 'gravity'" in refused(capsys, str(folder), "--kernels", "gravty")
    assert "--format" in refused(capsys, str(folder), "--format", "xml")
    assert "--velocity" in refused(capsys, str(folder), "--velocity", "-1")
    assert "--memory" in refused(capsys, str(folder), "--memory", "much")
    assert "holds 0 manifests" in refused(capsys, str(tmp_path))
    assert "is no folder" in refused(capsys, str(tmp_path / "nothing"))
    assert "has other joints" in refused(capsys, str(folder), "puma560")
    spoil(folder, "two_link.json", '"file": "two_link.yaml"', '"file": "arm.urdf"')
    assert "name the robot's file" in refused(capsys, str(folder))


def test_without_pycparser_the_cure_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pycparser", None)
    assert "pip install pycparser" in refused(capsys, str(folder), *SHORT)
