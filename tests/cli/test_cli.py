"""The command line: what it writes, what it says, how it ends."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from broken_cases import BROKEN, BrokenCase, without_privileges
from broken_urdf_cases import BROKEN as BROKEN_URDF
from effort import at_most
from gen_robot.cli import main
from gen_robot.delivery.writing import write
from gen_robot.kernels import KERNELS
from gen_robot.kernels.way import algorithms
from gen_robot.readers.robot_files import read, shipped, shipped_text
from shipped_robots import generated

GEN_ROBOT = [sys.executable, "-m", "gen_robot"]


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*GEN_ROBOT, *arguments], capture_output=True, text=True, **options)  # type: ignore[call-overload, no-any-return]


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_robot_alone_means_generate(tmp_path: Path) -> None:
    assert main(["two_link", "--quiet", "-o", str(tmp_path / "a")]) == 0
    assert main(["generate", "two_link", "--quiet", "-o", str(tmp_path / "b")]) == 0
    assert tree(tmp_path / "a") == tree(tmp_path / "b")
    builds = ("meson.build", "meson.options", "CMakeLists.txt")
    files = ("two_link.c", "two_link_batch.c", "two_link.h", "two_link.json", *builds)
    assert set(tree(tmp_path / "a")) == {f"two_link/{file}" for file in files}


def test_options_may_come_first(tmp_path: Path) -> None:
    assert main(["--quiet", "-o", str(tmp_path), "two_link"]) == 0
    assert (tmp_path / "two_link" / "two_link.c").exists()


def test_check_compares_with_what_is_on_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["two_link", "--quiet", "-o", str(tmp_path)]
    assert main([*arguments, "--check"]) == 1
    assert main(arguments) == 0
    capsys.readouterr()
    assert main([*arguments, "--check"]) == 0
    assert capsys.readouterr().out == ""
    source = tmp_path / "two_link" / "two_link.c"
    source.write_text(source.read_text().replace("sin(", "cos(", 1))
    before = tree(tmp_path)
    assert main([*arguments, "--check"]) == 1
    assert "+++ two_link/two_link.c as generated" in capsys.readouterr().out
    assert tree(tmp_path) == before


def test_the_manifest_knows_its_files(tmp_path: Path) -> None:
    main(["puma560", "--quiet", "-o", str(tmp_path), "--name", "arm", "--friction"])
    folder = tmp_path / "arm"
    manifest = json.loads((folder / "arm.json").read_text())
    assert manifest["format"] == 1
    assert manifest["name"] == "arm"
    assert manifest["options"]["friction"] is True
    assert [joint["index"] for joint in manifest["joints"]] == list(range(6))
    builds = {"meson.build", "meson.options", "CMakeLists.txt"}
    assert set(manifest["files"]) == {"arm.c", "arm_batch.c", "arm.h", *builds}
    for file, digest in manifest["files"].items():
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["puma561"], "did you mean 'puma560'?"),
        (["puma560", "--lang", "cobol"], "--lang: is 'cobol'"),
        (["puma560", "--kernels", "inertia"], "did you mean"),
        (["puma560", "--algorithm", "bias"], "KERNEL=NAME"),
        (["puma560", "--algorithm", "bias=rnae"], "did you mean 'rnea'?"),
        (["puma560", "--algorithm", "biass=rnea"], "did you mean 'bias'?"),
        (["puma560", "--precision", "half"], "--precision"),
        (["puma560", "--name", "../../etc/passwd"], "--name"),
        (["puma560", "--name", "int"], "--name"),
        (["puma560", "--frobnicate"], "--frobnicate"),
        (["puma560", "--precison", "single"], "did you mean '--precision'?"),
        (["puma560", "--precison=single"], "did you mean '--precision'?"),
        (["--quite", "puma560"], "did you mean '--quiet'?"),
        (["generate", "--bild"], "did you mean '--build'?"),
        (
            ["puma560", "--format", "csv"],
            "it is one of gen-robot show and ops",
        ),
        (["puma560", "-O", "here"], "did you mean '-o'?"),
        (["puma560", "stanford"], "'stanford': is one word too many"),
        (["generate"], "required: ROBOT; see gen-robot generate --help"),
        (["opps", "puma560"], "did you mean 'ops'?"),
        (["robot"], "did you mean 'robots'?"),
        (["help"], "gen-robot --help"),
        (["ops", "puma560", "--tipp", "link3"], "did you mean '--tip'?"),
        (["ops", "puma560", "--tip", "lnk3"], "did you mean 'link3'?"),
        (["robots", "pumma560"], "did you mean 'puma560'?"),
        (["arm.txt"], "arm.txt: no such file"),
        (["nowhere/arm.yaml"], "arm.yaml"),
        ([""], "no robot"),
    ],
)
def test_a_wrong_command_ends_with_one_message_and_code_2(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code = main(arguments)
    captured = capsys.readouterr()
    assert code == 2
    assert expected in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert not tree(tmp_path)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_broken_descriptions_end_with_one_message_and_leave_the_disk_alone(
    case: BrokenCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    write(generated("two_link"), out)
    before = tree(out)
    (tmp_path / "case").mkdir()
    path = case.make(tmp_path / "case")
    with at_most(100), without_privileges(case):
        code = main([str(path), "-o", str(out), "--name", "two_link"])
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.startswith("gen-robot: ")
    assert captured.err.count("\n") == 1
    assert case.expect in captured.err
    assert tree(out) == before


SOME_BROKEN_URDF = BROKEN_URDF[::6]


@pytest.mark.parametrize("case", SOME_BROKEN_URDF, ids=lambda case: case.name)
def test_broken_urdf_files_end_with_one_message_and_leave_the_disk_alone(
    case: BrokenCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    (tmp_path / "case").mkdir()
    code = main([str(case.make(tmp_path / "case")), "-o", str(out)])
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.startswith("gen-robot: ")
    assert captured.err.count("\n") == 1
    assert not out.exists()


def test_as_a_program_it_shows_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "arm.yaml").write_text("name: [")
    result = run(str(tmp_path / "arm.yaml"))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_the_first_run_opens_without_warnings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puma560", "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""


def test_help_teaches() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert "gen-robot arm.yaml --build" in result.stdout


def test_help_of_a_verb_lists_kernels_and_algorithms_from_their_records() -> None:
    text = run("generate", "--help").stdout
    for kernel in KERNELS.values():
        assert kernel.name in text and kernel.title in text
        if not kernel.parts:
            assert ", ".join(algorithms(kernel)) in text
    assert "<kernel" not in text


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom gen_robot.cli import main\n"
        "main(['--help'])\n"
        "print(sorted({'sympy', 'numpy', 'mpmath', 'jinja2', 'yaml', 'tqdm'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.endswith("[]\n")


def test_robots_lists_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots"]) == 0
    listed = capsys.readouterr().out
    for name in ("puma560", "puma560_corke", "stanford", "two_link", "planar3", "scara", "torso"):
        assert name in listed


@pytest.mark.parametrize("name", shipped())
def test_robots_prints_the_file_of_one_to_copy_from(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robots", name]) == 0
    text = capsys.readouterr().out
    assert text.encode() == (files("gen_robot") / "robots" / f"{name}.yaml").read_bytes()
    assert text.isascii(), "it may be printed on any terminal"
    copy = tmp_path / "copy.yaml"
    copy.write_text(text)
    assert read(copy).links == read(name).links


def test_a_file_without_ending_is_told_from_a_robot_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm").write_text(shipped_text("two_link"))
    assert main(["arm"]) == 2
    assert "say ./arm" in capsys.readouterr().err
    assert main(["./arm", "--quiet"]) == 0


def counted(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Return what ops says of one robot's inertia matrix and bias."""
    arguments = ["ops", *words, "--kernels", "inertia_matrix,bias", "--format", "json"]
    assert main(arguments) == 0
    (ledger,) = json.loads(capsys.readouterr().out)["robots"]
    return dict(ledger)


