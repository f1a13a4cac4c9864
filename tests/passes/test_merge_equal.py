"""Values that are one at every state are computed once; those that only look so at some are not."""

from __future__ import annotations

import pytest

from exactly_same import assert_same_exactly, state_of
from gen_robot.algebra.number import ONE, Number
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.passes.merge_equal import merge_equal
from random_robots import random_robot
from shipped_robots import described
from traced_kernels import HELD, PLAIN, Way, graph_of, model_of, way


def kernel(*outputs: Node, guards: tuple[Guard, ...] = ()) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)}, guards)


def ops(traced: KernelGraph) -> tuple[int, int]:
    return traced.operations.mul, traced.operations.add


def inputs() -> tuple[Node, Node, Node]:
    x, y, z = Graph().inputs("x", 3)
    return x, y, z


# What is merged -----------------------------------------------------------------------------------


def test_equal_values_become_the_one_that_is_computed_first() -> None:
    x, y, _ = inputs()
    found = merge_equal(kernel((x + y) * (x - y), x * x - y * y))
    first, second = found.outputs["y"]
    assert first is second
    assert ops(found) == (1, 2)


def test_opposite_values_become_one_and_a_minus() -> None:
    x, y, z = inputs()
    found = merge_equal(kernel((x - y) * z, y * z - x * z))
    first, second = found.outputs["y"]
    assert ops(found) == (1, 1)
    assert second.op == "neg"
    assert second.arguments[0] is first


def test_values_that_are_an_input_become_the_input() -> None:
    x, y, z = inputs()
    c, s = z.cos(), z.sin()
    found = merge_equal(kernel((c * x + s * y) * c + (s * x - c * y) * s, (-x * c) * c - x * s * s))
    first, second = found.outputs["y"]
    assert ops(found) == (0, 0)
    assert first.place == ("x", 0)
    assert second.op == "neg"


def test_values_that_never_change_become_numbers() -> None:
    x, y, z = inputs()
    one = x.cos() * x.cos() + x.sin() * x.sin()
    found = merge_equal(kernel(one, one * y, one * 3 - 3, z / one))
    first, second, third, fourth = found.outputs["y"]
    assert (first.op, first.number) == (CONST, ONE)  # and not almost one
    assert (third.op, third.number) == (CONST, Number(0))
    assert [n.place for n in (second, fourth)] == [("x", 1), ("x", 2)]


def test_kernels_with_guards_come_back_unchanged() -> None:
    """What is left of a singular matrix cancels, and a guard has to see it."""
    x, y = Graph().inputs("x", 2)
    pivot, limit = x * x - y * y, x * 2
    given = kernel((x + y) * (x - y), guards=(Guard((1,), pivot, limit),))
    assert merge_equal(given) is given


# What is not --------------------------------------------------------------------------------------


def test_values_that_agree_where_signs_are_positive_are_kept_apart() -> None:
    x, y, _ = inputs()
    friction = kernel(x.signum() * x, x * 1 + y, x.signum() * y, y * 1, x.signum() * x.signum() * y)
    assert merge_equal(friction) is friction
    state = {"x": [Number(-2), Number(3), Number(5)]}
    assert evaluate_exactly(friction.outputs["y"], state)[0] == Number(2)


def test_values_that_agree_where_what_is_squared_is_positive_are_kept_apart() -> None:
    """The root of x^2 is not x."""
    x, y, _ = inputs()
    for value in (x, x.cos(), x * y):
        roots = kernel((value * value).sqrt() * y, value * y, (value * value).sqrt())
        found = merge_equal(roots)
        state = {"x": [Number(-2), Number(3), Number(5)]}
        expected = evaluate_exactly(roots.outputs["y"], state)
        assert_same_exactly(evaluate_exactly(found.outputs["y"], state), expected)
        assert found.operations.sqrt == 1


def test_squares_of_roots_are_what_is_below_them() -> None:
    x, y, _ = inputs()
    root = (x * x + y * y).sqrt()
    found = merge_equal(kernel(root * root, (x * x + y * y) * 1, x / root))
    assert found.outputs["y"][0] is found.outputs["y"][1]
    assert found.operations.sqrt == 1


def test_nearly_equal_values_are_kept_apart() -> None:
    x, y, _ = inputs()
    near = kernel(x * y, x * (y * (ONE + Number("1e-30"))), x * (y + Number("1e-30")))
    assert merge_equal(near) is near


def test_lanes_are_left_alone() -> None:
    graph = Graph()
    x, y = graph.input("x", (0, 1)), graph.input("x", (2, 3))
    a, b = graph.inputs("x", 2)
    first, second = (x + y) * (x - y), x * x - y * y
    wide = [graph.lane(n, graph.const(lane)) for n in (first, second) for lane in (0, 1)]
    lanes = kernel(*wide)
    assert merge_equal(lanes) is lanes
    # What is beside them is merged.
    both = kernel(*wide, (a + b) * (a - b), a * a - b * b)
    found = merge_equal(both)
    assert found.operations.cost == both.operations.cost - 3
    state = {"x": [Number(k + 2) / 7 for k in range(4)]}
    expected = evaluate_exactly(both.outputs["y"], state)
    assert_same_exactly(evaluate_exactly(found.outputs["y"], state), expected)


def test_kernels_that_cannot_be_evaluated_come_back_as_they_are() -> None:
    """Numbers that come at run time are drawn, too: they need not be those of a robot."""
    x, y, z = inputs()
    equal = ((x + y) * (x - y), x * x - y * y)
    for impossible in ((-(x * x) - 1).sqrt(), z / ((x + y) * 2 - (x * 2 + y * 2))):
        before = kernel(*equal, impossible)
        assert merge_equal(before) is before
        assert merge_equal(kernel(*equal)).operations.cost < kernel(*equal).operations.cost


def test_a_kernel_without_such_values_comes_back_as_it_is() -> None:
    x, y, z = inputs()
    before = kernel(x * y + z, x.cos() * z, -x * z)
    assert merge_equal(before) is before


# Kernels ------------------------------------------------------------------------------------------

WAYS = (
    way("inertia_matrix", "gah"),
    way("inverse_dynamics", "gibbs_appell"),
    way("forward_dynamics", "cholesky"),
    way("inertia_inverse", "cholesky"),
)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("robot", ["puma560", "stanford", "torso", "tree"])
def test_kernels_keep_their_values_exactly(robot: str, way: Way) -> None:
    description = random_robot(11, 5, branched=True) if robot == "tree" else described(robot)
    for form in (PLAIN, HELD):
        model = model_of(description, form)
        before = graph_of(model, way, friction=True, passes=False)
        after = merge_equal(before)
        assert after.operations.cost <= before.operations.cost
        state = state_of(model, 7)
        for name, nodes in before.outputs.items():
            expected = evaluate_exactly(nodes, state)
            assert_same_exactly(evaluate_exactly(after.outputs[name], state), expected)
