"""CasADi gets from compiled kernels what it gets by differentiating expressions; solvers, too."""

from __future__ import annotations

import importlib
import json
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import measure
from compiled import STRICT
from gen_robot.delivery.asked import Asked
from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate

ca = pytest.importorskip("casadi")

import gen_robot.casadi  # noqa: E402
from gen_robot.casadi.compiled import opened  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"
ROBOTS = ("two_link", "scara")
KERNELS = ("inertia_matrix", "inverse_dynamics", "bias", "gravity", "forward_dynamics")
DIFFERENTIABLE = KERNELS[1:]


def compiled(folder: Path, output: Output) -> Path:
    """Compile a robot by a bare call of a compiler, without kernels of many states."""
    where, library = write(output, folder), f"lib{output.name}.so"
    sources = [f"{output.name}.c", f"{output.name}_casadi.c"]
    command = ["gcc", *STRICT, "-O1", "-shared", "-fPIC", *sources, "-lm", "-o", library]
    subprocess.run(command, cwd=where, check=True, capture_output=True)
    return where / library


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("externals")
    options = Options(languages=("casadi",), kernels=KERNELS)
    return {robot: compiled(folder, generate(robot, options)) for robot in ROBOTS}


SYMBOLS = dict(zip(KERNELS, ("im", "id", "bv", "gv", "fd"), strict=True))


def external(libraries: dict[str, Path], robot: str, kernel: str) -> Any:
    return opened(f"{robot}_{SYMBOLS[kernel]}", str(libraries[robot]))


@cache
def expression(robot: str, kernel: str) -> Any:
    return gen_robot.casadi.function(robot, kernel)


