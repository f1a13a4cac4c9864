"""The meaning of a graph with 60 digits, at one state; it asks for no NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from gen_robot.algebra.lanes import Lanes, lanes
from gen_robot.algebra.number import ZERO, Number
from gen_robot.ir.graph import live
from gen_robot.ir.node import CONST, INPUT, LANE, LANE_SUM, Node
from gen_robot.ir.ops import OPERATIONS


def evaluate_exactly(roots: Sequence[Node], inputs: Mapping[str, Sequence[Number]]) -> list[Number]:
    """Return the values of the roots at one state, with 60 digits."""
    values = values_exactly(live(roots), inputs)
    return [values[root.id] for root in roots]


def values_exactly(
    nodes: Iterable[Node],
    inputs: Mapping[str, Sequence[Number]],
    instead: Mapping[str, Callable[..., Number]] | None = None,
) -> dict[int, Number]:
    """Return the values of nodes that are complete and in order, by their ids.

    Operations may be given that have another meaning here than elsewhere.
    """
    meanings = {op: row.exact for op, row in OPERATIONS.items()} | dict(instead or {})
    values: dict[int, Number] = {}
    for node in nodes:
        if node.op == CONST:
            values[node.id] = node.number
        elif node.op == INPUT:
            name, index = node.place
            own = inputs[name]
            values[node.id] = own[index] if isinstance(index, int) else lanes(own[i] for i in index)
        elif node.op == LANE_SUM:
            x, count = values[node.arguments[0].id], node.arguments[1].number
            values[node.id] = sum(x.values, start=ZERO) if isinstance(x, Lanes) else x * count
        elif node.op == LANE:
            x, number = values[node.arguments[0].id], node.arguments[1].number
            values[node.id] = x.values[int(float(number))] if isinstance(x, Lanes) else x
        elif len(node.arguments) == 2:
            a, b = node.arguments
            values[node.id] = meanings[node.op](values[a.id], values[b.id])
        else:
            values[node.id] = meanings[node.op](values[node.arguments[0].id])
    return values
