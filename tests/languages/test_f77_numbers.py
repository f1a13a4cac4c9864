"""FORTRAN and C compute the same bits if C has its sines from the library; single precision agrees
with double; failures say where.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from platform import machine

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from f77_library import (
    Library,
    Results,
    compile_both,
    compile_one,
    compile_translated,
    needs,
    on_thirty_joints,
    random_states,
    run,
    thirty_joints,
)
from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.vectors import Vec3
from gen_robot.delivery.writing import write
from gen_robot.description.description import Inertial
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_state
from shipped_robots import ROBOTS, asked_of, described, generated, kernels_of

STATES = 1000

CPU = Path("/proc/cpuinfo")
HAS_FMA = CPU.exists() and "fma" in CPU.read_text().split()

SINGLE = 2.0**-23
"""The distance from 1 to the next single."""


def assert_equal_bits(one: tuple[Array, Results], other: tuple[Array, Results]) -> None:
    assert one[0].tobytes() == other[0].tobytes()
    for name, values in one[1].items():
        assert values.tobytes() == other[1][name].tobytes(), name


# Bit for bit --------------------------------------------------------------------------------------


Make = Callable[[str, str], Library]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Return what compiles a shipped robot's kernels in one language, once for all tests."""

    @cache
    def make(robot: str, lang: str) -> Library:
        folder = tmp_path_factory.mktemp(robot)
        output = everything(robot)
        if lang == "f2c":
            return compile_translated(output, folder)
        return compile_one(output, folder, lang)

    return make


def everything(robot: str) -> Output:
    return generated(robot, kernels=asked_of(robot), friction=True, trig="libm")


@needs("gcc", "gfortran")
@pytest.mark.parametrize("robot", ROBOTS)
def test_c_and_fortran_give_equal_bits(robot: str, compiled: Make) -> None:
    c, fortran = compiled(robot, "c"), compiled(robot, "f77")
    states = random_states(everything(robot), STATES)
    for kernel in kernels_of(robot):
        assert_equal_bits(c(kernel, states), fortran(kernel, states))


@needs("gcc", "f2c")
@pytest.mark.parametrize("robot", ROBOTS)
def test_c_and_what_f2c_makes_of_fortran_give_equal_bits(robot: str, compiled: Make) -> None:
    c, translated = compiled(robot, "c"), compiled(robot, "f2c")
    states = random_states(everything(robot), 100)
    for kernel in kernels_of(robot):
        assert_equal_bits(c(kernel, states), translated(kernel, states))


@needs("gcc", "gfortran")
@pytest.mark.skipif(not HAS_FMA, reason="this processor has no fused multiply-add")
def test_a_fused_multiply_add_is_noticed(tmp_path: Path) -> None:
    output = generated("puma560", kernels=("bias",), trig="libm")
    plain = compile_both(output, tmp_path)["c"]
    fused = tmp_path / "fused.so"
    source = tmp_path / "puma560" / "puma560.f"
    flags = ["-O2", "-ffp-contract=fast", "-mfma", "-shared", "-fPIC"]
    run("gfortran", *flags, source, "-o", fused)
    states = random_states(output, 10)
    with pytest.raises(AssertionError):
        assert_equal_bits(
            plain("bias", states),
            Library(tmp_path / "puma560" / "puma560.json", fused, "f77")("bias", states),
        )


@needs("gcc", "gfortran")
@pytest.mark.parametrize("precision", ["double", "single"])
def test_dry_friction_at_rest_and_around_it(precision: str, tmp_path: Path) -> None:
    output = generated("scara", kernels=("bias",), friction=True, precision=precision, trig="libm")
    libraries = compile_both(output, tmp_path)
    smallest = {"double": 5e-324, "single": 1.4e-45}[precision]
    speeds = np.array([0.0, -0.0, smallest, -smallest, 1.0, -1.0])
    states = {"q": np.zeros((6, 4)), "qd": np.column_stack([speeds] * 4)}
    in_c, in_fortran = (libraries[lang]("bias", states) for lang in ("c", "f77"))
    assert_equal_bits(in_c, in_fortran)
    h = in_fortran[1]["h"]
    assert np.array_equal(h[0], h[1])
    dry = np.array([float(link.coulomb) for link in output.model.links])
    assert dry.all()
    np.testing.assert_allclose(h[2] - h[3], 2 * dry, rtol=1e-5)


@on_thirty_joints
@needs("gfortran")
def test_a_robot_of_30_joints_agrees_with_pinocchio(tmp_path: Path) -> None:
    output = thirty_joints()
    where = write(output, tmp_path)
    # Optimising six thousand statements takes half a minute and is no matter of this test.
    library = tmp_path / "thirty.so"
    run("gfortran", "-O0", "-shared", "-fPIC", where / "random30.f", "-o", library)
    kernels = Library(where / "random30.json", library, "f77")
    model = pinocchio_robot.pinocchio_model(output.description)
    q, qd, qdd, tau = random_state(output.description, 30)
    states = {"q": q[None], "qd": qd[None], "qdd": qdd[None], "tau": tau[None]}
    M = pinocchio_robot.mass_matrix(model, q)
    measure.assert_same(kernels("inertia_matrix", states)[1]["M"][0], M)
    torques = pinocchio_robot.inverse_dynamics(model, q, qd, qdd)
    measure.assert_same(kernels("inverse_dynamics", states)[1]["tau"][0], torques)
    accelerations = pinocchio_robot.forward_dynamics(model, q, qd, tau)
    status, found = kernels("forward_dynamics", states)
    assert status[0] == 0
    measure.assert_solution(found["qdd"][0], accelerations, M)


