"""How many operations of a kernel must wait for each other: its longest chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gen_robot.ir.node import COS, DIV, LANE_SUM, NEG, SIN, SQRT, Node

# Others take one step; a minus is read where it is used, lanes are added up in halves.
_STEPS = {DIV: 3, SQRT: 5, NEG: 0, LANE_SUM: 2}
_BEGIN = (SIN, COS)
"""Angles are summed up and sines and cosines taken before all else, by every algorithm."""


def depth(nodes: Iterable[Node], roots: Iterable[Node]) -> int:
    """Return the steps of the longest chain that leads to a root; nodes are all it needs, in order."""
    known = steps(nodes)
    return max((known[root.id] for root in roots), default=0)


def steps(nodes: Iterable[Node], earlier: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return by a node's id the steps of the longest chain that leads to it; nodes are in order.

    Those of nodes before these may be given.
    """
    known: dict[int, int] = dict(earlier or {})
    for node in nodes:
        if not node.arguments or node.op in _BEGIN:
            known[node.id] = 0
        else:
            longest = max(known[a.id] for a in node.arguments)
            known[node.id] = longest + _STEPS.get(node.op, 1)
    return known
