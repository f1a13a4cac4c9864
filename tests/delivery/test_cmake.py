"""Generated folders as CMake sees them: built alone, installed and found, or inside another project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import cmake as cmake_wheel
import ninja
import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.delivery.build import LIBRARY

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
FORTRAN_CALLER = """
program caller
  use tiny_mod
  double precision :: q(2), M(2, 2)
  q = (/ 0d0, 1d0 /)
  call tinyim(q, M)
  if (M(1, 1) /= 1d0) stop 1
end program caller
"""


def folder_with(tmp_path: Path, *languages: str) -> Path:
    files = tiny_robot.generated_files(languages=languages)
    manifest = {**json.loads(files["tiny.json"]), "generator": "gen-robot 3.14"}
    files["tiny.json"] = json.dumps(manifest, indent=2)
    return tiny_robot.write(tmp_path / "tiny", files)


def cmake(*arguments: str | Path, fails: bool = False) -> str:
    """Run CMake and return what it says; ninja is that of this Python."""
    program = Path(cmake_wheel.CMAKE_BIN_DIR) / "cmake"
    environment = {**os.environ, "CMAKE_GENERATOR": "Ninja", "LC_ALL": "C"}
    environment["PATH"] = f"{environment['PATH']}{os.pathsep}{ninja.BIN_DIR}"
    command = [program, *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (run.returncode != 0) == fails, run.stdout + run.stderr
    return run.stdout + run.stderr


def built(source: Path, *settings: str) -> tuple[Path, str]:
    """Configure and build; return the build folder and what was said."""
    where = source.parent / f"build of {source.name}"  # with blanks: paths may have them
    said = cmake("-S", source, "-B", where, *settings)
    return where, said + cmake("--build", where, "--verbose")


def project(folder: Path, lines: str, source: str, name: str) -> Path:
    """Write a project of a program that links the robot's target."""
    folder.mkdir()
    (folder / name).write_text(source)
    language = "C" if name.endswith(".c") else "Fortran"
    (folder / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.16)\nproject(controller {language})\n{lines}\n"
        f"add_executable(call {name})\ntarget_link_libraries(call PRIVATE tiny::tiny)\n"
    )
    return folder


def compiled(said: str, source: str) -> str:
    """Return the command that compiled a source."""
    (command,) = (line for line in said.splitlines() if re.search(rf" -c \S*.*{source}", line))
    return command


