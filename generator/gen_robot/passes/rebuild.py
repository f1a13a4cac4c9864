"""Carry a kernel into a fresh graph, node by node: what every pass is made of."""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.ir.graph import Graph, live
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, Node

Rule = Callable[[Graph, Node, tuple[Node, ...]], Node]
"""Makes, in the fresh graph, the node for an old one whose arguments are already there."""


def same(graph: Graph, old: Node, arguments: tuple[Node, ...]) -> Node:
    """Make the same node again."""
    return graph.apply(old.op, arguments)


def rebuild(kernel: KernelGraph, rule: Rule = same) -> KernelGraph:
    """Return the kernel in a fresh graph that holds live nodes only, with names and steps kept."""
    old_graph, graph = kernel.graph, Graph()
    graph.steps = list(old_graph.steps)
    new: dict[int, Node] = {}
    for old in live(kernel.roots):
        graph.current_step = old_graph.step_of[old.id]
        if old.op == CONST:
            node = graph.const(old.number)
        elif old.op == INPUT:
            node = graph.input(*old.place)
        else:
            node = rule(graph, old, tuple(new[a.id] for a in old.arguments))
        new[old.id] = node
        if old.id in old_graph.labels:
            graph.label(node, old_graph.labels[old.id])
    return KernelGraph(
        graph,
        {name: [new[n.id] for n in nodes] for name, nodes in kernel.outputs.items()},
        tuple(Guard(c.joint, new[c.pivot.id], new[c.limit.id]) for c in kernel.guards),
        kernel.singular,
    )
