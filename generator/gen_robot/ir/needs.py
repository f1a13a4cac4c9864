"""What values need: the operations that must be done for them, as sets or as counts.

A search that weighs many choices of values in one graph asks for each value's operations once, as the
bits of one number. What several values need together is the bits of all; how many there are is quick to
count.
"""

from __future__ import annotations

from collections.abc import Iterable

from gen_robot.ir.depth import steps
from gen_robot.ir.graph import Graph
from gen_robot.ir.node import Node
from gen_robot.ir.ops import OPERATIONS

_WEIGHTS = {op: row.weight for op, row in OPERATIONS.items()}


class Sets:
    """Hold of every node of a graph that is complete the operations that it needs, a bit each.

    An operation that weighs more than another has as many bits as it weighs; lanes weigh as one.
    """

    def __init__(self, graph: Graph) -> None:
        self.depths = steps(graph.nodes)
        self._of: list[int] = []
        bits = 0
        for node in graph.nodes:
            needed = 0
            for argument in node.arguments:
                needed |= self._of[argument.id]
            weight = _WEIGHTS.get(node.op, 0)
            self._of.append(needed | ((1 << weight) - 1) << bits)
            bits += weight

    def of(self, nodes: Iterable[Node]) -> int:
        """Return what these nodes need together."""
        needed = 0
        for node in nodes:
            needed |= self._of[node.id]
        return needed

    def depth(self, nodes: Iterable[Node]) -> int:
        """Return the longest chain that leads to one of these nodes."""
        return max((self.depths[node.id] for node in nodes), default=0)


class Counts:
    """Count the operations that values of a graph need while the graph grows."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._seen: list[int] = []
        self._count = 0
        self._depths: dict[int, int] = {}

    def weight(self, roots: Iterable[Node], per_step: int) -> int:
        """Return what the operations weigh, and so much more for each step of the longest chain."""
        roots = list(roots)
        self._seen += [0] * (len(self.graph.nodes) - len(self._seen))
        self._count += 1
        seen, mark, total = self._seen, self._count, 0
        stack = list(roots)
        while stack:
            node = stack.pop()
            if seen[node.id] != mark:
                seen[node.id] = mark
                total += _WEIGHTS.get(node.op, 0)
                stack += node.arguments
        return total + (per_step * self._depth(roots) if per_step else 0)

    def _depth(self, roots: list[Node]) -> int:
        first = len(self._depths)
        self._depths |= steps(self.graph.nodes[first:], self._depths)
        return max((self._depths[node.id] for node in roots), default=0)
