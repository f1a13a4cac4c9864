"""Rewrite a b + a c as a (b + c) where both products serve only this sum: one product fewer."""

from __future__ import annotations

from collections.abc import Mapping

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, MUL, SUB, Node
from gen_robot.passes.rebuild import rebuild


def factor_sums(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with common factors of two-term sums taken out."""
    uses = kernel.uses

    def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
        if all(
            x.op == MUL and uses[x.id] == 1 and x.id not in kernel.graph.labels
            for x in old.arguments
        ):
            x, y = (new[a.id] for a in old.arguments)
            shared = [a for a in x.arguments if a in y.arguments] if x.op == y.op == MUL else []
            if shared and x is not y:
                factor = shared[0]
                rest = [_other(product, factor) for product in (x, y)]
                # Two constants would have been one product; a constant and a node stay apart.
                if not all(r.op == CONST for r in rest):
                    return graph.mul(factor, graph.apply(old.op, (rest[0], rest[1])))
        return None

    return rebuild(kernel, rule, (ADD, SUB))


def _other(product: Node, factor: Node) -> Node:
    a, b = product.arguments
    return b if a is factor else a
