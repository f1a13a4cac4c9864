"""Take out of kernels what depends on some of their inputs alone: it is computed once, ahead of them.

What is taken out of several kernels is put together in one graph, in which equal expressions are one
node; a kernel reads it by the node's number there, until `numbered` gives out places in an array. A
kernel may be given again after other passes: what they have made of such values alone goes, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, DIV, INPUT, MUL, NEG, SUB, Node
from gen_robot.ir.ops import OPERATIONS
from gen_robot.passes.rebuild import rebuild

Term = tuple[Node, Node | None]
"""The factor of a value in a sum, as a node of ours; what is read as it is has no value."""


class Ahead:
    """Hold what is computed ahead of kernels from an input that they have in common."""

    def __init__(self, given: str, prepared: str) -> None:
        """Take values that depend on the input `given` alone; kernels read them from `prepared`."""
        self.given, self.prepared = given, prepared
        self.graph = Graph()

    def take_out(self, kernel: KernelGraph) -> KernelGraph:
        """Return a kernel that reads the values it needs of those that can be computed ahead."""
        ahead: dict[int, Node] = {}  # by the ids of the kernel's nodes: theirs in our graph

        def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
            made = self._made(kernel.graph, old, ahead)
            if made is not None:
                ahead[old.id] = made
                return self._read(graph, made)
            if old.op in (MUL, DIV):
                return self._scaled(graph, old, [new[a.id] for a in old.arguments])
            return None

        return rebuild(kernel, rule, (CONST, INPUT, *OPERATIONS))

    def collect(self, kernel: KernelGraph) -> KernelGraph:
        """Return the kernel with like terms of sums collected as if what is read were numbers.

        As `collect_terms` does: a x + y + b x is (a + b) x + y, and a + x + b is (a + b) + x.
        """
        uses = kernel.uses
        sums = [n for n in kernel.nodes if n.op in (ADD, SUB)]
        inner = {a.id for n in sums for a in n.arguments if a.op in (ADD, SUB) and uses[a.id] == 1}

        def terms(node: Node, sign: int) -> list[Term]:
            found: list[Term] = []
            signs = (sign, sign if node.op == ADD else -sign)
            for part, own in zip(node.arguments, signs, strict=True):
                if part.id in inner:
                    found += terms(part, own)
                else:
                    factor, value = self._term(part, alone=uses[part.id] == 1)
                    found.append((factor if own > 0 else -factor, value))
            return found

        listed = {n.id: terms(n, 1) for n in sums if n.id not in inner}
        alike = {i: found for i, found in listed.items() if len({v for _, v in found}) < len(found)}

        def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
            if old.id not in alike:
                return None
            factors: dict[Node | None, Node] = {}
            for factor, value in alike[old.id]:
                factors[value] = factors[value] + factor if value in factors else factor
            total = graph.const(0)
            for value, factor in factors.items():
                own = self._read(graph, factor)
                total = total + (own if value is None else own * new[value.id])
            return total

        collected = rebuild(kernel, rule, (ADD, SUB)) if alike else kernel
        return collected if collected.operations.cost < kernel.operations.cost else kernel

    def numbered(self, kernels: Sequence[KernelGraph]) -> tuple[list[KernelGraph], KernelGraph]:
        """Return kernels that read an array, and the kernel that fills it.

        Elements are in the order in which they are computed. There is one at least, for an array of
        none is not to be had in every language.
        """
        read = {n.place[1] for k in kernels for n in k.nodes if _is(n, self.prepared)}
        wanted = [node for node in self.graph.nodes if node.id in read]
        places = {node.id: place for place, node in enumerate(wanted)}

        def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
            name, index = old.place
            if name != self.prepared:
                return None
            assert isinstance(index, int)
            return graph.input(name, places[index])

        outputs = {self.prepared: wanted or [self.graph.const(0)]}
        return [rebuild(k, rule, (INPUT,)) for k in kernels], KernelGraph(self.graph, outputs)

    def _made(self, graph: Graph, old: Node, ahead: Mapping[int, Node]) -> Node | None:
        """Return a node of a kernel's graph as one of ours; None if it depends on other inputs."""
        if old.width > 1:  # of lanes, each would need an element of its own
            return None
        if old.op == CONST:
            return self.graph.const(old.number)
        if old.op == INPUT:
            name, index = old.place
            if name not in (self.given, self.prepared):
                return None
            assert isinstance(index, int)
            return (
                self.graph.nodes[index] if name == self.prepared else self.graph.input(name, index)
            )
        if old.op not in OPERATIONS or not all(a.id in ahead for a in old.arguments):
            return None
        self.graph.step(graph.steps[graph.step_of[old.id]])
        made = self.graph.apply(old.op, tuple(ahead[a.id] for a in old.arguments))
        if old.id in graph.labels:
            self.graph.label(made, graph.labels[old.id])
        return made

    def _read(self, graph: Graph, made: Node) -> Node:
        """Return what a kernel has in place of one of our nodes; signs cost it nothing."""
        if made.op == CONST:
            return graph.const(made.number)
        if made.op == NEG:
            return graph.neg(self._read(graph, made.arguments[0]))
        return graph.input(self.prepared, made.id)

    def _scaled(self, graph: Graph, old: Node, arguments: Sequence[Node]) -> Node | None:
        """Fold a factor, or a divisor, as if it were a number: a (b x) is (a b) x."""
        x, y = arguments
        if old.op == DIV:
            if not _is(y, self.prepared):
                return None
            x, y = self._read(graph, 1 / self._ours(y)), x
        elif not _is(x, self.prepared):
            x, y = y, x
        if not _is(x, self.prepared):
            return None
        factor, other = self._split(y)
        if factor is None:
            return graph.mul(x, y)
        return graph.mul(self._read(graph, self._ours(x) * self._ours(factor)), other)

    def _term(self, part: Node, *, alone: bool) -> Term:
        """Return the factor and the value of a part of a sum; `alone`: it serves only this sum."""
        if self._is_ours(part):
            return self._ours(part), None
        factor, value = self._split(part) if alone else (None, part)
        return self.graph.const(1) if factor is None else self._ours(factor), value

    def _split(self, node: Node) -> tuple[Node | None, Node]:
        """Return the factor of a product that is a number or is read, and the other one."""
        if node.op == MUL:
            for factor, other in (node.arguments, node.arguments[::-1]):
                if self._is_ours(factor):
                    return factor, other
        return None, node

    def _is_ours(self, node: Node) -> bool:
        return (node.op == CONST and node.width == 1) or _is(node, self.prepared)

    def _ours(self, node: Node) -> Node:
        """Return the node of ours that a kernel reads, or a number."""
        if node.op == CONST:
            return self.graph.const(node.number)
        index = node.place[1]
        assert isinstance(index, int)
        return self.graph.nodes[index]


def _is(node: Node, array: str) -> bool:
    """Tell whether a node is an element of an input."""
    return node.op == INPUT and node.place[0] == array
