"""Every row of the table of operations says one and the same function in all its columns."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

import mpmath
import numpy as np
import pytest

from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import Number
from gen_robot.ir import node as nodes
from gen_robot.ir.count import Operations, count
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.node import ACROSS, COS, LEAVES, SIGN, Node
from gen_robot.ir.ops import ALWAYS, IF_LABELLED, IF_NEEDED, OPERATIONS, WEIGHTS, Operation

ROWS = pytest.mark.parametrize("row", OPERATIONS.values(), ids=OPERATIONS)
POINTS = [("0.7", "1.3"), ("2.25", "-0.6"), ("1.1", "0.9")]

REFERENCE = {
    "neg": lambda x: -x,
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "sqrt": mpmath.sqrt,
    "sign": mpmath.sign,
}
"""What each operation is, said by another library."""


def applied(row: Operation) -> tuple[list[Node], Node]:
    """Return arguments that nothing folds, and the operation on them."""
    arguments = Graph().inputs("x", row.arity)
    return arguments, row.fold(arguments[0].graph, *arguments)


def numbers(row: Operation, point: Sequence[str]) -> list[Number]:
    return [Number(text) for text in point[: row.arity]]


def test_the_table_holds_every_operation_that_a_node_can_be() -> None:
    names = {v for k, v in inspect.getmembers(nodes) if k.isupper() and isinstance(v, str)}
    assert set(OPERATIONS) == names - {*LEAVES, *ACROSS} == set(REFERENCE)


@ROWS
def test_an_operation_on_inputs_is_one_node_of_its_name(row: Operation) -> None:
    arguments, node = applied(row)
    assert (node.op, list(node.arguments)) == (row.name, arguments)
    assert node.graph.apply(row.name, tuple(arguments)) is node


@ROWS
@pytest.mark.parametrize("point", POINTS)
def test_meaning_and_exact_meaning_agree_with_another_library(
    row: Operation, point: tuple[str, str]
) -> None:
    _, node = applied(row)
    given = numbers(row, point)
    with mpmath.workdps(50):
        expected = REFERENCE[row.name](*(mpmath.mpf(x) for x in point[: row.arity]))
        exact = evaluate_exactly([node], {"x": given})[0]
        assert abs(mpmath.mpf(mpmath.nstr(expected, 40)) - mpmath.mpf(str(exact))) < 1e-15
    found = evaluate([node], {"x": np.array([float(x) for x in given])})[0]
    assert found == pytest.approx(float(expected), rel=4e-16)


@ROWS
@pytest.mark.parametrize("point", POINTS)
def test_constants_fold_to_the_exact_meaning(row: Operation, point: tuple[str, str]) -> None:
    given, graph = numbers(row, point), Graph()
    folded = row.fold(graph, *(graph.const(x) for x in given))
    assert folded.number == row.exact(*given)


@ROWS
@pytest.mark.parametrize("point", POINTS)
def test_partial_derivatives_are_the_limits_of_difference_quotients(
    row: Operation, point: tuple[str, str]
) -> None:
    arguments, node = applied(row)
    graph = node.graph
    partials = [graph.node(p) for p in row.partials(node, *arguments)]
    found = evaluate_exactly(partials, {"x": numbers(row, point)})
    with mpmath.workdps(50):
        at = tuple(mpmath.mpf(x) for x in point[: row.arity])
        for k, partial in enumerate(found):
            order = tuple(int(i == k) for i in range(row.arity))
            expected = mpmath.diff(REFERENCE[row.name], at, order)
            assert float(partial) == pytest.approx(float(expected), rel=1e-14, abs=1e-14)


@ROWS
def test_an_operation_counts_once_as_what_its_row_says(row: Operation) -> None:
    _, node = applied(row)
    expected = {row.counts: 1} if row.counts else {}
    assert count([node]) == Operations(**expected)
    assert count([node]).cost == row.weight


def test_rows_that_count_alike_weigh_alike() -> None:
    assert all(WEIGHTS[row.counts] == row.weight for row in OPERATIONS.values() if row.counts)
    assert set(WEIGHTS) == set(Operations().as_dict())


@ROWS
def test_signs_between_operands_are_for_two_and_functions_have_none(row: Operation) -> None:
    assert row.spelling.is_function == (not row.spelling.sign)
    assert row.arity == (
        2 if row.spelling.sign in ("+", "-", "*", "/") and row.name != "neg" else 1
    )
    assert row.statement in (IF_NEEDED, IF_LABELLED, ALWAYS)


def test_a_wrong_row_is_found() -> None:
    """The comparison above fails for a wrong derivative: the sine's for the cosine's."""
    x = Graph().input("x", 0)
    (wrong,) = OPERATIONS["sin"].partials(x.cos(), x)
    (right,) = OPERATIONS[COS].partials(x.cos(), x)
    values = evaluate_exactly([wrong, right], {"x": [Number("0.7")]})
    assert abs(float(values[0]) + 0.644217687237691) > 1
    assert float(values[1]) == pytest.approx(-0.644217687237691, rel=1e-14)


@ROWS
def test_on_lanes_an_operation_does_in_each_what_it_does_on_one_number(row: Operation) -> None:
    first, second = (numbers(row, point) for point in POINTS[:2])
    both = (lanes(pair) for pair in zip(first, second, strict=True))
    assert row.exact(*both) == lanes((row.exact(*first), row.exact(*second)))


def test_each_lane_has_a_sign_of_its_own() -> None:
    found = OPERATIONS[SIGN].exact(lanes((Number(3), Number(0), Number("-0.1"))))
    assert found == lanes((Number(1), Number(0), Number(-1)))
