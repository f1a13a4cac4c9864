"""Constants below a precision's range vanish, with what is multiplied by them and nothing else."""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.algebra.precision import DOUBLE, SINGLE
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.passes.drop_tiny import drop_tiny

TINY = Number("1e-40")


def kernel(*outputs: Node, guards: tuple[Guard, ...] = ()) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)}, guards)


def test_a_product_with_a_tiny_constant_vanishes() -> None:
    x, y = Graph().inputs("x", 2)
    found = drop_tiny(kernel(x * TINY + y * 2, x * TINY, x.graph.const(-TINY)), SINGLE)
    assert (found.operations.mul, found.operations.add) == (1, 0)
    assert [node.op == CONST and not node.number for node in found.outputs["y"]] == [
        False,
        True,
        True,
    ]


def test_what_a_precision_can_hold_stays_as_it_is() -> None:
    x, y = Graph().inputs("x", 2)
    before = kernel(x * TINY + y * 2)
    assert drop_tiny(before, DOUBLE) is before


def test_what_folds_to_a_tiny_constant_vanishes_too() -> None:
    x, y = Graph().inputs("x", 2)
    small = Number("1e-30")
    found = drop_tiny(kernel((x * TINY + small) * (y * TINY + small) + y), SINGLE)
    (only,) = found.outputs["y"]
    assert only.op != CONST
    assert found.operations.cost == 0


def test_a_kernel_whose_pivot_vanishes_fails_at_every_state_like_one_without_inertia() -> None:
    x, y = Graph().inputs("x", 2)
    pivot = x * TINY
    guards = (Guard((1,), y, x), Guard((2,), pivot, x.graph.const(0)))
    found = drop_tiny(kernel(y / pivot, guards=guards), SINGLE)
    assert found.singular == 2
    assert found.outputs == {}


def test_a_guard_that_holds_at_every_state_is_left_out() -> None:
    x, y = Graph().inputs("x", 2)
    guards = (Guard((1,), x * TINY + 1, x.graph.const(TINY)), Guard((2,), y, x.graph.const(TINY)))
    found = drop_tiny(kernel(y, guards=guards), SINGLE)
    assert [guard.joints for guard in found.guards] == [(2,)]
    assert not found.guards[0].limit.number
