"""Carry a kernel into a fresh graph, node by node: what every pass is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, LANE, Node

Rule = Callable[[Graph, Node, Mapping[int, Node]], Node | None]
"""Makes, in the fresh graph, another node for an old one; None: the same again.

What the old nodes before it have become is told by their ids.
"""


def no_rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> None:
    """Make everything again."""


def rebuild(
    kernel: KernelGraph, rule: Rule = no_rule, operations: tuple[str, ...] = ()
) -> KernelGraph:
    """Return the kernel in a fresh graph that holds live nodes only, with names and steps kept.

    The rule is asked about these operations only, among which numbers may be.
    """
    old_graph, graph = kernel.graph, Graph()
    graph.steps = list(old_graph.steps)
    new: dict[int, Node] = {}
    changed: set[int] = set()  # what has become another node, or may fold with one that has
    for old in kernel.nodes:
        graph.current_step = old_graph.step_of[old.id]
        other = rule(graph, old, new) if old.op in operations else None
        if other is None and old.op == CONST:
            node = graph.const(old.number)
        elif other is None and old.op == INPUT:
            node = graph.input(*old.place)
        else:
            arguments = [new[a.id] for a in old.arguments]
            if other is None and changed.isdisjoint([a.id for a in old.arguments]):
                node = graph.again(old.op, *arguments)
            else:
                node = other or graph.apply(old.op, tuple(arguments))
                changed.add(old.id)
        new[old.id] = node
        if old.id in old_graph.labels:
            graph.label(node, old_graph.labels[old.id])

    def output(old: Node) -> Node:
        if old.op != LANE:
            return new[old.id]
        value, number = old.arguments
        return graph.lane(new[value.id], graph.const(number.number))

    return KernelGraph(
        graph,
        {name: [output(n) for n in nodes] for name, nodes in kernel.outputs.items()},
        tuple(Guard(g.joints, new[g.pivot.id], new[g.limit.id]) for g in kernel.guards),
        kernel.singular,
    )
