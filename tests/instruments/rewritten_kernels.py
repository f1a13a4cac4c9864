"""Kernels before and after rewriting: what they cost, and whether they are equal."""

from __future__ import annotations

from gen_robot.algebra.number import ONE, negligible
from gen_robot.ir.accuracy import exact_states
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node

STATES = 3


def cost(kernel: KernelGraph) -> int:
    return kernel.operations.mul + kernel.operations.add


def assert_equal(before: KernelGraph, after: KernelGraph) -> None:
    """Compare all outputs and all guards at random states, with 60 digits."""
    assert list(before.outputs) == list(after.outputs)
    states = exact_states(before, STATES)
    assert states
    sides = [_asked(before), _asked(after)]
    for state in states:
        for old, new in zip(*sides, strict=True):
            known, found = evaluate_exactly(old, state), evaluate_exactly(new, state)
            size = max((abs(x) for x in known), default=ONE)
            for x, y in zip(known, found, strict=True):
                assert x == y or negligible(x - y, size)


def _asked(kernel: KernelGraph) -> list[list[Node]]:
    """Return each output's nodes, those of the pivots and those of the limits."""
    pivots, limits = [g.pivot for g in kernel.guards], [g.limit for g in kernel.guards]
    return [*kernel.outputs.values(), pivots, limits]
