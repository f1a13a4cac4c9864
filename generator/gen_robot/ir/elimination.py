"""Vertex elimination: derivatives of a graph in any order.

An edge from one value to another holds the derivative of the second by the first. A value between is
eliminated by joining each edge into it with each edge out of it: the product of the two is added to
what leads from the one end to the other. When all are gone, edges lead from the directions to the
outputs. From the first value to the last, this is forward mode; from the last to the first, reverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gen_robot.ir.derived import Notes
from gen_robot.ir.direction import Direction
from gen_robot.ir.graph import Label, live
from gen_robot.ir.node import ACROSS, Node
from gen_robot.ir.ops import OPERATIONS


class Elimination:
    """Hold the edges that are left; values are known by their ids, outputs by numbers behind these.

    Directions are numbers below zero.
    """

    def __init__(self, outputs: Sequence[Node], by: Sequence[Direction]) -> None:
        self.graph = outputs[0].graph
        self.nodes = self.graph.nodes[:]
        self.notes = Notes(self.graph)
        self.zero = self.graph.const(0)
        self.by, self.outputs = by, outputs
        self.into: dict[int, dict[int, Node]] = {}
        self.out_of: dict[int, dict[int, None]] = {}
        self.left: dict[int, None] = {}  # values between, in order
        self._given = {node.id for direction in by for node in direction.rates}
        for number, direction in enumerate(by):
            for node, rate in direction.rates.items():
                self._add(-1 - number, node.id, self.graph.node(rate))
        self._partials(live(outputs))
        for number, output in enumerate(outputs):
            if output.id in self.into:
                self._add(output.id, len(self.nodes) + number, self.graph.const(1))

    def _partials(self, nodes: Iterable[Node]) -> None:
        """Add the derivatives of each node by its arguments, as far as these vary."""
        for node in nodes:
            varies = [a.id in self.into for a in node.arguments]
            if node.id not in self._given and any(varies):
                assert node.op not in ACROSS, "lanes are differentiated in forward mode only"
                self.notes.beside(node)
                partials = OPERATIONS[node.op].partials(node, *node.arguments)
                for argument, partial, is_met in zip(node.arguments, partials, varies, strict=True):
                    if is_met:
                        self._add(argument.id, node.id, self.graph.node(partial))
            if node.id in self.into:
                self.left[node.id] = None

    def _add(self, start: int, end: int, value: Node) -> None:
        """Add to what leads from one value to another; zero leads nowhere."""
        zero = self.zero
        edges = self.into.setdefault(end, {}) if value is not zero else self.into.get(end, {})
        total = edges[start] + value if start in edges else value
        if total is zero:
            if edges.pop(start, None):
                del self.out_of[start][end]
        else:
            edges[start] = total
            self.out_of.setdefault(start, {})[end] = None

    def eliminate(self, number: int, *, backward: bool = False) -> list[int]:
        """Join the edges into a value with those out of it; return the values at their ends.

        What this makes stands with the values that the edges lead to; on the way back with those
        that they come from, behind all other steps.
        """
        del self.left[number]
        own, before = self.label(number), self.into.pop(number, {})
        after = [(end, self.into[end].pop(number)) for end in self.out_of.pop(number, {})]
        for start, value in before.items():
            del self.out_of[start][number]
            if isinstance(own, Label):
                self.notes.name(value, own, self.label(start))
        for end, value in after:
            self.notes.name(value, self.label(end), own)
        for end, outer in after:
            for start, inner in before.items():
                if backward:
                    self.notes.backward(self.node(start if start >= 0 else number))
                else:
                    self.notes.beside(self.node(end))
                self._add(start, end, outer * inner)
        return [k for k in (*before, *(end for end, _ in after)) if k in self.left]

    def node(self, number: int) -> Node:
        """Return a value, or an output."""
        count = len(self.nodes)
        return self.nodes[number] if number < count else self.outputs[number - count]

    def label(self, number: int) -> Label | str | None:
        """Return what a value, an output or a direction is called."""
        if number < 0:
            return self.by[-1 - number].name
        return self.graph.labels.get(self.node(number).id)

    def products(self, number: int) -> int:
        """Return how many products it takes to eliminate a value."""
        return len(self.into.get(number, ())) * len(self.out_of.get(number, ()))

    def rows(self) -> list[list[Node]]:
        """Return the derivative of each output along each direction, when nothing is left between."""
        self.notes.end()
        count = len(self.nodes)
        rows = []
        for number in range(len(self.outputs)):
            edges = self.into.get(count + number, {})
            for start, value in edges.items():
                self.notes.name(value, self.label(count + number), self.label(start))
            rows.append([edges.get(-1 - k, self.zero) for k in range(len(self.by))])
        return rows
