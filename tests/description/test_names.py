"""Names of robots: what C, meson or the system cannot take is refused with the reason and a cure."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from mesonbuild import coredata

import tiny_robot
from gen_robot.cli import main
from gen_robot.cli.verbs import VERBS
from gen_robot.delivery.build import _environment
from gen_robot.delivery.writing import write
from gen_robot.description.names import check_robot_name
from gen_robot.description.taken_names import COMMANDS
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read, shipped_text
from shipped_robots import described

AWKWARD = (
    # words of meson's language, and variables and files of a generated build
    "cc",
    "flags",
    "sources",
    "meson",
    "foreach",
    "endif",
    "project",
    "build",
    "host_machine",
    # words that C and C++ define in some mode, and functions of the C library
    "linux",
    "nan",
    "sin",
    "main",
    "std",
    # of FORTRAN
    "real",
    "fortran",
    "end",
    # what the rule for letters allows
    "x",
    "a__b",
    "z_",
    "a" * 32,
)


def meson(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mesonbuild.mesonmain", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=_environment())


@pytest.mark.parametrize("name", ["a", "puma560", "two_link", "a" * 32, "cm", "robot", *AWKWARD])
def test_names_that_do_no_harm_are_allowed(name: str) -> None:
    assert check_robot_name(name) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("math", "math.h is a header of the system"),
        ("string", "string.h is a header"),
        ("features", "features.h is a header"),
        ("link", "link.h is a header"),
        ("m", "libm is a library of the system"),
        ("c", "libc is a library"),
        ("gfortran", "libgfortran is a library"),
        ("all", "meson or CMake has a target all of its own"),
        ("test", "has a target test of its own"),
        ("install", "has a target install of its own"),
        ("clean", "has a target clean of its own"),
        ("help", "has a target help of its own"),
        ("rebuild_cache", "has a target rebuild_cache of its own"),
        ("nul", "a device on Windows"),
        ("double", "a keyword of C or C++"),
        ("class", "a keyword of C or C++"),
        ("restrict", "a keyword of C or C++"),
        ("bench", "gen-robot bench is a command"),
        ("Arm", "a robot's name is 1 to 32 of a-z"),
        ("1a", "a robot's name is"),
        ("_a", "a robot's name is"),
        ("a-b", "a robot's name is"),
        ("a" * 33, "a robot's name is"),
        ("../../etc/passwd", "a robot's name is"),
    ],
)
def test_a_taken_name_is_refused_with_its_reason_and_another_is_taken_instead(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(shipped_text("two_link").replace("name: two_link", f"name: {name}"))
    short = [str(path), "--kernels", "gravity", "--quiet", "-o", str(tmp_path)]
    assert main(short) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"gen-robot: arm.yaml: name: is '{name}'; ")
    assert reason in message and "--name" in message
    assert main([*short, "--name", name]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"gen-robot: --name: is '{name}'; ")
    assert reason in message
    assert [*tmp_path.iterdir()] == [path]
    assert main([*short, "--name", "arm"]) == 0
    assert (tmp_path / "arm" / "arm.c").is_file()


def test_counting_needs_no_name_for_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(shipped_text("two_link").replace("name: two_link", "name: KR 5"))
    assert main(["ops", str(path), "--kernels", "gravity"]) == 0
    assert capsys.readouterr().out.startswith("KR 5: 2 degrees")


@pytest.mark.parametrize("name", ["a\n", "", "caf\u00e9", "a b", "a/b"])
def test_other_letters_make_no_name(name: str) -> None:
    assert check_robot_name(name)


def test_urdf_files_get_a_name_that_is_free(tmp_path: Path) -> None:
    text = '<robot name="test"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
    (tmp_path / "test.urdf").write_text(
        f'{text}<parent link="a"/><child link="b"/></joint></robot>'
    )
    robot = read(tmp_path / "test.urdf")
    assert check_robot_name(robot.name) is None
    assert any("--name gives another" in warning for warning in robot.warnings)


def test_every_target_that_meson_forbids_is_refused() -> None:
    forbidden = [n for n in coredata.FORBIDDEN_TARGET_NAMES if re.fullmatch(r"[a-z][a-z0-9_]*", n)]
    assert len(forbidden) > 8
    assert all(check_robot_name(name) for name in forbidden)


def test_every_command_is_refused() -> None:
    assert set(VERBS) <= set(COMMANDS)


def test_every_header_that_a_kernel_drags_in_is_refused(tmp_path: Path) -> None:
    """Ask the compiler what <math.h> includes, here on this machine."""
    (tmp_path / "all.c").write_text("#include <math.h>\n#include <stddef.h>\n")
    made = subprocess.run(["cc", "-M", tmp_path / "all.c"], capture_output=True, text=True)
    headers = {Path(word).stem for word in made.stdout.split() if word.endswith(".h")}
    # Those in folders of their own, <bits/...>, cannot be mistaken for ours.
    plain = {h for h in headers if Path(f"/usr/include/{h}.h").is_file()}
    assert {"math", "features"} <= plain
    assert all(check_robot_name(header) for header in plain)


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build robots of all awkward names in one project, each a subproject."""
    folder = tmp_path_factory.mktemp("awkward")
    for name in AWKWARD:
        options = Options(kernels=("gravity",), name=name)
        write(generate_described(described("two_link"), options), folder / "subprojects")
    lines = ["project('user', 'c')", *(f"subproject('{name}')" for name in AWKWARD)]
    (folder / "meson.build").write_text("\n".join(lines) + "\n")
    made = meson("setup", folder / "build", folder)
    assert made.returncode == 0, made.stdout
    made = meson("compile", "-C", folder / "build")
    assert made.returncode == 0, made.stdout
    return folder


