"""Rewrite a b + a c as a (b + c) where both products serve only this sum: one product fewer."""

from __future__ import annotations

from collections.abc import Mapping

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, MUL, SUB, Node
from gen_robot.passes.rebuild import rebuild


def factor_sums(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with common factors of two-term sums taken out."""
    uses, labels = kernel.uses, kernel.graph.labels

    def serves_one(x: Node) -> bool:
        return x.op == MUL and uses[x.id] == 1 and x.id not in labels

    sums = (n for n in kernel.nodes if n.op in (ADD, SUB))
    pairs = {n.id: n.arguments for n in sums if all(map(serves_one, n.arguments))}

    def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
        if old.id not in pairs:
            return None
        x, y = (new[a.id] for a in pairs[old.id])
        factor = _common(x, y) if x.op == y.op == MUL else None
        if factor is None:
            return None
        rest = (_other(x, factor), _other(y, factor))
        return graph.mul(factor, graph.apply(old.op, rest))

    # Without one to begin with, there will be none.
    if not any(_common(x, y) for x, y in pairs.values()):
        return kernel
    return rebuild(kernel, rule, (ADD, SUB))


def _common(x: Node, y: Node) -> Node | None:
    """Return a factor of both products, if what is left are not two constants, or None."""
    shared = [a for a in x.arguments if a in y.arguments] if x is not y else []
    if not shared:
        return None
    # Two constants would have been one product; a constant and a node stay apart.
    left_constant = all(_other(product, shared[0]).op == CONST for product in (x, y))
    return None if left_constant else shared[0]


def _other(product: Node, factor: Node) -> Node:
    a, b = product.arguments
    return b if a is factor else a
