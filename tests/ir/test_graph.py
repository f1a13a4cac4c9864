"""The graph folds what always wins, shares what is equal, and means what it says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen_robot.algebra.number import PI, Number
from gen_robot.ir.count import count
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph, live
from gen_robot.ir.node import Node


@pytest.fixture
def xyz() -> list[Node]:
    return Graph().inputs("x", 3)


def test_equal_expressions_are_one_node(xyz: list[Node]) -> None:
    x, y, _ = xyz
    assert x + y is y + x
    assert x * y is y * x
    assert (x - y) is -(y - x)
    assert (-x) * y is -(x * y)
    assert (-x) * (-y) is x * y
    assert (-x).cos() is x.cos()
    assert (-x).sin() is -(x.sin())
    assert Number("-2.5") * x is -(Number("2.5") * x)
    assert x - (-y) is x + y


def test_zeros_and_ones_vanish(xyz: list[Node]) -> None:
    x, y, _ = xyz
    assert x + 0 is x
    assert x * 1 is x
    assert 0 - x is -x
    assert (x * 0).number == 0
    assert (x - x).number == 0
    assert x * -1 is -x
    assert (x + y) - y is x
    assert x - (x - y) is y
    assert (x / x).number == 1


def test_constants_fold_at_full_precision(xyz: list[Node]) -> None:
    x = xyz[0]
    graph = x.graph
    third = graph.const(1) / 3
    assert third * 3 is graph.const(1)
    assert Number(2) * (Number(3) * x) is Number(6) * x
    assert graph.cos(graph.const(PI / 2)).number == 0
    assert (x * 3) / 3 is x


def test_counting_is_of_live_nodes_only(xyz: list[Node]) -> None:
    x, y, z = xyz
    _ = x * y * z
    tally = count([x * y + z, (x * y).sqrt(), x.sin(), x.cos(), y.sin(), x / y, -z])
    assert tally.as_dict() == {"mul": 1, "add": 1, "neg": 1, "div": 1, "sqrt": 1, "sincos": 2}
    assert tally.cost == 1 + 1 + 8 * 2


def test_ids_are_a_topological_order(xyz: list[Node]) -> None:
    x, y, z = xyz
    for node in live([(x + y) * (y - z) / x.cos()]):
        assert all(a.id < node.id for a in node.arguments)


EXPRESSIONS = st.recursive(
    st.one_of(
        st.sampled_from(["x0", "x1", "x2"]), st.sampled_from(["0", "1", "-1", "2", "0.5", "-3"])
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*"), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos"]), inner),
    ),
    max_leaves=25,
)


def folded(graph: Graph, tree: object) -> Node:
    if isinstance(tree, str):
        return graph.input("x", int(tree[1])) if tree[0] == "x" else graph.const(Number(tree))
    op, *parts = tree  # type: ignore[misc]
    nodes = [folded(graph, part) for part in parts]
    names = {"+": "add", "-": "sub", "*": "mul"}
    return graph.apply(names.get(op, op), tuple(nodes))


def plain(tree: object, x: list[float]) -> float:
    if isinstance(tree, str):
        return x[int(tree[1])] if tree[0] == "x" else float(tree)
    op, *parts = tree  # type: ignore[misc]
    a = [plain(part, x) for part in parts]
    meaning = {"neg": lambda: -a[0], "sin": lambda: math.sin(a[0]), "cos": lambda: math.cos(a[0])}
    if op in meaning:
        return meaning[op]()
    return a[0] + a[1] if op == "+" else a[0] - a[1] if op == "-" else a[0] * a[1]


@given(EXPRESSIONS)
def test_folding_does_not_change_the_value(tree: object) -> None:
    x = [0.7, -1.3, 2.1]
    graph = Graph()
    value = evaluate([folded(graph, tree)], {"x": np.array(x)})[0]
    expected = plain(tree, x)
    assert value == pytest.approx(expected, rel=1e-9, abs=1e-9 * _size(tree, x))


def _size(tree: object, x: list[float]) -> float:
    """Bound the intermediate values, which set what cancellation may leave."""
    if isinstance(tree, str):
        return abs(plain(tree, x)) + 1
    _, *parts = tree  # type: ignore[misc]
    sizes = [_size(part, x) for part in parts]
    return 1 + sum(sizes) + math.prod(sizes)
