"""Fortran programs call kernels through the module: by readable names, with checked arguments."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import measure
from arrays import Array
from compiled import compile_c
from f77_library import needs, run
from gen_robot.algebra.precision import PRECISIONS
from gen_robot.delivery.build import _environment
from gen_robot.delivery.writing import write
from gen_robot.kernels import of_group
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.languages import f77_module
from gen_robot.languages.f77_module import readable_names
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described, modelled
from shipped_robots import ROBOTS, asked_of, described, generated

STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fimplicit-none"]
REALS = {"double": "double precision", "single": "real"}


def state(output: Output, kernel: str) -> dict[str, Array]:
    """Return values for what a kernel reads: the same for all of one name."""
    choice = next(c for c in output.choices if c.kernel.name == kernel)
    sizes = {array.name: array.size(output.model) for array in choice.inputs}
    return {name: np.linspace(-0.5, 0.75, n) + len(name) / 8 for name, n in sizes.items()}


def program(output: Output, precision: str = "double") -> str:
    """Return a program that calls every kernel by its readable name and prints what it gives."""
    exponent, real = {"double": "d0", "single": "e0"}[precision], REALS[precision]
    lines = ["program caller", f"  use {output.name}_mod", "  implicit none", "  integer :: info"]
    calls = ["  info = 0"]
    for choice in output.choices:
        kernel, names = choice.kernel.name, []
        for array in choice.arrays:
            names.append(f"x{len(lines)}")
            shape = ", ".join(str(n) for n in array.shape(output.model))
            lines.append(f"  {real} :: {names[-1]}({shape})")
        given = state(output, kernel)
        for name, array in zip(names, choice.inputs, strict=False):
            for i, x in enumerate(given[array.name], 1):
                calls.append(f"  {name}({i}) = {float(x)!r}{exponent}")
        info = ["info"] if choice.kernel.status else []
        calls.append(f"  call {output.name}_{kernel}({', '.join([*names, *info])})")
        calls.append("  if (info /= 0) stop 1")
        for name in names[len(choice.inputs) :]:
            calls.append(f"  write (*, '(es26.17)') {name}")
    return "\n".join([*lines, *calls, "end program caller", ""])


@needs("gcc", "gfortran")
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_every_kernel_gives_through_the_module_what_c_gives(
    robot: str, precision: str, tmp_path: Path
) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True, precision=precision)
    where = write(output, tmp_path)
    (where / "caller.f90").write_text(program(output, precision))
    command = ["gfortran", "-std=f2003", *STRICT, "-J", where]
    for source in (f"{robot}_mod.f90", "caller.f90"):
        run(*command, "-c", where / source, "-o", where / f"{source}.o")
    objects = [where / f"{name}.o" for name in (f"{robot}_mod.f90", "caller.f90")]
    run("gfortran", *objects, where / f"{robot}.f", "-o", where / "caller")
    printed = [float(word) for word in run(where / "caller").split()]

    library = compile_c(output, tmp_path / "c", optimise="-O0")
    bound = {"double": measure.PRODUCT_BOUND, "single": 1e-5}[precision]
    for choice in output.choices:
        _, given = library(choice.kernel.name, state(output, choice.kernel.name))
        for array in choice.outputs:
            size = array.size(output.model)
            # FORTRAN writes matrices column by column.
            found = np.array(printed[:size]).reshape(array.shape(output.model)[::-1]).T
            del printed[:size]
            measure.assert_same(found, given[array.name], bound)
    assert not printed


@needs("gfortran")
def test_short_names_are_fortran_95(tmp_path: Path) -> None:
    """Fortran 95 has names of 31 letters at most; longer ones want Fortran 2003."""
    kernels = of_group(DYNAMICS, modelled(described("scara"), Options()))
    short = tuple(name for name in kernels if len(f"scara_{name}") <= 31)
    assert len(short) > 8
    where = write(generated("scara", kernels=short), tmp_path)
    run("gfortran", "-std=f95", *STRICT, "-fsyntax-only", "-J", where, where / "scara_mod.f90")


WRONG = {
    "a vector for a matrix": ("real8 :: M(2, 2)", "real8 :: M(4)"),
    "singles for doubles": ("real8 :: M(2, 2)", "real :: M(2, 2)"),
    "too few elements": ("real8 :: q(2)", "real8 :: q(1)"),
    "an argument too many": ("(q, M)", "(q, M, M)"),
    "a constant for a result": ("two_link_inertia_matrix(q, M)", "two_link_gravity(q, q + 1)"),
}
RIGHT = """
program caller
  use two_link_mod, only: two_link_inertia_matrix, two_link_gravity, twolim
  implicit none
  real8 :: q(2)
  real8 :: M(2, 2)
  q = 0
  call two_link_inertia_matrix(q, M)
  call twolim(q, M)
  write (*, *) M
end program caller
"""


@needs("gfortran")
@pytest.mark.parametrize("fault", [None, *WRONG])
def test_a_compiler_finds_wrong_calls(fault: str | None, tmp_path: Path) -> None:
    where = write(generated("two_link"), tmp_path)
    run("gfortran", "-c", "-J", where, where / "two_link_mod.f90", "-o", where / "mod.o")
    old, new = WRONG[fault] if fault else ("", "")
    assert old in RIGHT
    source = where / "caller.f90"
    source.write_text(RIGHT.replace(old, new, 1).replace("real8", "double precision"))
    command = ["gfortran", "-std=f2003", "-Wno-unused", "-fsyntax-only", f"-I{where}", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (fault is None), done.stderr


def test_the_module_holds_no_code() -> None:
    text = generated("scara", kernels=asked_of("scara"), friction=True).files["scara_mod.f90"]
    assert max(map(len, text.splitlines())) <= 100
    assert "contains" not in re.sub(r"!.*", "", text)


def test_names_that_fortran_cannot_take_are_left_out() -> None:
    kernels = ["bias", "jacobian_" + "x" * 60, "jacobian_Tip", "jacobian_tip"]
    assert readable_names("arm", kernels) == {"bias": "arm_bias"}


@needs("gfortran")
def test_without_a_readable_name_a_routine_has_its_own(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(f77_module, "LONGEST", len("two_link_gravity"))
    options = Options(("f77",), kernels=("gravity", "inertia_matrix"))
    text = generate_described(described("two_link"), options).files["two_link_mod.f90"]
    assert "interface two_link_gravity\n" in text and "_inertia_matrix" not in text
    assert "  interface\n    subroutine twolim(q, M)" in text
    source = tmp_path / "two_link_mod.f90"
    source.write_text(text)
    run("gfortran", "-std=f95", *STRICT, "-fsyntax-only", "-J", tmp_path, source)


@needs("gcc", "gfortran")
def test_a_subproject_of_meson_may_use_the_module(tmp_path: Path) -> None:
    write(generated("two_link"), tmp_path / "subprojects")
    source = tmp_path / "main.f90"
    source.write_text(RIGHT.replace("real8", "double precision").replace(", two_link_gravity", ""))
    (tmp_path / "meson.build").write_text(
        "project('caller', 'fortran')\n"
        "robot = dependency('two_link', fallback: 'two_link')\n"
        "test('call', executable('call', 'main.f90', dependencies: robot))\n"
    )
    meson = [sys.executable, "-m", "mesonbuild.mesonmain"]
    for step in (["setup", tmp_path / "build", tmp_path], ["test", "-C", tmp_path / "build"]):
        done = subprocess.run(
            [*meson, *map(str, step)], env=_environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
