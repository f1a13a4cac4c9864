"""The order of values: angles first, then the algorithm's own, each under its own link's step."""

from __future__ import annotations

import pytest

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.naming import stated
from gen_robot.ir.node import COS, LEAVES, SIN, Node
from gen_robot.ir.order import Order, order
from scheduled_kernels import ROBOTS, kernels


def ordered(kernel: KernelGraph) -> Order:
    return order(kernel, stated(kernel))


def place(found: Order, node: Node) -> int:
    return found.all.index(node)


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_value_comes_after_its_arguments(robot: str) -> None:
    for kernel in kernels(robot).values():
        seen: set[int] = set()
        for node in ordered(kernel).all:
            assert all(a.id in seen or a.op in LEAVES for a in node.arguments)
            assert node.id not in seen
            seen.add(node.id)
        assert {n.id for n in kernel.roots} <= seen


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_cosine_and_sine_of_a_robot_is_an_angle_s(robot: str) -> None:
    for kernel in kernels(robot).values():
        found = ordered(kernel)
        assert not [n for n in found.nodes if n.op in (COS, SIN)]
        arguments = [angle.value for angle in found.angles]
        assert len(arguments) == len(set(arguments)) == kernel.operations.sincos


def test_angles_are_pairs_where_both_functions_are_needed() -> None:
    x, y, z = Graph().inputs("x", 3)
    total = x + y * Number("0.5")
    found = ordered(KernelGraph(x.graph, {"y": [total.cos() * total.sin(), z.sin()]}))
    assert [(a.value, a.cosine, a.sine) for a in found.angles] == [
        (total, total.cos(), total.sin()),
        (z, None, z.sin()),
    ]
    assert found.sums == (y * Number("0.5"), total)


def test_a_sine_of_what_is_computed_stays_in_its_place() -> None:
    x = Graph().input("x", 0)
    inner = x.cos()
    outer, quotient = inner.sin(), (1 / x).sin()
    found = ordered(KernelGraph(x.graph, {"y": [outer, quotient]}))
    assert [a.cosine for a in found.angles] == [inner]
    assert outer in found.nodes and quotient in found.nodes


def two_links() -> tuple[Graph, list[Node]]:
    graph = Graph()
    x = graph.inputs("x", 4)
    return graph, x


def test_a_value_stands_under_the_next_step_of_its_own_link() -> None:
    graph, (a, b, c, _) = two_links()
    graph.step(Step(2, "work on link 2"))
    own, foreign = a * b, a * c
    graph.label(own, Label("u", (2,)))
    graph.label(foreign, Label("v", (1,)))
    last = own + c
    graph.label(last, Label("w", (2,)))
    graph.step(Step(1, "work on link 1"))
    result = foreign * last
    found = ordered(KernelGraph(graph, {"y": [result]}))
    assert found.steps[foreign.id].link == 1
    assert place(found, last) < place(found, foreign) < place(found, result)


def test_or_under_an_earlier_one_if_it_is_needed_before_the_next() -> None:
    graph, (a, b, c, d) = two_links()
    graph.step(Step(1, "work on link 1"))
    first = a * b
    graph.label(first, Label("u", (1,)))
    graph.step(Step(2, "work on link 2"))
    foreign = c * (first + d)
    graph.label(foreign, Label("v", (1,)))
    needed = foreign * b
    graph.label(needed, Label("w", (2,)))
    found = ordered(KernelGraph(graph, {"y": [needed]}))
    assert found.steps[foreign.id].link == found.steps[(first + d).id].link == 1


def test_and_where_it_was_made_if_neither_is_possible() -> None:
    graph, (a, b, c, _) = two_links()
    graph.step(Step(2, "work on link 2"))
    before = a * b
    graph.label(before, Label("u", (2,)))
    foreign = before * c
    graph.label(foreign, Label("v", (1,)))
    needed = foreign + b
    graph.label(needed, Label("w", (2,)))
    graph.step(Step(1, "work on link 1"))
    _ = a + c
    found = ordered(KernelGraph(graph, {"y": [needed, a + c]}))
    assert found.steps[foreign.id].link == 2


def test_a_pair_of_links_may_stand_under_either() -> None:
    graph, (a, b, _, _) = two_links()
    for link in (3, 2, 1):
        graph.step(Step(link, "work"))
        node = a * b if link == 2 else a + link
    pair = a * b
    graph.label(pair, Label("N", (3, 2)))
    assert ordered(KernelGraph(graph, {"y": [pair, node]})).steps[pair.id].link == 2


def test_what_a_guard_asks_about_does_not_move_and_nothing_is_divided_before() -> None:
    graph, (a, b, c, _) = two_links()
    graph.step(Step(1, "work on link 1"))
    first = a + b
    graph.label(first, Label("f", (1,)))
    graph.step(Step(2, "work on link 2"))
    pivot = b * c
    graph.label(pivot, Label("d", (1,)))
    quotient = a / pivot
    graph.label(quotient, Label("l", (1,)))
    used = quotient * first
    graph.label(used, Label("w", (2,)))
    guard = Guard((1,), pivot, graph.const(0))
    found = ordered(KernelGraph(graph, {"y": [used]}, (guard,)))
    assert found.steps[pivot.id].link == found.steps[quotient.id].link == 2


def test_the_algorithm_s_own_order_stays_where_nothing_is_misplaced() -> None:
    graph, (a, b, c, d) = two_links()
    made = []
    for link in (1, 2, 1):
        graph.step(Step(link, f"work {len(made)}"))
        node = (made[-1] if made else a) * b + (c, d)[link - 1]
        graph.label(node, Label("u", (link,), str(len(made))))
        made.append(node)
    found = ordered(KernelGraph(graph, {"y": made}))
    assert [n for n in found.nodes if n in made] == made
