"""A kernel's graph as a text, whole: operations, numbers to the last digit, names, steps.

What takes minutes to find is kept so, under a name made of the text that it was found from.
"""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from gen_robot.algebra.lanes import in_lanes, lanes
from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, LANE, Node


def to_text(kernel: KernelGraph) -> str:
    """Return a kernel as JSON."""
    graph = kernel.graph
    given = {n.id: n for nodes in kernel.outputs.values() for n in nodes if n.op == LANE}
    every = {n.id: n for n in kernel.nodes} | given
    for lane in given.values():
        every |= {a.id: a for a in lane.arguments}
    nodes = [every[number] for number in sorted(every)]
    place = {node.id: k for k, node in enumerate(nodes)}
    return json.dumps(
        {
            "nodes": [[n.op, *_operands(n, place), graph.step_of[n.id]] for n in nodes],
            "labels": {place[i]: astuple(label) for i, label in graph.labels.items() if i in place},
            "steps": [astuple(step) for step in graph.steps],
            "outputs": {k: [place[n.id] for n in each] for k, each in kernel.outputs.items()},
            "guards": [[g.joints, place[g.pivot.id], place[g.limit.id]] for g in kernel.guards],
            "singular": kernel.singular,
        }
    )


def from_text(text: str) -> KernelGraph | None:
    """Return the kernel of such a text; None if it is none, or damaged."""
    try:
        return _read(json.loads(text))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


def _read(read: dict[str, Any]) -> KernelGraph:
    graph = Graph()
    graph.steps = [_step(*each) for each in read["steps"]]
    nodes: list[Node] = []
    for op, *operands, step in read["nodes"]:
        graph.current_step = step
        nodes.append(_node(graph, op, operands, nodes))
    for number, (symbol, links, *rest) in read["labels"].items():
        graph.label(nodes[int(number)], Label(symbol, tuple(links), *rest))
    return KernelGraph(
        graph,
        {name: [nodes[k] for k in each] for name, each in read["outputs"].items()},
        tuple(Guard(tuple(joints), nodes[a], nodes[b]) for joints, a, b in read["guards"]),
        read["singular"],
    )


def _step(link: int, text: str, name: str, source: str, own: list[int]) -> Step:
    return Step(link, text, name, source, tuple(own))


def _operands(node: Node, place: dict[int, int]) -> list[Any]:
    if node.op == CONST:
        return [[x.binary for x in in_lanes(node.number, node.width)]]
    if node.op == INPUT:
        return [node.place]
    return [place[argument.id] for argument in node.arguments]


def _node(graph: Graph, op: str, operands: list[Any], nodes: list[Node]) -> Node:
    if op == CONST:
        own = [Number(m) * Number(2) ** e for m, e in operands[0]]
        return graph.const(lanes(own) if len(own) > 1 else own[0])
    if op == INPUT:
        name, index = operands[0]
        return graph.input(name, index if isinstance(index, int) else tuple(index))
    return graph.intern(op, *(nodes[k] for k in operands))
