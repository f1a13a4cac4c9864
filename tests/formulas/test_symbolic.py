"""Formulas of kernels are what books print, obey the laws of mechanics, and give the numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy

import gen_robot
import measure
from gen_robot.errors import UserError
from gen_robot.formulas.robot import SymbolicRobot
from gen_robot.readers.robot_files import read
from lagrangian import lagrangian

SMALL = ["two_link", "planar3", "scara"]


@cache
def formulas(robot: str, parameters: str = "numbers") -> SymbolicRobot:
    return gen_robot.symbolic(robot, parameters)


def vanishes(matrix: sympy.Matrix) -> bool:
    """Tell whether sums of harmonics cancel term by term, as those of equal formulas do."""
    return all(x == 0 for x in sympy.Matrix(matrix).expand())


def random_inputs(robot: SymbolicRobot, kernel: str) -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    return [rng.uniform(-2, 2, len(column)) for column in robot.inputs(kernel)]


def test_a_planar_arm_of_two_links_is_that_of_the_books() -> None:
    """Spong, Hutchinson and Vidyasagar, section 7.4: planar elbow manipulator."""
    robot = formulas("two_link", "symbols").simplified
    m1, m2, l1, lc1, lc2, I1, I2, g = sympy.symbols("m1 m2 a2 c1x c2x I1zz I2zz g")
    (q1, q2), (v1, v2) = robot.q, robot.qd
    d22 = m2 * lc2**2 + I2
    d12 = m2 * (lc2**2 + l1 * lc2 * sympy.cos(q2)) + I2
    d11 = m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * sympy.cos(q2)) + I1 + I2
    h = -m2 * l1 * lc2 * sympy.sin(q2)
    g2 = m2 * lc2 * g * sympy.cos(q1 + q2)
    g1 = (m1 * lc1 + m2 * l1) * g * sympy.cos(q1) + g2
    M = sympy.Matrix([[d11, d12], [d12, d22]])
    bias = sympy.Matrix([h * v2 * v1 + h * (v1 + v2) * v2 + g1, -h * v1 * v1 + g2])
    assert vanishes(robot.inertia_matrix - M)
    assert vanishes(robot.bias - bias)
    assert not vanishes(robot.bias + bias)


@pytest.mark.parametrize("robot", SMALL)
def test_lagranges_equations_hold_exactly(robot: str) -> None:
    own = formulas(robot).simplified
    q, qd, qdd = own.q, own.qd, own.qdd
    T, V = sympy.Matrix([own.kinetic_energy]), sympy.Matrix([own.potential_energy])
    momentum = T.jacobian(qd).T
    force = momentum.jacobian(q) * qd + momentum.jacobian(qd) * qdd - (T - V).jacobian(q).T
    assert vanishes(own.inverse_dynamics - force)
    assert vanishes(own.inverse_dynamics - own.inertia_matrix * qdd - own.bias)
    assert vanishes(own.gravity - V.jacobian(q).T)


@pytest.mark.parametrize("robot", SMALL)
def test_matrices_of_derivatives_are_derivatives_exactly(robot: str) -> None:
    own = formulas(robot).simplified
    q, qd, M, C = own.q, own.qd, own.inertia_matrix, own.coriolis_matrix
    rate = sum((M.diff(a) * b for a, b in zip(q, qd, strict=True)), sympy.zeros(len(q)))
    assert vanishes(C * qd + own.gravity - own.bias)
    assert vanishes(rate - C - C.T)
    assert vanishes(own.inverse_dynamics_derivatives.dtau_dq - own.inverse_dynamics.jacobian(q))


def test_the_jacobian_of_a_tip_is_that_of_its_placement() -> None:
    own = formulas("scara").simplified
    T, J = own.placement_tool, own.jacobian_tool
    assert vanishes(T[:3, 3].jacobian(own.q) - J[:3, :])


@pytest.mark.parametrize("robot", SMALL)
def test_formulas_of_the_files_numbers_are_exact(robot: str) -> None:
    own = formulas(robot)
    for form in (own, own.simplified):
        assert not form.bias.atoms(sympy.Float)
        assert form.bias.free_symbols <= {*own.q, *own.qd}


def test_formulas_give_the_numbers_of_an_independent_derivation() -> None:
    expected = lagrangian(read("two_link"))
    for form in (formulas("two_link"), formulas("two_link").simplified):
        for kernel in ("inertia_matrix", "bias"):
            given = random_inputs(form, kernel)
            function = sympy.lambdify(form.inputs(kernel), getattr(form, kernel), "numpy")
            found = np.array(function(*given), dtype=float)
            wanted = getattr(expected, kernel)(*given)
            measure.assert_same(found.reshape(wanted.shape), wanted, 1e-12)


@pytest.mark.parametrize("robot", ["two_link", "scara"])
@pytest.mark.parametrize("parameters", ["symbols", "lengths,gravity"])
def test_symbols_stand_for_the_files_numbers(robot: str, parameters: str) -> None:
    symbols, numbers = formulas(robot, parameters).simplified, formulas(robot).simplified
    assert symbols.bias.free_symbols - {*symbols.q, *symbols.qd} <= {*symbols.values}
    assert vanishes(symbols.bias.subs(symbols.values) - numbers.bias)


def test_kernels_of_several_outputs_give_them_by_name() -> None:
    robot = formulas("two_link").simplified
    both = robot.inertia_and_bias
    assert (both.M, both.h) == (robot.inertia_matrix, robot.bias) == (both[0], both[1])


def test_a_division_is_by_a_formula_of_the_same_kind() -> None:
    robot = formulas("two_link").simplified
    state = dict(zip([*robot.q, *robot.qd, *robot.tau], (1, 2, -1, 1, 3, 2), strict=True))
    qdd = robot.forward_dynamics.subs(state)
    tau = robot.inertia_matrix.subs(state) * qdd + robot.bias.subs(state)
    assert np.allclose(np.array(tau.evalf(30), dtype=float).ravel(), (3, 2), rtol=1e-12)


def test_payloads_and_friction_enter_formulas() -> None:
    loaded = gen_robot.symbolic("two_link", payload="link2").simplified
    assert loaded.gravity.has(sympy.Symbol("payload1"))
    assert vanishes(loaded.gravity.subs(dict.fromkeys(loaded.payload, 0)) - _gravity())
    rubbing = gen_robot.symbolic("scara", "drives", friction=True)
    assert rubbing.bias.has(sympy.sign(rubbing.qd[0]))


def _gravity() -> sympy.Matrix:
    return formulas("two_link").simplified.gravity


def test_papers_write_rates_with_dots() -> None:
    robot = formulas("two_link")
    written = sympy.latex(robot.simplified.bias, symbol_names=robot.latex_names)
    assert r"\dot{q}_{1}" in written
    assert "qd" not in written


def test_what_is_not_there_is_answered_with_what_is() -> None:
    robot = formulas("two_link")
    with pytest.raises(AttributeError, match="inertia_matrix"):
        robot.inertia_matri  # noqa: B018
    with pytest.raises(UserError, match="lengths"):
        gen_robot.symbolic("two_link", "length")
    with pytest.raises(UserError, match="precision"):
        gen_robot.symbolic("two_link", precision="single")
    assert {"bias", "q", "simplified"} <= {*dir(robot)}
