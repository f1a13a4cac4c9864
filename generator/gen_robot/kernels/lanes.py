"""Between arrays as users give them and the values of limbs that are lanes of one.

A limb's coordinates are gathered, one a lane, and stand at the place of the first; at the places of the
others is nothing. Results go the other way. An element of a matrix that belongs to two lanes is zero:
limbs are coupled through what carries them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.vectors import Scalar
from gen_robot.ir.graph import Graph
from gen_robot.ir.node import Node
from gen_robot.kernels.array import Array, Shape, positions, square, velocities
from gen_robot.model.lane_places import LaneJoint, LanePlaces
from gen_robot.model.model import Model

ShapeOf = Callable[[Model], Shape]


def gathered(graph: Graph, array: Array, size: int, places: LanePlaces) -> list[Scalar]:
    """Return the elements of an input, those of lanes at the place of the first."""
    values: list[Scalar] = [*graph.inputs(array.name, size)]
    for joint in places.joints:
        indices = _PLACES[array.shape_of](joint)
        for place in indices:
            values[place] = ZERO
        values[indices[0]] = graph.input(array.name, indices) * joint.sense
    return values


def scattered(
    graph: Graph, array: Array, values: Sequence[Scalar], places: LanePlaces
) -> list[Node]:
    """Return the elements of an output, those of lanes each at its own place."""
    nodes = [graph.node(x) for x in values]
    return _SCATTER[array.shape_of](graph, nodes, places) if places.joints else nodes


def _vector(graph: Graph, nodes: list[Node], places: LanePlaces) -> list[Node]:
    for joint in places.joints:
        wide = nodes[joint.velocities[0]] * joint.sense
        for lane, place in enumerate(joint.velocities):
            nodes[place] = graph.lane(wide, graph.const(lane))
    return nodes


def _matrix(graph: Graph, nodes: list[Node], places: LanePlaces) -> list[Node]:
    size = isqrt(len(nodes))
    lane_of = {
        place: (joint, lane)
        for joint in places.joints
        for lane, place in enumerate(joint.velocities)
    }

    def element(row: int, column: int) -> Node:
        own = [lane_of[place] for place in (row, column) if place in lane_of]
        if len({lane for _, lane in own}) > 1:
            return graph.const(0)
        sense = ONE
        for joint, _ in own:
            sense = sense * joint.sense
        i, k = (lane_of[p][0].velocities[0] if p in lane_of else p for p in (row, column))
        value = nodes[i * size + k] * sense
        return graph.lane(value, graph.const(own[0][1])) if own else value

    return [element(row, column) for row in range(size) for column in range(size)]


_PLACES: dict[ShapeOf, Callable[[LaneJoint], tuple[int, ...]]] = {
    positions: lambda joint: joint.positions,
    velocities: lambda joint: joint.velocities,
}
_SCATTER: dict[ShapeOf, Callable[[Graph, list[Node], LanePlaces], list[Node]]] = {
    velocities: _vector,
    square: _matrix,
}
"""By the shape of an array: that of the joints' coordinates, or of a matrix of them."""
