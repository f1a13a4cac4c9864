"""What values need, as sets of operations and as counts, is what their kernels cost."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.needs import Counts, Sets
from gen_robot.ir.node import Node
from shipped_robots import described
from traced_kernels import HELD, PLAIN, Way, graph_of, model_of, way

WAYS = (
    way("inertia_matrix", "crba"),
    way("inverse_dynamics", "gibbs_appell"),
    way("inertia_and_bias", "lin+lin"),
    way("forward_dynamics", "cholesky"),  # roots and quotients weigh more
)


def alone(*nodes: Node) -> KernelGraph:
    return KernelGraph(nodes[0].graph, {"y": list(nodes)})


def kernels(way: Way) -> list[KernelGraph]:
    models = [
        model_of(described(robot), form) for robot in ("puma560", "torso") for form in (PLAIN, HELD)
    ]
    return [graph_of(model, way, friction=True, passes=False) for model in models]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_kernel_needs_as_many_bits_as_it_costs_and_is_as_deep(way: Way) -> None:
    for kernel in kernels(way):
        sets, counts = Sets(kernel.graph), Counts(kernel.graph)
        assert sets.of(kernel.roots).bit_count() == kernel.operations.cost
        assert sets.depth(kernel.roots) == kernel.depth
        assert counts.weight(kernel.roots, 0) == kernel.operations.cost
        assert counts.weight(kernel.roots, 3) == kernel.operations.cost + 3 * kernel.depth


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_what_values_need_together_is_what_either_needs(way: Way) -> None:
    kernel = kernels(way)[0]
    sets, counts = Sets(kernel.graph), Counts(kernel.graph)
    for one, other in combinations(kernel.roots[:8], 2):
        both = sets.of([one]) | sets.of([other])
        assert both == sets.of([one, other])
        assert both.bit_count() == alone(one, other).operations.cost
        assert counts.weight([one, other], 2) == both.bit_count() + 2 * alone(one, other).depth


def test_counts_follow_a_graph_that_grows() -> None:
    graph = Graph()
    counts = Counts(graph)
    x = graph.inputs("x", 4)
    values: list[Node] = list(x)
    for number in range(20):
        a, b = values[-1], values[(7 * number) % len(values)]
        values.append((a * b + x[number % 4]).sqrt() if number % 5 == 4 else a * b - x[number % 4])
        roots = [values[-1], values[number]]
        own = alone(*roots)
        assert counts.weight(roots, 5) == own.operations.cost + 5 * own.depth
        assert Sets(graph).of(roots).bit_count() == own.operations.cost
    # What was asked before is answered as it was.
    for early, late in pairwise(values[4:]):
        own = alone(early, late)
        assert counts.weight([early, late], 1) == own.operations.cost + own.depth


def test_what_is_given_needs_nothing() -> None:
    graph = Graph()
    x = graph.input("x", 0)
    roots = [x, -x, x.cos(), graph.const(3)]
    sets = Sets(graph)
    assert sets.of(roots) == sets.of([]) == 0
    assert sets.depth(roots) == sets.depth([]) == 0
    assert Counts(graph).weight(roots, 9) == Counts(graph).weight([], 9) == 0
