"""FORTRAN and C compute the same bits; single precision agrees with double; failures say where."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from platform import machine

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from f77_library import (
    BITS,
    Library,
    Results,
    compile_both,
    compile_translated,
    generate_both,
    needs,
    random_states,
    run,
    thirty_joints,
)
from gen_robot.algebra.exact import ONE, ZERO
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.algorithms import KERNELS, SHAPES, UNITS, Inputs, Kernel, Outputs, Setting
from gen_robot.ir.trace import Trace
from gen_robot.model.description import Inertial
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.robot_files import read, shipped
from gen_robot.writing import write
from random_robots import random_state

ALL = tuple(KERNELS)
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


@needs("gcc", "gfortran")
@pytest.mark.parametrize("robot", shipped())
def test_c_and_fortran_give_equal_bits(robot: str, tmp_path: Path) -> None:
    output = generate_both(robot, kernels=ALL, friction=True)
    libraries = compile_both(output, tmp_path)
    states = random_states(output, STATES)
    for kernel in ALL:
        assert_equal_bits(libraries["c"](kernel, states), libraries["f77"](kernel, states))


@needs("gcc", "f2c")
@pytest.mark.parametrize("robot", shipped())
def test_c_and_what_f2c_makes_of_fortran_give_equal_bits(robot: str, tmp_path: Path) -> None:
    output = generate_both(robot, kernels=ALL, friction=True)
    translated = compile_translated(output, tmp_path)
    library = tmp_path / "c.so"
    source = tmp_path / robot / f"{robot}.c"
    run("gcc", *BITS, "-shared", "-fPIC", source, "-lm", "-o", library)
    plain = Library(tmp_path / robot / f"{robot}.json", library, "c")
    states = random_states(output, 100)
    for kernel in ALL:
        assert_equal_bits(plain(kernel, states), translated(kernel, states))


@needs("gcc", "gfortran")
@pytest.mark.skipif(not HAS_FMA, reason="this processor has no fused multiply-add")
def test_a_fused_multiply_add_is_noticed(tmp_path: Path) -> None:
    output = generate_both("puma560", kernels=("bias",))
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
    output = generate_both("scara", kernels=("bias",), friction=True, precision=precision)
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


def _lopsided(s: Setting, t: Trace, x: Inputs) -> Outputs:
    """Return a matrix that is not its own mirror image, if q_1 is above zero."""
    q, n = x["q"], s.model.nv
    t.check(1, q[0], ZERO)
    W: list[Scalar] = [q[i] * (k + 1) + i for i in range(n) for k in range(n)]
    return {"W": W, "wd": [q[0] * i for i in range(1, n + 1)]}


@pytest.fixture
def lopsided(monkeypatch: pytest.MonkeyPatch) -> str:
    kernel = Kernel(
        "lopsided", "a test", ("q",), ("W", "wd"), {"a": {"a": _lopsided}}, "LO", has_status=True
    )
    monkeypatch.setitem(KERNELS, "lopsided", kernel)
    for array, shape in (("W", ("nv", "nv")), ("wd", ("nv",))):
        monkeypatch.setitem(SHAPES, array, shape)
        monkeypatch.setitem(UNITS, array, "a test")
    return "lopsided"


@needs("gcc", "gfortran")
def test_matrices_are_by_columns_and_failures_are_zero(lopsided: str, tmp_path: Path) -> None:
    output = generate_both("planar3", kernels=(lopsided,))
    libraries = compile_both(output, tmp_path)
    q = np.array([[0.5, 2.0, -3.0], [0.0, 1.0, 2.0], [-1.0, 1.0, 2.0]])
    status, results = libraries["f77"](lopsided, {"q": q})
    assert status.tolist() == [0, 1, 1]
    expected = q[0][:, None] * np.array([1, 2, 3]) + np.arange(3)[:, None]
    assert np.array_equal(results["W"][0], expected)
    assert not results["W"][1:].any() and not results["wd"][1:].any()
    status_in_c, in_c = libraries["c"](lopsided, {"q": q})
    assert status_in_c.tolist() == [0, 1, 1]
    assert np.array_equal(in_c["W"][0], expected) and np.isnan(in_c["W"][1:]).all()


@needs("gcc", "gfortran")
def test_a_stretched_arm_of_a_point_mass_fails_in_both_languages(tmp_path: Path) -> None:
    description = read("two_link")
    point = Inertial(mass=ONE, com=Vec3(ONE, ZERO, ZERO))
    bare = [replace(link.joint, rotor_inertia=ZERO) for link in description.links]
    links = (
        replace(description.links[0], joint=bare[0], inertial=Inertial()),
        replace(description.links[1], joint=bare[1], inertial=point),
    )
    options = Options(languages=("c", "f77"), kernels=("forward_dynamics",))
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
@pytest.mark.parametrize("robot", shipped())
def test_single_agrees_with_double(robot: str, tmp_path: Path) -> None:
    """Hold products to 8 units of the largest value, solutions to cond(M) units of their own.

    Every constant and every operation is rounded once more than in double; the errors are of either
    sign, so that a few units remain of some hundred roundings (2.1 at most, as measured). Solving
    multiplies an error of one unit by as much as the condition of M (by a third of it, as measured).
    """
    double = compile_both(generate_both(robot, kernels=ALL), tmp_path / "double")
    output = generate_both(robot, kernels=ALL, precision="single")
    single = compile_both(output, tmp_path / "single")
    # Rounded before, so that both compute at the same states.
    states = {n: x.astype(np.float32) for n, x in random_states(output, STATES).items()}
    condition = np.linalg.cond(double["c"]("inertia_matrix", states)[1]["M"])
    for kernel in ALL:
        (status, results), in_fortran = (single[lang](kernel, states) for lang in ("c", "f77"))
        assert_equal_bits((status, results), in_fortran)
        assert not status.any()
        for name, exact in double["c"](kernel, states)[1].items():
            if not KERNELS[kernel].has_status:
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
def test_single_precision_has_no_double_operation(tmp_path: Path) -> None:
    for precision in ("single", "double"):
        output = generate_both("puma560", kernels=ALL, friction=True, precision=precision)
        compile_both(output, tmp_path / precision)
        for lang in ("c", "f77"):
            found = double_instructions(tmp_path / precision / "puma560" / f"{lang}.so")
            assert bool(found) == (precision == "double"), found
