"""Graphs of lanes: what is said of one lane holds in each of them."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.precision import SINGLE
from gen_robot.ir.count import Operations, count, issued
from gen_robot.ir.differentiate import differentiate
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph, live
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.passes import optimise
from gen_robot.passes.drop_tiny import drop_tiny
from gen_robot.passes.rebuild import rebuild

WIDE = 3
MIXED = lanes(map(Number, ("-2", "0", "0.5")))
SENSE = lanes((ONE, -ONE, ONE))


def legs() -> tuple[Node, Node, Node]:
    """Return an input of lanes, a scalar, and a value of both."""
    graph = Graph()
    q, x = graph.input("q", (4, 0, 2)), graph.input("x", 0)
    return q, x, (q * MIXED + x * x).cos() * q


def taken(value: Node) -> list[Node]:
    graph = value.graph
    each = [graph.lane(value, graph.const(k)) for k in range(WIDE)]
    return [*each, graph.lane_sum(value, graph.const(WIDE))]


def expected(q: np.ndarray, x: np.ndarray) -> np.ndarray:
    own = q[..., [4, 0, 2]]
    value = np.cos(own * np.array([-2, 0, 0.5]) + x**2) * own
    return np.concatenate([value, value.sum(axis=-1, keepdims=True)], axis=-1)


@pytest.fixture
def inputs() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {"q": rng.normal(size=(7, 5)), "x": rng.normal(size=(7, 1))}


def test_a_graph_of_lanes_means_what_each_lane_does(inputs: dict[str, np.ndarray]) -> None:
    found = evaluate(taken(legs()[2]), inputs)
    np.testing.assert_allclose(found, expected(**inputs), rtol=1e-14)


def test_exact_evaluation_agrees(inputs: dict[str, np.ndarray]) -> None:
    state = {name: [Number(repr(float(v))) for v in a[0]] for name, a in inputs.items()}
    found = [float(v) for v in evaluate_exactly(taken(legs()[2]), state)]
    np.testing.assert_allclose(found, expected(**inputs)[0], rtol=1e-14)


def test_passes_keep_lanes(inputs: dict[str, np.ndarray]) -> None:
    value = legs()[2]
    kernel = KernelGraph(value.graph, {"y": taken(value)})
    for other in (rebuild(kernel), optimise(kernel)):
        found = evaluate(other.outputs["y"], inputs)
        np.testing.assert_allclose(found, expected(**inputs), rtol=1e-14)


def test_derivatives_go_through_sums_and_lanes(inputs: dict[str, np.ndarray]) -> None:
    _, x, value = legs()
    rows = differentiate(taken(value), [x])
    step = 1e-6
    moved = [expected(inputs["q"], inputs["x"] + h) for h in (step, -step)]
    found = evaluate([row[0] for row in rows], inputs)
    np.testing.assert_allclose(found, (moved[0] - moved[1]) / (2 * step), rtol=1e-6, atol=1e-8)


def test_a_sign_is_taken_out_of_all_lanes_alike() -> None:
    q, x, _ = legs()
    assert q * MIXED is -(q * -MIXED)
    assert x + q * MIXED is x - q * -MIXED


def test_what_is_the_same_in_all_lanes_is_a_scalar() -> None:
    q, x, _ = legs()
    graph = q.graph
    three = graph.const(3)
    assert graph.lane_sum(x, three) is 3 * x
    assert graph.lane(x, graph.const(2)) is x
    assert graph.lane(q, graph.const(2)) is graph.input("q", 2)
    assert graph.lane_sum(graph.const(MIXED), three) is graph.const(Number("-1.5"))
    assert (x * graph.const(MIXED)).width == (x * q).width == WIDE
    assert graph.lane_sum(-q, three) is -graph.lane_sum(q, three)


def test_an_operation_counts_once_a_lane_and_once_where_time_is_weighed() -> None:
    q, x, _ = legs()
    total = q.graph.lane_sum((q * q + x) * x.cos(), q.graph.const(WIDE))
    assert count([total]) == Operations(mul=6, add=5, sincos=1)
    assert issued(live([total])) == Operations(mul=2, add=3, sincos=1)


def test_a_sense_is_a_sign_where_lanes_are_apart() -> None:
    q, _, _ = legs()
    assert count(taken(q * SENSE)[:WIDE]) == Operations(neg=1)


def test_constants_too_small_are_zero_lane_by_lane() -> None:
    q, x, _ = legs()
    tiny = lanes(map(Number, ("1e-50", "2", "3")))
    kernel = KernelGraph(q.graph, {"y": taken(q * tiny + x)})
    found = drop_tiny(kernel, SINGLE)
    constants = [n.number for n in found.nodes if n.op == CONST and n.width > 1]
    assert constants == [lanes(map(Number, (0, 2, 3)))]


def test_a_guard_names_the_lane_that_never_holds() -> None:
    graph = Graph()
    pivots = graph.const(lanes(map(Number, (1, 0, 2))))
    assert Guard((4, 5, 6), pivots, graph.const(0)).always_fails == 5
    assert not Guard((4, 5, 6), pivots, graph.const(-1)).always_fails
