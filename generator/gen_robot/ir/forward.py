"""Forward mode: one sweep a direction, from the variables to the outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen_robot.ir.derived import Notes
from gen_robot.ir.direction import Direction
from gen_robot.ir.graph import live
from gen_robot.ir.node import ACROSS, LEAVES, Node, Operand
from gen_robot.ir.ops import OPERATIONS

Tangents = dict[int, Node]
"""By a node's id: its derivative along one direction; what is not there is zero."""


Wanted = Callable[[int, int], bool]
"""Tells, by the number of an output and that of a direction, whether a derivative is asked for."""


def every(row: int, column: int) -> bool:
    """Ask for all of them."""
    return True


def forward(
    outputs: Sequence[Node], by: Sequence[Direction], wanted: Wanted = every
) -> list[list[Node]]:
    """Return the derivative of each output (rows) along each direction; unwanted ones are zero."""
    graph = outputs[0].graph
    labels, zero = graph.labels, graph.const(0)
    partials: dict[int, tuple[Operand, ...]] = {}
    given = {node.id for direction in by for node in direction.rates}
    notes = Notes(graph)
    columns: list[Tangents] = []
    for number, direction in enumerate(by):
        asked = [output for row, output in enumerate(outputs) if wanted(row, number)]
        rates = {node.id: graph.node(rate) for node, rate in direction.rates.items()}
        tangents = {place: rate for place, rate in rates.items() if rate is not zero}
        for node in live(asked):
            if node.op in LEAVES or node.id in given:
                continue
            if not any(a.id in tangents for a in node.arguments):
                continue
            notes.beside(node)
            if node.op in ACROSS:  # linear: of the derivative what is taken of the value
                value, lane = node.arguments
                total = graph.apply(node.op, (tangents[value.id], lane))
            else:
                if node.id not in partials:
                    partials[node.id] = OPERATIONS[node.op].partials(node, *node.arguments)
                total = _chained(node, partials[node.id], tangents)
            if total is not zero:
                tangents[node.id] = total
                if node.id in labels:
                    notes.name(total, labels[node.id], direction.name)
        columns.append(tangents)
    notes.end()
    return [[column.get(output.id, zero) for column in columns] for output in outputs]


def _chained(node: Node, partials: tuple[Operand, ...], tangents: Tangents) -> Node:
    """Return the derivative of a node from those of its arguments."""
    total: Node | None = None
    for argument, partial in zip(node.arguments, partials, strict=True):
        if argument.id in tangents:
            tangent = tangents[argument.id]
            term = tangent if partial == 1 else tangent * partial
            total = term if total is None else total + term
    assert total is not None, "nothing that the node is made of varies"
    return total
