"""Which processors a library is built for, and that flags of the build leave numbers alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tiny_robot
from compiled import COMPILERS, compile_c
from gen_robot.bindings import Library
from gen_robot.cli import main
from gen_robot.delivery import toolchain
from gen_robot.delivery.build import _environment, build
from gen_robot.errors import UserError
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.languages import LANGUAGES
from gen_robot.readers.robot_files import read
from shipped_robots import generated

ON_X86 = os.uname().machine == "x86_64"
C = [LANGUAGES["c"]]

needs_x86 = pytest.mark.skipif(not ON_X86, reason="names of x86-64 levels")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_robot.write(tmp_path / "tiny", tiny_robot.generated_files(languages=("c", "f77")))


def rules(folder: Path) -> str:
    return (folder / "build" / "build.ninja").read_text()


@needs_x86
def test_one_folder_is_built_for_one_processor_after_another(folder: Path) -> None:
    for march in ("baseline", "x86-64-v2", "native", "baseline"):
        library = build(folder, "tiny", march=march)
        assert rules(folder).count("-march=") == (
            0 if march == "baseline" else rules(folder).count(f"-march={march}")
        )
        assert (f"-march={march}" in rules(folder)) == (march != "baseline")
        assert Library(folder / "tiny.json", library, "c").inertia_matrix([0, 1])[0, 0] == 1


def test_the_text_does_not_depend_on_it(tmp_path: Path) -> None:
    for march in ("baseline", "native"):
        short = ["two_link", "--kernels", "bias", "--quiet", "-o", str(tmp_path / march)]
        assert main([*short, "--build", "--march", march]) == 0
    one, other = (
        {p.name: p.read_bytes() for p in (tmp_path / march / "two_link").iterdir() if p.is_file()}
        for march in ("baseline", "native")
    )
    assert one == other


def test_errno_is_left_alone_in_both_languages(folder: Path) -> None:
    build(folder, "tiny")
    flags = [line for line in rules(folder).splitlines() if line.startswith(" ARGS = ")]
    compiled = 4 if shutil.which("gfortran") else 2  # both sources in C; tiny.f with its module
    assert ["-fno-math-errno" in line for line in flags if "-O" in line] == [True] * compiled


@pytest.mark.parametrize("march", ["nosuch", "x86-64-v99"])
def test_a_processor_that_the_compiler_does_not_know_is_an_error(march: str, folder: Path) -> None:
    with pytest.raises(UserError, match=f"--march {march}: .*does not know.*baseline"):
        build(folder, "tiny", march=march)


@pytest.mark.parametrize("march", ["", "a b", "-O3", "$(true)", "x;y", "a\n", "é", "x" * 65])
def test_what_cannot_be_a_processor_reaches_no_command(
    march: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["two_link", "--build", f"--march={march}", "-o", str(tmp_path)]
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("gen-robot: --march: is ")
    assert not [*tmp_path.iterdir()]


def test_without_a_build_it_would_do_nothing_and_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["two_link", "--march", "native", "-o", str(tmp_path)]) == 2
    assert "add --build, or give -Dmarch=" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_folder_of_before_is_built_as_before_only(folder: Path) -> None:
    (folder / "meson.options").unlink()
    with pytest.raises(UserError, match=r"has no meson\.options.*generate"):
        build(folder, "tiny", march="baseline")


@needs_x86
def test_a_subproject_is_told_by_its_parent(folder: Path) -> None:
    parent = folder.parent / "parent"
    shutil.copytree(folder, parent / "subprojects" / "tiny")
    (parent / "meson.build").write_text("project('user', 'c')\nsubproject('tiny')\n")
    command = [sys.executable, "-m", "mesonbuild.mesonmain", "setup", "-Dtiny:march=x86-64-v2"]
    subprocess.run(
        [*command, parent / "build", parent], env=_environment(), check=True, capture_output=True
    )
    assert "-march=x86-64-v2" in rules(parent)


def test_libraries_are_told_apart_by_what_they_depend_on(monkeypatch: pytest.MonkeyPatch) -> None:
    marches = ("auto", "baseline", "native", "x86-64-v2")
    here = [toolchain.identity(C, march) for march in marches]
    assert len(set(here)) == len(marches)
    assert toolchain.identity(C) == here[0]
    # Another processor of the same kind matters to what was built for this very one.
    cpuinfo = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *a, **k: cpuinfo(Path(os.devnull), *a, **k))
    there = [toolchain.identity(C, march) for march in marches]
    assert there[1] == here[1] and there[3] == here[3]
    assert there[2] != here[2]


# Where products are fused with sums, compilers choose which by the code around them; elsewhere every
# operation is rounded by itself.
UNFUSED = (
    [("-ffp-contract=off",), ("-ffp-contract=fast", "-march=x86-64")]
    if ON_X86
    else [("-ffp-contract=off",)]
)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("flags", UNFUSED, ids=" ".join)
@pytest.mark.parametrize("robot", ["puma560", "scara"])
def test_numbers_are_the_same_to_the_last_bit_without_errno(
    robot: str, flags: tuple[str, ...], compiler: str, tmp_path: Path
) -> None:
    output = generated(robot, kernels=(DYNAMICS,))
    with_it, without_it = (
        compile_c(output, tmp_path / str(k), *flags, *more, compiler=compiler, optimise="-O2")
        for k, more in enumerate([(), ("-fno-math-errno",)])
    )
    n = len(read(robot).links)
    random = np.random.default_rng(7)
    for _ in range(100):
        state = {name: random.uniform(-3, 3, n) for name in ("q", "qd", "qdd", "tau")}
        state["fext"] = random.uniform(-3, 3, 6 * n)
        state |= {name: random.uniform(-3, 3, 6) for name in ("v0", "a0")}
        for kernel in with_it.manifest["kernels"]:
            (status, one), (other_status, other) = (f(kernel, state) for f in (with_it, without_it))
            assert status == other_status
            assert all(one[name].tobytes() == other[name].tobytes() for name in one)