@pytest.mark.xdist_group("awkward")
def test_robots_of_awkward_names_are_built(awkward: Path) -> None:
    for name in AWKWARD:
        assert (awkward / "build" / "subprojects" / name / f"lib{name}.a").is_file()


@pytest.mark.xdist_group("awkward")
@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_headers_of_awkward_names_stand_beside_those_of_the_system(
    compiler: str, awkward: Path
) -> None:
    system = ("math", "stdio", "stdlib", "string", "time", "unistd", "features")
    lines = [f"#include <{name}.h>" for name in (*AWKWARD, *system)]
    folders = [f"-I{awkward}/subprojects/{name}" for name in AWKWARD]
    language = "c" if compiler == "cc" else "c++"
    made = subprocess.run(
        [compiler, "-x", language, "-fsyntax-only", "-Wall", "-Werror", *folders, "-"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr


def test_without_the_rule_a_target_of_mesons_own_would_stop_the_build(tmp_path: Path) -> None:
    (tmp_path / "test.c").write_text("int f(void);\nint f(void) { return 0; }\n")
    (tmp_path / "test_batch.c").write_text("int g(void);\nint g(void) { return 0; }\n")
    (tmp_path / "test.h").write_text("")
    (tmp_path / "meson.build").write_text(tiny_robot.meson_build(("c",), "test"))
    (tmp_path / "meson.options").write_text(tiny_robot.generated_files()["meson.options"])
    made = meson("setup", tmp_path / "build", tmp_path)
    assert made.returncode != 0
    assert "reserved for Meson" in made.stdout


def test_without_the_rule_a_header_of_ours_would_be_taken_for_the_systems(tmp_path: Path) -> None:
    robot = generate_described(described("two_link"), Options(kernels=("gravity",), name="x"))
    for ending in ("c", "h"):
        text = robot.files[f"x.{ending}"].replace("x_", "math_").replace("x.h", "math.h")
        (tmp_path / f"math.{ending}").write_text(text)
    command = ["cc", "-I.", "-Werror=implicit-function-declaration", "-c", "math.c"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode != 0
