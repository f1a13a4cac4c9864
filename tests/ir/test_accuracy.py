"""The digits that a kernel loses are those that doubles lose, measured at states that it can bear."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest

from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import Number
from gen_robot.ir.accuracy import loss, random_states
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.passes.take_lanes_apart import take_lanes_apart
from random_robots import random_robot
from traced_kernels import graph_of, model_of, way

EPSILON = float(np.finfo(float).eps)


def kernel(*outputs: object) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)})  # type: ignore[attr-defined]


def test_one_rounded_operation_loses_at_most_half_a_unit() -> None:
    a, b = Graph().inputs("x", 2)
    product = kernel(a * b)
    assert 0 < loss(product, random_states(product, 20))["y"] <= EPSILON / 2


def test_what_cancels_is_seen() -> None:
    a, b = Graph().inputs("x", 2)
    large = Number(10) ** 8
    cancelling = kernel((a + large) + (b - large))
    assert loss(cancelling, random_states(cancelling, 20))["y"] > 1e6 * EPSILON


def test_an_operation_that_has_no_value_loses_everything() -> None:
    (a,) = Graph().inputs("x", 1)
    overflowing = a + Number(10) ** 308
    for _ in range(3):
        overflowing = overflowing * overflowing
    infinite = kernel(overflowing)
    assert loss(infinite, random_states(infinite, 3)) == {"y": float("inf")}


def test_outputs_are_measured_apart() -> None:
    a, b = Graph().inputs("x", 2)
    large = Number(10) ** 8
    both = KernelGraph(a.graph, {"good": [a * b], "bad": [(a + large) + (b - large)]})
    found = loss(both, random_states(both, 20))
    assert found["good"] <= EPSILON / 2 < found["bad"]


def test_states_are_those_at_which_guards_hold() -> None:
    a, b = Graph().inputs("x", 2)
    asked = KernelGraph(a.graph, {"y": [a / b]}, (Guard((1,), b, a.graph.const(Number("0.5"))),))
    states = random_states(asked, 10)
    assert len(states) == 10
    assert all(state["x"][1] > 0.5 for state in states)
    never = KernelGraph(a.graph, {"y": [a / b]}, (Guard((1,), b, a.graph.const(9)),))
    assert not random_states(never, 10)


def test_states_depend_on_names_alone() -> None:
    a, b = Graph().inputs("x", 2)
    c = a.graph.input("z", 0)
    few, more = random_states(kernel(a), 5), random_states(kernel(a * b + c), 5)
    assert [state["x"][0] for state in few] == [state["x"][0] for state in more]


def test_the_error_is_the_one_that_numpy_makes() -> None:
    graph = graph_of(model_of(random_robot(3, 4)), way("inverse_dynamics", "gibbs_appell"))
    states = random_states(graph, 10)
    tau = graph.outputs["tau"]
    worst = size = 0.0
    for state in states:
        found = evaluate(tau, {name: np.array(values) for name, values in state.items()})
        numbers = {name: [Number(str(Decimal(x))) for x in v] for name, v in state.items()}
        exact = evaluate_exactly(tau, numbers)
        worst = max(
            worst,
            *(abs(float(Number(str(Decimal(x))) - y)) for x, y in zip(found, exact, strict=True)),
        )
        size = max(size, *(abs(float(y)) for y in exact))
    # NumPy's sines may differ by a unit in the last place from those of Python.
    assert loss(graph, states)["tau"] == pytest.approx(worst / size, abs=EPSILON)


def test_lanes_lose_what_they_lose_apart() -> None:
    graph = Graph()
    q, x = graph.input("q", (4, 0, 2)), graph.input("x", 0)
    value = (q * lanes(map(Number, ("-2", "0", "0.5"))) + x * x).cos() * q
    outputs = [graph.lane(value, graph.const(k)) for k in range(3)]
    wide = KernelGraph(graph, {"y": outputs, "sum": [graph.lane_sum(value, graph.const(3))]})
    states = random_states(wide, 20)
    assert loss(wide, states) == loss(take_lanes_apart(wide), states)


def test_it_asks_for_no_numpy() -> None:
    asked = "import sys, gen_robot.ir.accuracy; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