# Matrices and failures ----------------------------------------------------------------------------


@needs("gcc", "gfortran")
def test_matrices_that_are_not_symmetric_are_by_columns(tmp_path: Path) -> None:
    output = generated("puma560", kernels=("inertia_matrix", "udut"))
    kernels = compile_both(output, tmp_path)["f77"]
    states = random_states(output, 10)
    M = kernels("inertia_matrix", states)[1]["M"]
    factors = kernels("udut", states)[1]
    U, D = factors["U"], factors["D"]
    assert np.array_equal(U, np.triu(U)) and np.triu(U, 1).any()
    measure.assert_same(U @ (D[:, :, None] * U.transpose(0, 2, 1)), M)


@needs("gcc", "gfortran")
def test_a_stretched_arm_of_a_point_mass_fails_in_both_languages(tmp_path: Path) -> None:
    description = described("two_link")
    point = Inertial(mass=ONE, com=Vec3(ONE, ZERO, ZERO))
    bare = [replace(link.joint, rotor_inertia=ZERO) for link in description.links]
    links = (
        replace(description.links[0], joint=bare[0], inertial=Inertial()),
        replace(description.links[1], joint=bare[1], inertial=point),
    )
    options = Options(languages=("c", "f77"), kernels=("forward_dynamics",), trig="libm")
    libraries = compile_both(
        generate_described(replace(description, links=links), options), tmp_path
    )
    q = np.array([[0.3, 0.0], [0.3, 1.0], [0.3, np.nan]])
    states = {"q": q, "qd": np.zeros((3, 2)), "tau": np.ones((3, 2))}
    in_c, in_fortran = (libraries[lang]("forward_dynamics", states) for lang in ("c", "f77"))
    assert in_c[0].tolist() == in_fortran[0].tolist() == [1, 0, 1]
    assert np.isnan(in_c[1]["qdd"][[0, 2]]).all()
    assert not in_fortran[1]["qdd"][[0, 2]].any()
    assert in_c[1]["qdd"][1].tobytes() == in_fortran[1]["qdd"][1].tobytes()


# Single precision ---------------------------------------------------------------------------------


@needs("gcc", "gfortran")
@pytest.mark.parametrize("robot", ROBOTS)
def test_single_agrees_with_double(robot: str, compiled: Make, tmp_path: Path) -> None:
    """Hold products to 8 units of the largest value, solutions to cond(M) units of their own.

    Every constant and every operation is rounded once more than in double; the errors are of either
    sign, so that a few units remain of some hundred roundings (2.1 at most, as measured). Solving
    multiplies an error of one unit by as much as the condition of M (by a third of it, as measured).
    """
    double = compiled(robot, "c")
    output = generated(robot, friction=True, precision="single", trig="libm")
    single = compile_both(output, tmp_path)
    # Rounded before, so that both compute at the same states.
    states = {n: x.astype(np.float32) for n, x in random_states(output, STATES).items()}
    condition = np.linalg.cond(double("inertia_matrix", states)[1]["M"])
    for kernel in DEFAULT_KERNELS:
        (status, results), in_fortran = (single[lang](kernel, states) for lang in ("c", "f77"))
        assert_equal_bits((status, results), in_fortran)
        assert not status.any()
        for name, exact in double(kernel, states)[1].items():
            if not KERNELS[kernel].status:
                measure.assert_same(results[name], exact, 8 * SINGLE)
                continue
            axes = tuple(range(1, exact.ndim))
            error = np.abs(results[name] - exact).max(axes) / np.abs(exact).max(axes)
            assert (error <= SINGLE * (condition + 8)).all()


def double_instructions(library: Path) -> list[str]:
    """Return the x86 instructions of a library that work on doubles: addsd, mulpd, cvtss2sd, ..."""
    code = run("objdump", "-d", "--no-show-raw-insn", library)
    assert "mulss" in code or "mulsd" in code
    return re.findall(r"\t(\w*[sp]d)\s", code)


@needs("gcc", "gfortran", "objdump")
@pytest.mark.skipif(machine() != "x86_64", reason="reads x86 instructions")
@pytest.mark.xdist_group("scara")
def test_single_precision_has_no_double_operation(compiled: Make, tmp_path: Path) -> None:
    kernels = asked_of("scara")
    output = generated("scara", kernels=kernels, friction=True, precision="single", trig="libm")
    single = compile_both(output, tmp_path)
    for lang in ("c", "f77"):
        assert double_instructions(single[lang].path) == []
        assert double_instructions(compiled("scara", lang).path)
