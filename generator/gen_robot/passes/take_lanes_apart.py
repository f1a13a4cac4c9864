"""Take lanes apart: the same kernel with a scalar node for each lane."""

from __future__ import annotations

from gen_robot.algebra.lanes import in_lanes
from gen_robot.ir.graph import Graph
from gen_robot.ir.halving import halved
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, LANE, LANE_SUM, Node


def take_lanes_apart(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel in a fresh graph without lanes; labels name the first of them."""
    old_graph, graph = kernel.graph, Graph()
    graph.steps = list(old_graph.steps)
    new: dict[int, list[Node]] = {}
    for old in kernel.nodes:
        graph.current_step = old_graph.step_of[old.id]
        new[old.id] = _apart(graph, old, [new[a.id] for a in old.arguments])
        if old.id in old_graph.labels:
            graph.label(new[old.id][0], old_graph.labels[old.id])

    def output(old: Node) -> Node:
        if old.op != LANE:
            return new[old.id][0]
        value, number = old.arguments
        return _lane(new[value.id], int(float(number.number)))

    guards = [
        Guard((joint,), _lane(new[g.pivot.id], k), _lane(new[g.limit.id], k))
        for g in kernel.guards
        for k, joint in enumerate(g.joints)
    ]
    outputs = {name: [output(n) for n in nodes] for name, nodes in kernel.outputs.items()}
    return KernelGraph(graph, outputs, tuple(guards), kernel.singular)


def _apart(graph: Graph, old: Node, arguments: list[list[Node]]) -> list[Node]:
    """Return the lanes of a node; a scalar is one."""
    if old.op == CONST:
        return [graph.const(number) for number in in_lanes(old.number, old.width)]
    if old.op == INPUT:
        name, index = old.place
        return [graph.input(name, k) for k in ([index] if isinstance(index, int) else index)]
    if old.op == LANE_SUM:
        value, count = arguments[0], int(float(old.arguments[1].number))
        return [halved([_lane(value, k) for k in range(count)], graph.add)]
    if old.op == LANE:
        return [_lane(arguments[0], int(float(old.arguments[1].number)))]
    lanes = ([_lane(each, k) for each in arguments] for k in range(old.width))
    return [graph.apply(old.op, tuple(lane)) for lane in lanes]


def _lane(value: list[Node], number: int) -> Node:
    """Return a lane; a scalar stands for all."""
    return value[number] if len(value) > 1 else value[0]
