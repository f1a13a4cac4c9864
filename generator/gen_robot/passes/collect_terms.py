"""Add up the constants of a sum, and the multiples of one value in it, before the kernel runs.

Sums whose parts serve only them are taken as one: x + 1 + (y + 2) is x + y + 3, and 2 x + y + 3 x is
5 x + y. Sums with nothing to collect stay as the algorithm wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, MUL, NEG, SUB, Node
from gen_robot.passes.rebuild import rebuild

_SUMS = (ADD, SUB, NEG)

Terms = list[tuple[Number, Node | None]]
"""Factors and values of a sum; a constant has no value."""


def collect_terms(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with like terms collected."""
    uses = kernel.uses
    inner = {a.id for n in kernel.nodes if n.op in _SUMS for a in n.arguments if uses[a.id] == 1}

    def terms(node: Node, sign: int) -> Terms:
        """List the terms of a sum, and of the sums that serve only it."""
        found: Terms = []
        signs = {ADD: (sign, sign), SUB: (sign, -sign), NEG: (-sign,)}[node.op]
        for part, own in zip(node.arguments, signs, strict=True):
            if part.op in _SUMS and uses[part.id] == 1:
                found += terms(part, own)
            elif part.op == CONST:
                found.append((_signed(part.number, own), None))
            elif part.op == MUL and part.arguments[0].op == CONST and uses[part.id] == 1:
                found.append((_signed(part.arguments[0].number, own), part.arguments[1]))
            else:
                found.append((_signed(ONE, own), part))
        return found

    sums = (n for n in kernel.nodes if n.op in (ADD, SUB) and n.id not in inner)
    collectable = {n.id: found for n in sums if _has_like(found := terms(n, 1))}

    def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
        found = collectable.get(old.id)
        return _sum(graph, found, new) if found else None

    return rebuild(kernel, rule, (ADD, SUB)) if collectable else kernel


def _signed(x: Number, sign: int) -> Number:
    return x if sign > 0 else -x


def _has_like(terms: Terms) -> bool:
    """Tell whether two terms are multiples of one value, or two are constants."""
    return len({value for _, value in terms}) < len(terms)


def _sum(graph: Graph, terms: Terms, new: Mapping[int, Node]) -> Node:
    """Add up factors times values, like ones together, the constant last."""
    factors: dict[Node | None, Number] = {}
    for factor, value in terms:
        factors[value] = factors.get(value, ZERO) + factor
    total = graph.const(0)
    for value, factor in factors.items():
        if value is not None:
            total = total + new[value.id] * factor
    return total + factors.get(None, ZERO)
