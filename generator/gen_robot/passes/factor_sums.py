"""Rewrite a b + a c as a (b + c) where both products serve only this sum: one product fewer."""

from __future__ import annotations

from collections import Counter

from gen_robot.ir.graph import Graph, live
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, MUL, SUB, Node
from gen_robot.passes.rebuild import rebuild, same


def factor_sums(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with common factors of two-term sums taken out."""
    uses: Counter[int] = Counter(n.id for n in kernel.roots)
    for node in live(kernel.roots):
        uses.update(a.id for a in node.arguments)

    def rule(graph: Graph, old: Node, arguments: tuple[Node, ...]) -> Node:
        if old.op in (ADD, SUB) and all(
            x.op == MUL and uses[x.id] == 1 and x.id not in kernel.graph.labels
            for x in old.arguments
        ):
            x, y = arguments
            shared = [a for a in x.arguments if a in y.arguments] if x.op == y.op == MUL else []
            if shared and x is not y:
                factor = shared[0]
                rest = [_other(product, factor) for product in (x, y)]
                # Two constants would have been one product; a constant and a node stay apart.
                if not all(r.op == CONST for r in rest):
                    return graph.mul(factor, graph.apply(old.op, (rest[0], rest[1])))
        return same(graph, old, arguments)

    return rebuild(kernel, rule)


def _other(product: Node, factor: Node) -> Node:
    a, b = product.arguments
    return b if a is factor else a
