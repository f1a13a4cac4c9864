"""Derivatives on the graph are those of the function that the graph computes."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from gen_robot.algebra.number import Number
from gen_robot.ir.count import count
from gen_robot.ir.differentiate import Mode, differentiate
from gen_robot.ir.direction import Direction
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import LEAVES, Node
from gen_robot.ir.run import run
from gen_robot.ir.schedule import schedule

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
def test_derivatives_agree_with_sympy_in_every_mode(tree: object) -> None:
    symbols = sympy.symbols("x0:3", real=True)
    at = dict(zip(symbols, map(sympy.Rational, AT), strict=True))
    formula = sympy_of(tree)
    expected = [float(sympy.N(sympy.diff(formula, x).subs(at), 30)) for x in symbols]
    for mode in Mode:
        graph = Graph()
        x = graph.inputs("x", 3)
        (row,) = differentiate([node_of(graph, tree)], x, mode)
        found = evaluate_exactly(row, {"x": [Number(v) for v in AT]})
        assert [float(v) for v in found] == pytest.approx(expected, rel=1e-12, abs=1e-12)


def pendulum(graph: Graph) -> tuple[list[Node], list[Node]]:
    """Return inputs and outputs of a graph that uses every smooth operation."""
    q = graph.inputs("q", 3)
    c, s = (q[0] + q[1]).cos(), (q[0] + q[1]).sin()
    y = [c * q[2] - s / (2 + q[2] * q[2]), (q[0] * q[0] + c * c + 1).sqrt(), -(s * c) * q[1]]
    return q, y


@pytest.mark.parametrize("mode", Mode)
def test_derivatives_agree_with_differences_of_sixty_digits(mode: Mode) -> None:
    graph = Graph()
    q, y = pendulum(graph)
    J = differentiate(y, q, mode)
    at, h = [Number("0.3"), Number("-0.8"), Number("1.7")], Number("1e-20")
    for k in range(3):
        moved = [[x + s * h if i == k else x for i, x in enumerate(at)] for s in (1, -1)]
        plus, minus = (evaluate_exactly(y, {"q": state}) for state in moved)
        found = evaluate_exactly([row[k] for row in J], {"q": at})
        for a, b, derivative in zip(plus, minus, found, strict=True):
            assert abs(float((a - b) / (2 * h) - derivative)) < 1e-30


@pytest.mark.parametrize("mode", Mode)
def test_along_a_direction_several_nodes_vary_at_once(mode: Mode) -> None:
    """A matrix turns with the body that it belongs to, whatever numbers it is made of."""
    graph = Graph()
    a, x, y = graph.inputs("x", 3)
    c, s = a * 2 - 1, a * a  # as if they were cosine and sine
    turned = [c * x + s * y, c * y - s * x]
    direction = Direction("e", {c: -s, s: c})
    ((dx,), (dy,)) = differentiate(turned, [direction], mode)
    at = {"x": [Number("0.7"), Number("-1.3"), Number("2.1")]}
    found, known = (evaluate_exactly(v, at) for v in ([dx, dy], [turned[1], -turned[0]]))
    assert [str(v) for v in found] == [str(v) for v in known]


@pytest.mark.parametrize("mode", Mode)
def test_an_output_may_be_a_variable_a_constant_or_part_of_another(mode: Mode) -> None:
    graph = Graph()
    x, y = graph.inputs("x", 2)
    square = x * x
    J = differentiate([x, graph.const(3), square, square * y, x - x], [x, y], mode)
    found = [[float(v) for v in evaluate_exactly(row, {"x": [Number(5), Number(7)]})] for row in J]
    assert found == [[1, 0], [0, 0], [10, 0], [70, 25], [0, 0]]


def test_a_turned_vector_s_derivative_costs_nothing() -> None:
    """x' = c x + s y and y' = c y - s x are each other's derivatives by the angle."""
    graph = Graph()
    q, x, y = graph.inputs("q", 3)
    turned = [q.cos() * x + q.sin() * y, q.cos() * y - q.sin() * x]
    for mode in (Mode.FORWARD, Mode.TURNS_FORWARD, Mode.TURNS_REVERSE, Mode.CROSS_COUNTRY):
        ((dx,), (dy,)) = differentiate(turned, [q], mode)
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


def chain(graph: Graph) -> tuple[Node, list[Node]]:
    """Return a variable and what follows from it in two named steps."""
    x = graph.input("q", 0)
    graph.step(Step(1, "first"))
    first = x * x.sin() + 2
    graph.label(first, Label("v", (1,), "x"))
    graph.step(Step(2, "second"))
    second = first * first * x + first
    graph.label(second, Label("tau", (2,)))
    return x, [first, second]


def headings_of(graph: Graph, node: Node) -> str:
    return graph.steps[graph.step_of[node.id]].heading


def test_a_derivative_stands_behind_its_value_s_step_and_is_named_after_it() -> None:
    graph = Graph()
    x, values = chain(graph)
    rows = differentiate(values, [x])
    assert [headings_of(graph, row[0]) for row in rows] == [
        "link 1: derivatives: first",
        "link 2: derivatives: second",
    ]
    assert [graph.labels[row[0].id].word for row in rows] == ["d_v1_x_q1", "d_tau2_q1"]
    assert graph.steps[graph.current_step] == Step(2, "second")


def test_in_reverse_mode_what_is_known_are_derivatives_of_the_output() -> None:
    graph = Graph()
    x, values = chain(graph)
    differentiate(values[1:], [x], Mode.REVERSE)
    words = {label.word: graph.nodes[k] for k, label in graph.labels.items()}
    assert headings_of(graph, words["d_tau2_v1_x"]) == "link 1: adjoints: first"
    assert graph.steps[-1] == graph.steps[graph.current_step] == Step(2, "second")


def test_the_derivatives_of_what_has_no_name_are_adjoints() -> None:
    graph = Graph()
    x, (first, second) = chain(graph)
    differentiate([second * second * x + first], [x], Mode.TURNS_REVERSE)
    assert {"bar_v1_x", "bar_tau2"} <= {label.word for label in graph.labels.values()}


@pytest.mark.parametrize("mode", Mode)
def test_what_was_there_before_keeps_its_name(mode: Mode) -> None:
    graph = Graph()
    x, values = chain(graph)
    before = dict(graph.labels)
    differentiate(values, [x], mode)
    assert before.items() <= graph.labels.items()
    assert all(graph.nodes[k].op not in LEAVES for k in graph.labels)


@pytest.mark.parametrize("mode", Mode)
def test_values_are_computed_before_they_are_used_though_derivatives_stand_among_earlier_steps(
    mode: Mode,
) -> None:
    """The derivative of the first step's value is made of a product that the third step makes."""
    graph = Graph()
    x, y = graph.inputs("x", 2)
    graph.step(Step(1, "first"))
    first = x * x * y
    graph.step(Step(2, "second"))
    second = first.sin() * 2
    graph.step(Step(3, "third"))
    third = x * y + second
    J = differentiate([first, second, third], [x, y], mode)
    outputs = {"y": [first, second, third], "J": [v for row in J for v in row]}
    at = {"x": np.array([0.3, -0.8])}
    found, _ = run(schedule(KernelGraph(graph, outputs)), at)
    for name, nodes in outputs.items():
        np.testing.assert_array_equal(found[name], evaluate(nodes, at))
