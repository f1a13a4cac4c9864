"""Directions in which a graph is differentiated: how the nodes that vary do so along each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gen_robot.ir.node import INPUT, Node, Operand


@dataclass(frozen=True, eq=False)
class Direction:
    """Say how fast nodes vary along one direction, and what values call it in their names.

    What depends on these nodes is differentiated, what they depend on is not: a node's own rate goes
    before what would follow from the nodes that it is made of, along the other directions, too.
    """

    name: str
    rates: Mapping[Node, Operand]


def along(node: Node) -> Direction:
    """Return the direction in which one node varies: derivatives along it are those by this node."""
    return Direction(_name(node), {node: 1})


def _name(node: Node) -> str:
    if node.op == INPUT:
        array, index = node.place
        return f"{array}{index + 1}" if isinstance(index, int) else array
    label = node.graph.labels.get(node.id)
    return label.word if label else f"t{node.id}"
