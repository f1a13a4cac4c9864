"""From a graph to a routine: put values in order, name them, write them down as statements."""

from __future__ import annotations

from collections import defaultdict

from gen_robot.algebra.lanes import Lanes
from gen_robot.ir import kernel_graph
from gen_robot.ir.blocks import blocks
from gen_robot.ir.graph import Label, Step
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.naming import names, stated
from gen_robot.ir.node import CONST, INPUT, LANE, LANE_SUM, Node
from gen_robot.ir.order import AngleNodes, Order, order
from gen_robot.ir.routine import (
    Angle,
    Apply,
    Comment,
    Element,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literal,
    Literals,
    Routine,
    Statement,
    Store,
    Temporary,
)


def schedule(kernel: KernelGraph) -> Routine:
    """Return the kernel's routine, in one block."""
    if kernel.singular:
        return Routine((), (), (), singular=kernel.singular)
    chosen = stated(kernel)
    in_order = order(kernel, chosen)
    return emit(kernel, in_order, names(kernel, in_order, chosen))


def emit(kernel: KernelGraph, order: Order, named: dict[int, Label]) -> Routine:
    """Write down values in this order and under these names."""
    known: dict[int, Expression] = {}

    def let(node: Node) -> list[Let]:
        """Know a node from now on by its name, if it has one, else by its expression."""
        known[node.id] = expression = _expression(node, known)
        if node.id not in named:
            return []
        known[node.id] = target = Temporary(named[node.id], node.width)
        return [Let(target, expression)]

    sums = [statement for node in order.sums for statement in let(node)]
    angles = [_angle(angle, known, named) for angle in order.angles]
    lets = {node.id: let(node) for node in order.nodes if node.arguments}
    inputs = frozenset(n.place[0] for n in order.nodes if n.op == INPUT)
    return Routine(tuple(sums), tuple(angles), blocks([_body(kernel, order, lets, known)]), inputs)


def _body(
    kernel: KernelGraph, order: Order, lets: dict[int, list[Let]], known: dict[int, Expression]
) -> list[Statement]:
    """Return the statements below the angles, each step's under its heading."""
    stores, guards = _destinations(kernel), _guards_after(kernel, order.all)
    statements: list[Statement] = []
    last: list[Store] = []
    shown = Step(0, "")
    for node in order.all:
        if not lets.get(node.id) and node.id not in stores and node.id not in guards:
            continue
        here: list[Statement] = [*lets.get(node.id, ())]
        for guard in guards[node.id]:
            pivot, limit = _known(guard.pivot, known), _known(guard.limit, known)
            here.append(Guard(guard.joints, pivot, limit))
        value = _known(node, known)
        written = [Store(array, index, value, lane) for array, index, lane in stores[node.id]]
        # Nothing may be written before the last guard; constants need no place of their own.
        if kernel.guards or node.op == CONST:
            last.extend(written)
        else:
            here.extend(written)
        if here and order.steps[node.id] != shown:
            shown = order.steps[node.id]
            statements.append(Comment(shown.heading))
        statements += here
    if last:
        statements.append(Comment("outputs" if kernel.guards else "elements that never change"))
        last.sort(key=lambda store: (store.array, store.index))
        statements.extend(last)
    return statements


def _angle(angle: AngleNodes, known: dict[int, Expression], named: dict[int, Label]) -> Angle:
    targets: list[Temporary | None] = []
    for node in (angle.cosine, angle.sine):
        targets.append(Temporary(named[node.id], node.width) if node else None)
        if node:
            known[node.id] = Temporary(named[node.id], node.width)
    return Angle(_known(angle.value, known), *targets)


def _expression(node: Node, known: dict[int, Expression]) -> Expression:
    if node.op == CONST:
        number = node.number
        return Literals(number.values) if isinstance(number, Lanes) else Literal(number)
    if node.op == INPUT:
        array, index = node.place
        return Element(array, index) if isinstance(index, int) else Gather(array, index)
    if node.op == LANE_SUM:
        return LaneSum(_known(node.arguments[0], known))
    return Apply(node.op, tuple(_known(a, known) for a in node.arguments))


def _known(node: Node, known: dict[int, Expression]) -> Expression:
    return known[node.id] if node.arguments else _expression(node, known)


def _destinations(kernel: KernelGraph) -> defaultdict[int, list[tuple[str, int, int]]]:
    """Return where each value is written: array, index, and which of its lanes."""
    stores: defaultdict[int, list[tuple[str, int, int]]] = defaultdict(list)
    for array, nodes in kernel.outputs.items():
        for index, node in enumerate(nodes):
            if node.op == LANE:
                value, number = node.arguments
                stores[value.id].append((array, index, int(float(number.number))))
            else:
                stores[node.id].append((array, index, 0))
    return stores


def _guards_after(
    kernel: KernelGraph, nodes: tuple[Node, ...]
) -> defaultdict[int, list[kernel_graph.Guard]]:
    """Place each guard as soon as both its sides are known, in the order of the elimination."""
    places = {node.id: place for place, node in enumerate(nodes)}
    guards: defaultdict[int, list[kernel_graph.Guard]] = defaultdict(list)
    place = 0
    for guard in kernel.guards:
        place = max(place, places[guard.pivot.id], places[guard.limit.id])
        guards[nodes[place].id].append(guard)
    return guards
