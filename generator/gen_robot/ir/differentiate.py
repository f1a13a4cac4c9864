"""Derivatives of a graph in the same graph: interning shares what is there, folding is the sparsity."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.ir.graph import live
from gen_robot.ir.node import ACROSS, LEAVES, Node, Operand
from gen_robot.ir.ops import OPERATIONS

Tangents = dict[int, Node]
"""By a node's id: its derivative by one variable; what is not there is zero."""


def differentiate(outputs: Sequence[Node], by: Sequence[Node]) -> list[list[Node]]:
    """Return the derivative of each output (rows) by each of the variables, in forward mode.

    A variable may be any node: what depends on it is differentiated, what it depends on is not. Each
    derivative belongs to the step of the value that it is the derivative of.
    """
    nodes = live(outputs)
    if not nodes:
        return []
    graph = nodes[0].graph
    partials: dict[int, tuple[Operand, ...]] = {}
    columns = []
    before = graph.current_step
    for variable in by:
        tangents: Tangents = {variable.id: graph.const(1)}
        for node in nodes:
            if node.op in LEAVES or node is variable:
                continue
            if not any(a.id in tangents for a in node.arguments):
                continue
            graph.current_step = graph.step_of[node.id]
            if node.op in ACROSS:  # linear: of the derivative what is taken of the value
                value, number = node.arguments
                total = graph.apply(node.op, (tangents[value.id], number))
            else:
                if node.id not in partials:
                    partials[node.id] = OPERATIONS[node.op].partials(node, *node.arguments)
                total = _chained(node, partials[node.id], tangents)
            if total is not graph.const(0):
                tangents[node.id] = total
        columns.append(tangents)
    graph.current_step = before
    zero = graph.const(0)
    return [[column.get(output.id, zero) for column in columns] for output in outputs]


def _chained(node: Node, partials: tuple[Operand, ...], tangents: Tangents) -> Node:
    """Return the derivative of a node from those of its arguments."""
    graph = node.graph
    total = graph.const(0)
    for argument, partial in zip(node.arguments, partials, strict=True):
        if argument.id in tangents:
            total = total + graph.node(partial) * tangents[argument.id]
    return total
