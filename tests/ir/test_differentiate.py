"""Derivatives on the graph are those of the function that the graph computes."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from gen_robot.algebra.number import Number
from gen_robot.ir.count import count
from gen_robot.ir.differentiate import differentiate
from gen_robot.ir.evaluate import evaluate, evaluate_exactly
from gen_robot.ir.graph import Graph, Step
from gen_robot.ir.node import Node

TREES = st.recursive(
    st.sampled_from(["x0", "x1", "x2", "2", "-3", "0.5"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["add", "sub", "mul"]), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos", "root", "inverse"]), inner),
    ),
    max_leaves=12,
)
AT = ("0.7", "-1.3", "2.1")


def built(tree: object, leaf: object, on: object) -> object:
    """Walk a tree; roots and quotients are kept away from zero."""
    if isinstance(tree, str):
        return leaf(tree)  # type: ignore[operator]
    op, *parts = tree  # type: ignore[misc]
    values = [built(part, leaf, on) for part in parts]
    if op in ("root", "inverse"):
        safe = on("add", on("mul", values[0], values[0]), leaf("2"))  # type: ignore[operator]
        return on("sqrt", safe) if op == "root" else on("div", leaf("1"), safe)  # type: ignore[operator]
    return on(op, *values)  # type: ignore[operator]


def node_of(graph: Graph, tree: object) -> Node:
    def leaf(text: str) -> Node:
        return graph.input("x", int(text[1])) if text[0] == "x" else graph.const(Number(text))

    return built(tree, leaf, lambda op, *a: graph.apply(op, a))  # type: ignore[return-value]


def sympy_of(tree: object) -> sympy.Expr:
    meaning = {
        "neg": lambda a: -a,
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
        "sin": sympy.sin,
        "cos": sympy.cos,
        "sqrt": sympy.sqrt,
    }

    def leaf(text: str) -> sympy.Expr:
        return sympy.Symbol(text, real=True) if text[0] == "x" else sympy.Rational(text)

    return built(tree, leaf, lambda op, *a: meaning[op](*a))  # type: ignore[return-value]


@settings(deadline=None, max_examples=60)
@given(TREES)
def test_derivatives_agree_with_sympy(tree: object) -> None:
    graph = Graph()
    x = graph.inputs("x", 3)
    (row,) = differentiate([node_of(graph, tree)], x)
    found = evaluate_exactly(row, {"x": [Number(v) for v in AT]})
    symbols = sympy.symbols("x0:3", real=True)
    at = dict(zip(symbols, map(sympy.Rational, AT), strict=True))
    formula = sympy_of(tree)
    for k, symbol in enumerate(symbols):
        expected = float(sympy.N(sympy.diff(formula, symbol).subs(at), 30))
        assert float(found[k]) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def pendulum(graph: Graph) -> tuple[list[Node], list[Node]]:
    """Return inputs and outputs of a graph that uses every smooth operation."""
    q = graph.inputs("q", 3)
    c, s = (q[0] + q[1]).cos(), (q[0] + q[1]).sin()
    y = [c * q[2] - s / (2 + q[2] * q[2]), (q[0] * q[0] + c * c + 1).sqrt(), -(s * c) * q[1]]
    return q, y


def test_derivatives_agree_with_differences() -> None:
    q, y = pendulum(Graph())
    J = differentiate(y, q)
    at, h = np.array([0.3, -0.8, 1.7]), 1e-6
    found = np.array([evaluate(row, {"q": at}) for row in J])
    for k in range(3):
        e = h * np.eye(3)[k]
        difference = (evaluate(y, {"q": at + e}) - evaluate(y, {"q": at - e})) / (2 * h)
        assert found[:, k] == pytest.approx(difference, abs=1e-8)


def test_a_turned_vector_s_derivative_costs_nothing() -> None:
    """x' = c x + s y and y' = c y - s x are each other's derivatives by the angle."""
    graph = Graph()
    q, x, y = graph.inputs("q", 3)
    turned = [q.cos() * x + q.sin() * y, q.cos() * y - q.sin() * x]
    ((dx,), (dy,)) = differentiate(turned, [q])
    assert dx is turned[1]
    assert dy is -turned[0]


def test_what_does_not_depend_on_a_variable_has_the_derivative_zero() -> None:
    graph = Graph()
    x, y = graph.inputs("x", 2)
    ((by_x, by_y),) = differentiate([x * x], [x, y])
    assert by_x is x * 2 or by_x is x + x
    assert by_y is graph.const(0)
    assert count([by_y]).cost == 0


def test_a_variable_may_be_an_inner_value() -> None:
    graph = Graph()
    x, y = graph.inputs("x", 2)
    inner = x * y
    ((by_inner,),) = differentiate([inner * x + inner.sin()], [inner])
    assert by_inner is x + inner.cos()


def test_a_derivative_belongs_to_the_step_of_its_value() -> None:
    graph = Graph()
    x = graph.input("x", 0)
    graph.step(Step(1, "first"))
    square = x * x.sin()
    graph.step(Step(2, "second"))
    _ = x + square
    ((derived,),) = differentiate([square], [x])
    assert graph.steps[graph.step_of[derived.id]] == Step(1, "first")
    assert graph.steps[graph.current_step] == Step(2, "second")
