"""Forward mode: one sweep a direction, from the variables to the outputs."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.ir.derived import Notes, derived
from gen_robot.ir.direction import Direction
from gen_robot.ir.graph import live
from gen_robot.ir.node import ACROSS, LEAVES, Node, Operand
from gen_robot.ir.ops import OPERATIONS

Tangents = dict[int, Node]
"""By a node's id: its derivative along one direction; what is not there is zero."""


def forward(outputs: Sequence[Node], by: Sequence[Direction]) -> list[list[Node]]:
    """Return the derivative of each output (rows) along each of the directions."""
    graph = outputs[0].graph
    nodes, labels, zero = live(outputs), graph.labels, graph.const(0)
    partials: dict[int, tuple[Operand, ...]] = {}
    given = {node.id for direction in by for node in direction.rates}
    notes = Notes(graph)
    columns: list[Tangents] = []
    for direction in by:
        rates = {node.id: graph.node(rate) for node, rate in direction.rates.items()}
        tangents = {number: rate for number, rate in rates.items() if rate is not zero}
        for node in nodes:
            if node.op in LEAVES or node.id in given:
                continue
            if not any(a.id in tangents for a in node.arguments):
                continue
            notes.beside(node)
            if node.op in ACROSS:  # linear: of the derivative what is taken of the value
                value, number = node.arguments
                total = graph.apply(node.op, (tangents[value.id], number))
            else:
                if node.id not in partials:
                    partials[node.id] = OPERATIONS[node.op].partials(node, *node.arguments)
                total = _chained(node, partials[node.id], tangents)
            if total is not zero:
                tangents[node.id] = total
                if node.id in labels:
                    notes.name(total, derived(labels[node.id], direction.name))
        columns.append(tangents)
    notes.end()
    return [[column.get(output.id, zero) for column in columns] for output in outputs]


def _chained(node: Node, partials: tuple[Operand, ...], tangents: Tangents) -> Node:
    """Return the derivative of a node from those of its arguments."""
    graph = node.graph
    total = graph.const(0)
    for argument, partial in zip(node.arguments, partials, strict=True):
        if argument.id in tangents:
            total = total + graph.node(partial) * tangents[argument.id]
    return total
