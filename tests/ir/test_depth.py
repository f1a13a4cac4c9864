"""The depth of a kernel is its longest chain of operations, after all angles are known."""

from __future__ import annotations

import pytest

from gen_robot.ir.depth import depth
from gen_robot.ir.graph import Graph, live
from gen_robot.ir.node import Node


def deep(*roots: Node) -> int:
    return depth(live(roots), roots)


def test_what_is_given_has_no_depth() -> None:
    graph = Graph()
    assert deep() == 0
    assert deep(graph.input("q", 0), graph.const(3)) == 0


def test_sums_and_products_take_a_step() -> None:
    a, b, c = Graph().inputs("q", 3)
    assert deep(a + b) == deep(a - b) == deep(a * b) == 1
    assert deep(a * b + c) == 2
    assert deep((a * b) + (b * c)) == 2, "side by side"
    assert deep(a + b, (a * b + c) * a) == 3, "the longest of all outputs"


def test_a_division_takes_three_and_a_root_five() -> None:
    a, b = Graph().inputs("q", 2)
    assert deep(a / b) == 3
    assert deep(a.sqrt()) == 5
    assert deep((a * b + 1).sqrt() / b) == 10


def test_a_minus_is_read_where_it_is_used() -> None:
    a, b = Graph().inputs("q", 2)
    assert deep(-(a * b)) == 1


@pytest.mark.parametrize("function", [Node.sin, Node.cos])
def test_chains_begin_behind_the_angles(function: object) -> None:
    a, b, c = Graph().inputs("q", 3)
    assert callable(function)
    assert deep(function(a + b + c) * b) == 1