@pytest.mark.parametrize("shared", ["ON", "OFF"])
def test_an_installed_library_is_found_as_a_package(shared: str, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    folder = folder_with(tmp_path, "c")
    where, _ = built(folder, f"-DCMAKE_INSTALL_PREFIX={prefix}", f"-DBUILD_SHARED_LIBS={shared}")
    cmake("--install", where)
    shutil.rmtree(folder)
    shutil.rmtree(where)
    moved = prefix.rename(tmp_path / "moved")  # nothing in it may say where it was
    found = project(tmp_path / "user", "find_package(tiny 3.1 REQUIRED)", CALLER, "main.c")
    program, _ = built(found, f"-DCMAKE_PREFIX_PATH={moved}")
    subprocess.run([program / "call"], check=True)
    suffix = ".so" if shared == "ON" else ".a"
    assert [path.suffix for path in (moved / "lib").glob("lib*")] == [suffix]


def test_another_version_is_not_taken_for_it(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    where, _ = built(folder_with(tmp_path, "c"), f"-DCMAKE_INSTALL_PREFIX={prefix}")
    cmake("--install", where)
    found = project(tmp_path / "user", "find_package(tiny 4.0 REQUIRED)", CALLER, "main.c")
    settings = ("-S", found, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}")
    assert "version: 3.14" in cmake(*settings, fails=True)


@pytest.mark.parametrize("shared", ["ON", "OFF"])
def test_the_folder_serves_as_a_subdirectory(shared: str, tmp_path: Path) -> None:
    user = project(tmp_path / "user", "add_subdirectory(tiny)", CALLER, "main.c")
    folder_with(user, "c")
    program, _ = built(user, f"-DBUILD_SHARED_LIBS={shared}")
    subprocess.run([program / "call"], check=True)


@needs_gfortran
def test_a_c_program_may_use_a_library_that_has_fortran_in_it(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    where, _ = built(folder_with(tmp_path, "c", "f77"), f"-DCMAKE_INSTALL_PREFIX={prefix}")
    cmake("--install", where)
    names = {path.name for path in (prefix / "include").iterdir()}
    assert names == {"tiny.h", "tiny_f77.h", "tiny_mod.f90"}
    found = project(tmp_path / "user", "find_package(tiny REQUIRED)", CALLER, "main.c")
    program, _ = built(found, f"-DCMAKE_PREFIX_PATH={prefix}")
    subprocess.run([program / "call"], check=True)
    inside = project(
        tmp_path / "other", f"add_subdirectory({tmp_path}/tiny tiny)", CALLER, "main.c"
    )
    program, _ = built(inside)
    subprocess.run([program / "call"], check=True)


@needs_gfortran
def test_a_fortran_program_may_use_the_module(tmp_path: Path) -> None:
    user = project(tmp_path / "user", "add_subdirectory(tiny)", FORTRAN_CALLER, "main.f90")
    folder_with(user, "f77")
    program, _ = built(user)
    subprocess.run([program / "call"], check=True)


@needs_gfortran
def test_a_shared_library_can_be_bound(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c", "f77")
    where, _ = built(folder, "-DBUILD_SHARED_LIBS=ON")
    for lang in ("c", "f77"):
        library = Library(folder / "tiny.json", where / LIBRARY.format("tiny"), lang)
        assert library.inertia_matrix([0, 1])[0, 0] == 1


def test_without_a_fortran_compiler_c_is_built_all_the_same(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "c", "f77")
    _, said = built(folder, "-DCMAKE_Fortran_COMPILER=NOTFOUND")
    assert "no FORTRAN compiler: tiny.f is left out" in said
    assert compiled(said, "tiny.c") and not re.search(r" -c .*tiny\.f\b", said)


def test_fortran_alone_without_a_compiler_is_refused(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "f77")
    settings = ("-S", folder, "-B", tmp_path / "b", "-DCMAKE_Fortran_COMPILER=NOTFOUND")
    assert "no compiler for any of the sources" in cmake(*settings, fails=True)


# Flags ------------------------------------------------------------------------------------------------


def flags(command: str) -> list[str]:
    return re.findall(r"(?<= )-(?:O\w|f(?:fp|no)-\S+|march=\S+|ffast\S+|std=\S+)", command)


@needs_gfortran
def test_flags_are_those_of_the_build_by_meson(tmp_path: Path) -> None:
    texts = tiny_robot.generated_files(languages=("c", "f77"))
    listed = re.search(r"^flags = \[(.*)\]$", texts["meson.build"], re.M)
    assert listed
    wanted = {"-O2", *re.findall(r"'(-[^']+)'", listed[1])}
    _, said = built(folder_with(tmp_path, "c", "f77"), "-DCMAKE_BUILD_TYPE=Debug")
    for source in ("tiny.c", "tiny.f"):
        found = flags(compiled(said, source))
        assert wanted <= set(found) and "-ffast-math" not in found
        assert [flag for flag in found if flag.startswith("-O")][-1] == "-O2"
    assert "-std=c99" in compiled(said, "tiny.c")


def test_a_library_that_must_run_elsewhere_is_built_for_any_machine(tmp_path: Path) -> None:
    _, said = built(folder_with(tmp_path, "c"), "-DTINY_MARCH=baseline")
    assert "-march" not in compiled(said, "tiny.c")


def test_a_machine_that_the_compiler_does_not_know_is_refused(tmp_path: Path) -> None:
    settings = ("-S", folder_with(tmp_path, "c"), "-B", tmp_path / "b", "-DTINY_MARCH=abacus")
    assert "the compiler does not know -march=abacus" in cmake(*settings, fails=True)


def test_a_cross_build_takes_nothing_of_the_machine_that_builds(tmp_path: Path) -> None:
    """Neither its FORTRAN compiler, whose objects would land in the library, nor its processor."""
    _, said = built(folder_with(tmp_path, "c", "f77"), "-DCMAKE_SYSTEM_NAME=Linux")
    assert "no FORTRAN compiler: tiny.f is left out" in said
    assert "-march" not in compiled(said, "tiny.c")


def test_two_robots_stand_in_one_project(tmp_path: Path) -> None:
    other = {
        name.replace("tiny", "small"): text.replace("tiny", "small").replace("TINY", "SMALL")
        for name, text in tiny_robot.generated_files().items()
    }
    user = project(
        tmp_path / "user", "add_subdirectory(tiny)\nadd_subdirectory(small)", CALLER, "main.c"
    )
    folder_with(user, "c")
    tiny_robot.write(user / "small", other)
    where, _ = built(user)
    assert (where / "small" / "libsmall.a").is_file() and (where / "tiny" / "libtiny.a").is_file()
