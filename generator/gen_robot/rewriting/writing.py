"""From sums back to a graph."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, LANE, Node
from gen_robot.rewriting.coefficients import UNITS
from gen_robot.rewriting.reading import View
from gen_robot.rewriting.sums import UNIT, Reference, Terms


def written(view: View) -> KernelGraph:
    """Return the kernel of the sums as they are now, in a fresh graph."""
    return _Writing(view).kernel()


class _Writing:
    """Hold the graph that sums are being written to."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.graph = Graph()
        self.nodes: dict[int, Node] = {}
        self.depth: dict[int, int] = {}  # of nodes, by their ids

    def kernel(self) -> KernelGraph:
        old, sums = self.view.kernel, self.view.sums
        self.graph.steps = list(old.graph.steps)
        asked = [sums.references[place] for place in self.view.roots]
        for value in self._order(value for _, value in asked):
            self._make(value)
        made = iter([self._node(reference) for reference in asked])

        def output(node: Node) -> Node:
            new = next(made)
            return self._lane(new, node) if node.op == LANE else new

        outputs = {name: [output(n) for n in nodes] for name, nodes in old.outputs.items()}
        guards = tuple(Guard(g.joints, next(made), next(made)) for g in old.guards)
        return KernelGraph(self.graph, outputs, guards, old.singular)

    def _lane(self, value: Node, old: Node) -> Node:
        return self.graph.lane(value, self.graph.const(old.arguments[1].number))

    def _order(self, roots: Iterable[int]) -> list[int]:
        """Return the values that are needed, each after those that it needs."""
        found: dict[int, None] = {}
        for root in roots:
            waiting = [(root, False)]
            while waiting:
                value, ready = waiting.pop()
                if ready:
                    found[value] = None
                elif value != UNIT and value not in found:
                    waiting.append((value, True))
                    waiting += [(each, False) for each in reversed(self._needs(value))]
        return list(found)

    def _needs(self, value: int) -> list[int]:
        sums = self.view.sums
        if value < sums.atoms:
            places = self.view.arguments[value]
            return [sums.references[place][1] for place in places]
        factors = sums.products.factors
        return [v for product in sums.terms[value] for v in factors[product]]

    def _make(self, value: int) -> None:
        sums = self.view.sums
        if value >= sums.atoms:
            self.nodes[value] = self._sum(sums.terms[value])
            return
        old = self.view.atoms[value]
        if old.op == CONST:
            node = self.graph.const(old.number)
        elif old.op == INPUT:
            node = self.graph.input(*old.place)
        else:
            places = self.view.arguments[value]
            arguments = tuple(self._node(sums.references[place]) for place in places)
            node = self.graph.apply(old.op, arguments)
        self.nodes[value] = node

    def _node(self, reference: Reference) -> Node:
        coefficient, value = reference
        number = self.view.sums.coefficients.number(coefficient)
        if value == UNIT:
            return self.graph.const(number)
        return self.nodes[value] * number

    def _sum(self, terms: Terms) -> Node:
        """Add terms up, those first that are known first."""
        waiting: list[tuple[int, int, int, Node]] = []  # depth, number, sign, node
        for number, (product, coefficient) in enumerate(terms.items()):
            node = self._product(product, coefficient)
            waiting.append((self._depth(node), number, coefficient & 1, node))
        heapify(waiting)
        number = len(waiting)
        while len(waiting) > 1:
            _, _, s, x = heappop(waiting)
            _, _, t, y = heappop(waiting)
            if s == t:
                sign, node = s, x + y
            elif s:
                sign, node = 0, y - x
            else:
                sign, node = 0, x - y
            heappush(waiting, (self._depth(node), number, sign, node))
            number += 1
        if not waiting:
            return self.graph.const(0)
        _, _, sign, node = waiting[0]
        return -node if sign else node

    def _product(self, product: int, coefficient: int) -> Node:
        """Multiply factors, and the size of a coefficient."""
        sums = self.view.sums
        size = sums.coefficients.sizes[coefficient >> 1]
        waiting = [
            (self._depth(self.nodes[v]), number, self.nodes[v])
            for number, v in enumerate(sums.products.factors[product])
        ]
        if not waiting:
            return self.graph.const(size)
        if coefficient >= UNITS:
            waiting.append((0, -1, self.graph.const(size)))
        heapify(waiting)
        number = len(waiting)
        while len(waiting) > 1:
            _, _, x = heappop(waiting)
            _, _, y = heappop(waiting)
            node = x * y
            heappush(waiting, (self._depth(node), number, node))
            number += 1
        return waiting[0][2]

    def _depth(self, node: Node) -> int:
        known = self.depth.get(node.id)
        if known is None:
            below = [self._depth(a) for a in node.arguments]
            known = self.depth[node.id] = max(below) + 1 if below else 0
        return known
