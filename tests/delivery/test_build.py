"""Building generated folders: what meson makes of them, and what is said when it cannot."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.delivery.build import LIBRARY, _environment, build
from gen_robot.delivery.writing import write
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.pipeline import generate

needs_gfortran = pytest.mark.skipif(
    shutil.which("gfortran") is None, reason="there is no FORTRAN compiler"
)

CALLER = """
#include <tiny.h>
int main(void)
{
    const double q[2] = {0, 1};
    double M[4];
    tiny_inertia_matrix(q, M);
    return M[0] == 1 ? 0 : 1;
}
"""


def folder_with(tmp_path: Path, *languages: str) -> Path:
    return tiny_robot.write(tmp_path / "tiny", tiny_robot.generated_files(languages=languages))


def meson(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "mesonbuild.mesonmain", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, env=_environment(), check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *commands: str) -> None:
    """Hide compilers: a PATH that has everything else."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "rm", "ar", "gcc-ar", "ld", "as", "cc", "gcc", "gfortran"):
        if name not in commands and (found := shutil.which(name)):
            (tools / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(tools))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that is built, for tests that only look at it."""
    folder = folder_with(tmp_path_factory.mktemp("built"), "c")
    build(folder, "tiny")
    return folder


def test_a_built_folder_can_be_bound(built: Path) -> None:
    library = built / "build" / LIBRARY.format("tiny")
    assert library.is_file()
    assert (built / "build" / "libtiny.a").is_file()
    assert Library(built / "tiny.json", library, "c").inertia_matrix([0, 1])[0, 0] == 1


def test_flags_are_those_that_were_measured(built: Path) -> None:
    rules = (built / "build" / "build.ninja").read_text()
    assert "-O2" in rules
    assert "-ffp-contract=fast" in rules
    assert "-ffast-math" not in rules
    flags = Path("/proc/cpuinfo").read_text().split() if sys.platform == "linux" else []
    assert ("-march=x86-64-v3" in rules) == ({"avx2", "fma", "bmi2"} <= set(flags))


@pytest.mark.parametrize("batch", ["true", "false"])
def test_the_kernels_for_many_states_may_be_left_out(batch: str, tmp_path: Path) -> None:
    output = generate("two_link", Options(kernels=("gravity",)))
    folder = write(output, tmp_path)
    meson("setup", f"-Dbatch={batch}", folder / "build", folder)
    meson("compile", "-C", folder / "build")
    library = folder / "build" / LIBRARY.format("two_link")
    assert hasattr(ctypes.CDLL(str(library)), "two_link_gravity_batch") == (batch == "true")
    gravity = Library(folder / "two_link.json", library, "c").gravity
    q = np.linspace(-1, 1, 10).reshape(5, 2)
    np.testing.assert_allclose(gravity(q), [gravity(each) for each in q], rtol=1e-14)


def test_building_again_does_no_work_until_a_source_changes(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c")
    before = build(folder, "tiny").stat().st_mtime_ns
    assert build(folder, "tiny").stat().st_mtime_ns == before
    source = folder / "tiny.c"
    source.write_text(source.read_text().replace("M[3] = q[1]", "M[3] = 9"))
    library = build(folder, "tiny")
    assert Library(folder / "tiny.json", library, "c").inertia_matrix([0, 1])[1, 1] == 9
    rules = folder / "meson.build"
    rules.write_text(rules.read_text().replace("fp-contract=fast", "fp-contract=off"))
    build(folder, "tiny")
    assert "-ffp-contract=off" in (folder / "build" / "build.ninja").read_text()


def test_a_stale_build_folder_is_made_anew(built: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(built, tmp_path / "moved")
    assert build(moved, "tiny").is_file()
    assert str(built) + "/" not in (moved / "build" / "build.ninja").read_text()
    (moved / "build" / "build.ninja").write_text("nonsense\n")
    assert build(moved, "tiny").is_file()


def test_another_compiler_means_another_build(tmp_path, monkeypatch) -> None:
    if not shutil.which("clang"):
        pytest.skip("there is no second compiler")
    folder = folder_with(tmp_path, "c")
    build(folder, "tiny")
    monkeypatch.setenv("CC", "clang")
    build(folder, "tiny")
    assert "clang" in (folder / "build" / "build.ninja").read_text()


def test_a_folder_that_merely_is_called_build_is_left_alone(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c")
    (folder / "build").mkdir()
    (folder / "build" / "thesis.txt").write_text("ten years")
    with pytest.raises(UserError, match="in the way"):
        build(folder, "tiny")
    assert (folder / "build" / "thesis.txt").read_text() == "ten years"


def test_a_compile_error_shows_the_compilers_message(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c")
    (folder / "tiny.c").write_text("this is not C\n")
    with pytest.raises(UserError, match=r"meson compile failed:\n(.*\n)*.*tiny\.c:1:\d+: error"):
        build(folder, "tiny")


def test_without_a_compiler_the_error_says_what_to_install(tmp_path, monkeypatch) -> None:
    without(monkeypatch, tmp_path, "cc", "gcc")
    with pytest.raises(UserError, match=r"no C compiler .*apt-get install gcc"):
        build(folder_with(tmp_path, "c"), "tiny")


def test_unless_quiet_the_output_goes_to_stderr(tmp_path, capsys) -> None:
    build(folder_with(tmp_path, "c"), "tiny", quiet=False)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "Linking target" in shown.err


@needs_gfortran
def test_both_languages_go_into_one_library(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c", "f77")
    library = build(folder, "tiny")
    for lang in ("c", "f77"):
        assert Library(folder / "tiny.json", library, lang).inertia_matrix([0, 1])[0, 0] == 1


@needs_gfortran
def test_fortran_alone_makes_a_library(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "f77")
    library = build(folder, "tiny")
    assert Library(folder / "tiny.json", library, "f77").inertia_matrix([0, 1])[0, 0] == 1


def test_without_a_fortran_compiler_c_is_built_all_the_same(tmp_path, monkeypatch, capsys) -> None:
    without(monkeypatch, tmp_path, "gfortran")
    folder = folder_with(tmp_path, "c", "f77")
    library = build(folder, "tiny", quiet=False)
    assert "no FORTRAN compiler: tiny.f is left out" in capsys.readouterr().err
    assert Library(folder / "tiny.json", library, "c").inertia_matrix([0, 1])[0, 0] == 1
    with pytest.raises(OSError, match="has no routine 'tinyim_'"):
        Library(folder / "tiny.json", library, "f77")


def test_fortran_alone_without_a_compiler_says_what_to_install(tmp_path, monkeypatch) -> None:
    without(monkeypatch, tmp_path, "gfortran")
    with pytest.raises(UserError, match="apt-get install gfortran"):
        build(folder_with(tmp_path, "f77"), "tiny")


def test_the_folder_serves_as_a_subproject(tmp_path: Path) -> None:
    folder_with(tmp_path / "subprojects", "c")
    (tmp_path / "main.c").write_text(CALLER)
    (tmp_path / "meson.build").write_text(
        "project('controller', 'c')\n"
        "test('call', executable('call', 'main.c', dependencies: dependency('tiny',"
        " fallback: 'tiny', version: '>=1.2')))\n"
    )
    meson("setup", tmp_path / "build", tmp_path)
    assert re.search(r"^Ok: +1\s*$", meson("test", "-C", tmp_path / "build"), re.M)


def test_an_installed_library_is_found_by_pkg_config(tmp_path: Path) -> None:
    if not shutil.which("pkg-config"):
        pytest.skip("there is no pkg-config")
    folder, prefix = folder_with(tmp_path, "c"), tmp_path / "prefix"
    meson("setup", f"--prefix={prefix}", "--libdir=lib", tmp_path / "build", folder)
    meson("install", "-C", tmp_path / "build")
    (tmp_path / "main.c").write_text(CALLER)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}

    def ask(*words: str) -> list[str]:
        command = ["pkg-config", *words, "tiny"]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return run.stdout.split()

    assert ask("--modversion") == ["1.2.3"]  # the generator's, as the manifest has it
    flags = ask("--cflags", "--libs")
    program = tmp_path / "call"
    subprocess.run(["cc", tmp_path / "main.c", *flags, "-o", program], check=True)
    subprocess.run([program], env={"LD_LIBRARY_PATH": str(prefix / "lib")}, check=True)
