"""Which values get a statement, and their names."""

from __future__ import annotations

from collections import Counter

import pytest

from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.naming import names, stated
from gen_robot.ir.node import COS, SIGN, SIN, Node
from gen_robot.ir.order import order
from scheduled_kernels import ROBOTS, kernels


def kernel(*outputs: Node) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)})


def named(traced: KernelGraph) -> dict[int, Label]:
    chosen = stated(traced)
    return names(traced, order(traced, chosen), chosen)


@pytest.mark.parametrize("robot", ROBOTS)
def test_names_are_unique(robot: str) -> None:
    for traced in kernels(robot).values():
        assert max(Counter(named(traced).values()).values(), default=1) == 1


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_statement_has_a_name_and_no_other_value(robot: str) -> None:
    for traced in kernels(robot).values():
        assert set(named(traced)) == stated(traced)


def test_what_is_used_once_and_has_no_name_stands_inside() -> None:
    x, y, z = Graph().inputs("x", 3)
    assert stated(kernel((x + y) * z)) == {((x + y) * z).id}


def test_what_is_used_twice_or_labelled_or_an_output_gets_a_statement() -> None:
    x, y, z = Graph().inputs("x", 3)
    twice, labelled = x + y, y * z
    x.graph.label(labelled, Label("u", (1,)))
    result = twice * (twice + labelled)
    assert stated(kernel(result)) == {twice.id, labelled.id, result.id}


def test_a_label_earns_a_sign_no_statement() -> None:
    x, y, _ = Graph().inputs("x", 3)
    inner = x * y
    x.graph.label(-inner, Label("u", (1,)))
    result = -inner / (x + y)
    assert -inner not in kernel(result).roots
    assert (-inner).id not in stated(kernel(result))


@pytest.mark.parametrize("op", [SIGN, SIN, COS])
def test_functions_that_stand_alone_have_plain_arguments(op: str) -> None:
    x, y, z = Graph().inputs("x", 3)
    value = x.graph.apply(op, (x + y,))
    assert {value.id, (x + y).id} <= stated(kernel(value * z))


def test_leaves_get_no_statement() -> None:
    x = Graph().input("x", 0)
    assert not stated(kernel(x, x.graph.const(2)))


def test_names_do_not_depend_on_what_other_links_do() -> None:
    def graph_of(more_at_link_1: bool) -> tuple[KernelGraph, list[Node]]:
        graph = Graph()
        x, y, z = graph.inputs("x", 3)
        graph.step(Step(1, "first link"))
        first = (x + y) * (x + y) + ((x * z) * (x * z) if more_at_link_1 else z)
        graph.step(Step(2, "second link"))
        second = [(x - y) * z, (y - z) * x]
        return kernel(first, *(s * s + first for s in second)), second

    plain, rich = graph_of(False), graph_of(True)
    for a, b in zip(plain[1], rich[1], strict=True):
        assert named(plain[0])[a.id] == named(rich[0])[b.id]
    assert len(named(rich[0])) > len(named(plain[0]))


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    graph = Graph()
    x, y, _ = graph.inputs("x", 3)
    graph.step(Step(4, "fourth link"))
    for node in (x + y, x * y):
        graph.label(node, Label("u", (4,), "z"))
    found = named(kernel((x + y) / (x * y)))
    assert found[(x + y).id] == Label("u", (4,), "z")
    assert found[(x * y).id] == Label("t", (4, 1))
