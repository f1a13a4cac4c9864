"""A kernel without lanes computes what the one with lanes does, and has none."""

from __future__ import annotations

import numpy as np

import measure
from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import Number
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import Node
from gen_robot.passes.take_lanes_apart import take_lanes_apart


def legs() -> KernelGraph:
    """Three legs: a value of each, and their sum, with a guard on all."""
    graph = Graph()
    q, x = graph.input("q", (4, 0, 2)), graph.input("x", 0)
    factor = lanes(map(Number, ("-2", "0", "0.5")))
    value = (q * factor + x * x).cos() * q
    total = graph.lane_sum(value, graph.const(3))
    each = [graph.lane(value, graph.const(k)) for k in range(3)]
    return KernelGraph(graph, {"y": [*each, total, x * x]}, (Guard((5, 1, 3), value, x),))


def widths(kernel: KernelGraph) -> set[int]:
    return {node.width for node in kernel.nodes}


def test_values_and_guards_stay() -> None:
    kernel = legs()
    apart = take_lanes_apart(kernel)
    assert widths(kernel) == {1, 3}
    assert widths(apart) == {1}
    rng = np.random.default_rng(0)
    state = {"q": rng.uniform(-1, 1, (7, 5)), "x": rng.uniform(-1, 1, (7, 1))}
    measure.assert_same(
        evaluate(apart.outputs["y"], state), evaluate(kernel.outputs["y"], state), 0
    )
    assert [guard.joints for guard in apart.guards] == [(5,), (1,), (3,)]
    pivots: list[Node] = [guard.pivot for guard in apart.guards]
    measure.assert_same(evaluate(pivots, state), evaluate(kernel.outputs["y"][:3], state), 0)
