"""Take constants below the range of a precision as zero, and with them all that they multiply.

This changes values, if by less than the precision can tell from zero; so it is none of the passes
that `optimise` tries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gen_robot.algebra.lanes import in_lanes, lanes
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.precision import Precision
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import CONST, DIV, Node
from gen_robot.passes.rebuild import rebuild


def drop_tiny(kernel: KernelGraph, precision: Precision) -> KernelGraph:
    """Return the kernel with no constant but those that are zero or large enough."""

    def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
        if old.op == CONST:
            tiny = has_tiny(old.number, precision)
            return graph.const(_without_tiny(old.number, precision)) if tiny else None
        divisor = new[old.arguments[1].id]
        # The guard of this pivot fails at every state, so nobody sees the quotient.
        return graph.const(0) if divisor.op == CONST and not divisor.number else None

    # What is left may fold to constants that were not there before.
    while any(has_tiny(node.number, precision) for node in kernel.nodes if node.op == CONST):
        kernel = _settled(rebuild(kernel, rule, (CONST, DIV)))
    return kernel


def has_tiny(number: Number, precision: Precision) -> bool:
    """Tell whether a number other than zero is too small, in any of its lanes."""
    return any(precision.is_below(x) for x in in_lanes(number, number.width))


def _without_tiny(number: Number, precision: Precision) -> Number:
    own = in_lanes(number, number.width)
    return lanes(ZERO if precision.is_below(x) else x for x in own)


def _settled(kernel: KernelGraph) -> KernelGraph:
    """Leave out guards that hold at every state; a kernel with one that never holds only fails."""
    for guard in kernel.guards:
        if joint := guard.always_fails:
            return KernelGraph(kernel.graph, {}, singular=joint)
    return replace(kernel, guards=tuple(g for g in kernel.guards if g.pivot.op != CONST))