@pytest.mark.parametrize(
    ("words", "joints"),
    [
        (["--tip", "link3"], 3),
        (["--root", "link3"], 3),
        (["--lock", "link2=0", "--lock", "link3=pi/2"], 4),
        (["--floating", "--tip", "link1"], 7),
        (["--payload", "link6"], 6),
    ],
)
def test_ops_counts_what_would_be_generated(
    words: list[str], joints: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = counted(capsys, "puma560", *words)
    assert found["joints"] == joints
    chosen = ["--kernels", "inertia_matrix,bias", "--quiet", "-o", str(tmp_path)]
    assert main(["puma560", *words, *chosen]) == 0
    capsys.readouterr()
    manifest = json.loads((tmp_path / "puma560" / "puma560.json").read_text())
    for name, kernel in manifest["kernels"].items():
        (best,) = [e for e in found["kernels"][name]["algorithms"] if e["auto"]]
        assert best["structure"]["operations"] == kernel["operations"]


def test_no_papers_stand_beside_a_robot_that_they_do_not_count(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ops", "puma560", "--kernels", "bias"]) == 0
    assert "Mata et al. 2002" in capsys.readouterr().out
    assert main(["ops", "puma560", "--kernels", "bias", "--payload", "link6"]) == 0
    assert "Mata et al. 2002" not in capsys.readouterr().out


@pytest.mark.xdist_group("torso")
@pytest.mark.parametrize("seed", ["0", "1", "20261116"])
def test_bytes_do_not_depend_on_the_hash_seed(seed: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONHASHSEED": seed}
    command = ["torso", "--lang", "c", "--lang", "f77", "-o", str(tmp_path / "a")]
    assert run(*command, env=environment).returncode == 0
    write(generated("torso"), tmp_path / "b")
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_a_locked_value_cannot_leave_its_comment(tmp_path: Path) -> None:
    arguments = ["two_link", "--lang", "c", "--lang", "f77", "--quiet", "-o", str(tmp_path)]
    assert main([*arguments, "--lock", "link2=1 +\n      2 *\n/2"]) == 2
    assert main([*arguments, "--lock", "link2=1 +\n      2"]) == 0
    lines = (tmp_path / "two_link" / "two_link.f").read_text().splitlines()
    header = lines[: next(i for i, line in enumerate(lines) if "SUBROUTINE" in line)]
    assert all(line.startswith("C") for line in header)


def test_a_chain_of_as_many_links_as_a_file_may_have_is_no_matter_of_recursion(
    tmp_path: Path,
) -> None:
    body = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    links = [f'<link name="l{i}">{body}</inertial></link>' for i in range(1000)]
    # Axes that are parallel would be summed up, a thousand angles for the last link.
    joints = [
        f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
        f'<origin xyz="0.1 0 0"/><axis xyz="{"0 0 1" if i % 2 else "0 1 0"}"/></joint>'
        for i in range(999)
    ]
    path = tmp_path / "chain.urdf"
    path.write_text(f'<robot name="chain">{"".join(links + joints)}</robot>')
    assert main([str(path), "--kernels", "gravity", "--quiet", "-o", str(tmp_path)]) == 0