def states(function: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [rng.uniform(-2, 2, function.size1_in(k)) for k in range(function.n_in())]


def derived(function: Any) -> Any:
    """Return value, Jacobian, gradient and Hessian of a weighted sum as a function."""
    x = [ca.MX.sym(function.name_in(k), function.size1_in(k)) for k in range(function.n_in())]
    every, value = ca.vertcat(*x), ca.vec(ca.densify(function(*x)))
    weights = ca.MX.sym("weights", value.numel())
    second, first = ca.hessian(ca.dot(weights, value), every)
    results = [value, ca.jacobian(value, every), first, second]
    return ca.Function("derived", [*x, weights], results)


@pytest.mark.parametrize("kernel", DIFFERENTIABLE)
@pytest.mark.parametrize("robot", ROBOTS)
def test_first_and_second_derivatives_are_those_of_expressions(libraries, robot, kernel) -> None:
    function, expanded = external(libraries, robot, kernel), expression(robot, kernel)
    given = [*states(function), np.linspace(1, 2, function.size1_out(0))]
    pairs = zip(derived(function)(*given), derived(expanded)(*given), strict=True)
    for found, wanted in pairs:
        # two_link is of very different masses: solving with M costs digits.
        limit = 1e-10 if kernel == "forward_dynamics" else 1e-12
        measure.assert_same(np.array(found), np.array(wanted), limit)


DIFFERENTIATED = {
    "frames, energies": ("scara", ("placement_tool", "velocity_tool", "kinetic_energy"), {}),
    "a floating base": ("two_link", ("gravity",), {"floating": True}),
    "a load": ("two_link", ("forward_dynamics",), {"payload": "link2", "friction": True}),
}
"""Kernels whose graphs are differentiated: a robot, kernels, options of load()."""


@pytest.mark.parametrize("case", DIFFERENTIATED.values(), ids=list(DIFFERENTIATED))
def test_derivatives_by_differentiating_graphs_are_those_of_expressions(case, tmp_path) -> None:
    robot, kernels, options = case
    asked = Asked(kernels=kernels, **options).options()
    output = generate(robot, replace(asked, languages=("casadi",)))
    library = compiled(tmp_path, output)
    manifest = json.loads(output.files[f"{output.name}.json"])
    for kernel in kernels:
        symbol = manifest["kernels"][kernel]["symbol"]["casadi"]
        function = opened(symbol, str(library))
        expanded = gen_robot.casadi.function(robot, kernel, **options)
        given = [*states(function), np.linspace(1, 2, function.numel_out(0))]
        pairs = zip(derived(function)(*given), derived(expanded)(*given), strict=True)
        for found, wanted in pairs:
            measure.assert_same(np.array(found), np.array(wanted), 1e-10)


def test_jacobians_take_one_call(libraries) -> None:
    """And not one of adj1_ for each output."""
    function = external(libraries, "scara", "forward_dynamics")
    q, qd, tau = (ca.MX.sym(name, 4) for name in ("q", "qd", "tau"))
    jacobian = ca.jacobian(function(q, qd, tau), ca.vertcat(q, qd, tau))
    calls = ca.Function("jacobian", [q, qd, tau], [jacobian]).str(True)
    assert "= jac_scara_fd(" in calls
    assert "adj1_scara_fd" not in calls


def test_wrong_derivatives_are_seen(libraries) -> None:
    given = [*states(external(libraries, "scara", "bias")), np.ones(4)]
    bias = derived(external(libraries, "scara", "bias"))(*given)
    other = derived(expression("scara", "inverse_dynamics"))(*given[:2], np.ones(4), given[2])
    with pytest.raises(AssertionError):
        measure.assert_same(np.array(bias[2]), np.array(other[2][:8]), 1e-12)


@pytest.mark.parametrize("robot", ROBOTS)
def test_matrices_come_by_columns_without_their_zeros(libraries, robot) -> None:
    function, expanded = external(libraries, robot, "inertia_matrix"), expression(robot, KERNELS[0])
    assert function.sparsity_out(0) == expanded.sparsity_out(0)
    measure.assert_same(*(f(*states(function)).full() for f in (function, expanded)), 1e-12)


def test_inputs_that_are_zero_and_results_that_nobody_wants_need_no_memory(libraries) -> None:
    function = external(libraries, "scara", "inverse_dynamics")
    (q, _, qdd), nothing = states(function), ca.DM(4, 1)
    given = function(q, nothing, qdd)
    assert nothing.nnz() == 0
    measure.assert_same(given.full(), function(q, np.zeros(4), qdd).full(), 0)
    jacobian = function.jacobian()
    whole = jacobian(q, nothing, qdd, nothing)
    one = ca.MX.sym("q", 4)
    third = ca.Function("third", [one], [jacobian(one, nothing, qdd, nothing)[2]])
    measure.assert_same(third(q).full(), whole[2].full(), 0)


def test_a_state_without_solution_is_an_error(tmp_path: Path) -> None:
    point = tmp_path / "point.yaml"
    point.write_text(STRETCHED)
    output = generate(point, Options(languages=("casadi",), kernels=("forward_dynamics",)))
    arm = ca.external("point_fd", str(compiled(tmp_path, output)))
    assert np.isfinite(arm([0.3, 1.0], [0, 0], [1, 1]).full()).all()
    with pytest.raises(RuntimeError, match="point_fd"):
        arm([0.3, 0.0], [0, 0], [1, 1])


def swing(dynamics: Any, steps: int = 12) -> tuple[float, int]:
    """Swing an arm with the least torques; return the cost and how many iterations it took."""
    n, h = dynamics.size1_in(0), 0.5 / steps
    q, v, u = (ca.MX.sym(name, n, steps + 1) for name in ("q", "v", "u"))
    a = [dynamics(q[:, k], v[:, k], u[:, k]) for k in range(steps + 1)]
    gaps = [q[:, 0], v[:, 0], q[:, steps] - 0.4, v[:, steps]]
    for k in range(steps):
        gaps.append(q[:, k + 1] - q[:, k] - h / 2 * (v[:, k] + v[:, k + 1]))
        gaps.append(v[:, k + 1] - v[:, k] - h / 2 * (a[k] + a[k + 1]))
    problem = {"x": ca.veccat(q, v, u), "f": ca.sumsqr(u), "g": ca.vertcat(*gaps)}
    quiet = {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes", "max_iter": 60}}
    solver = ca.nlpsol("solver", "ipopt", problem, quiet)
    found = solver(x0=0, lbg=0, ubg=0)
    assert solver.stats()["success"]
    return float(found["f"]), solver.stats()["iter_count"]


def test_ipopt_takes_the_same_way_with_exact_hessians(libraries) -> None:
    cost, iterations = swing(external(libraries, "scara", "forward_dynamics"))
    expected, wanted = swing(expression("scara", "forward_dynamics"))
    assert abs(cost - expected) <= 1e-9 * expected
    assert iterations == wanted


def test_the_example_finds_the_same_motion_with_both(libraries, monkeypatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    solved = importlib.import_module("optimal_control").solved
    kernel, steps = "inverse_dynamics", 10
    found = solved(external(libraries, "scara", kernel), steps)
    wanted = solved(expression("scara", kernel), steps)
    assert found.stats["success"]
    assert abs(found.cost - wanted.cost) <= 1e-9 * wanted.cost
    measure.assert_same(found.q, wanted.q, 1e-7)
    assert abs(found.q[:, -1] - np.linspace(1, 0.5, 4)).max() < 1e-7


def test_externals_are_built_and_kept(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    kernels = "inertia_matrix,udut"
    inertia = gen_robot.casadi.external("two_link", "inertia_matrix", kernels=kernels)
    assert (inertia.name(), inertia.name_in(), inertia.size_out(0)) == (
        "two_link_im",
        ["q"],
        (2, 2),
    )
    factors = gen_robot.casadi.external("two_link", "udut", kernels=kernels)
    assert factors.name_out() == ["U", "D"]
    kept = [path for path in (tmp_path / "cache").iterdir() if not path.name.startswith(".")]
    assert len(kept) == 1


STRETCHED = """\
name: point
convention: modified_dh
links:
  - {name: a, joint: revolute, dh: {}, mass: 0, com: [0, 0, 0], inertia: {}}
  - {name: b, joint: revolute, dh: {a: 1}, mass: 1, com: [1, 0, 0], inertia: {}}
"""
