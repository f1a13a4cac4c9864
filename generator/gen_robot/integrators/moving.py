"""How fast positions change: q' as a routine, also where positions are no sums of velocities.

A quaternion is integrated as four numbers and brought back to unit length after each step: methods
keep their full order so, which they would not by q exp(h mean rate).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node
from gen_robot.ir.routine import Routine
from gen_robot.ir.schedule import schedule
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model

POSITIONS, VELOCITIES, RATES = "q", "qd", "dq"
"""The routine's arrays."""

Nodes = Sequence[Node]
_HALF = Number(1) / 2


def rates_of_positions(model: Model) -> Routine:
    """Return the routine that computes dq/dt from q and qd."""
    graph = Graph()
    q, qd = graph.inputs(POSITIONS, model.free_nq), graph.inputs(VELOCITIES, model.free_nv)
    coordinates = Coordinates(model)
    rates: list[Node] = []
    for link in model.free_links:
        i, k = coordinates.places(link)
        own, velocity = q[i : i + link.kind.nq], qd[k : k + link.kind.nv]
        rates += _RATES.get(link.kind.manifold.name, _flat)(own, velocity)
    return schedule(KernelGraph(graph, {RATES: rates}))


def unit_parts(model: Model) -> list[tuple[int, int]]:
    """Return where in q numbers have unit length together: the first's place, and how many."""
    coordinates = Coordinates(model)
    return [
        (
            coordinates.places(link)[0] + link.kind.nq - link.kind.manifold.unit,
            link.kind.manifold.unit,
        )
        for link in model.free_links
        if link.kind.manifold.unit
    ]


def _flat(q: Nodes, v: Nodes) -> list[Node]:
    return [*v]


def _in_plane(q: Nodes, v: Nodes) -> list[Node]:
    """Velocities in the body's frame; q is x, y, cosine, sine."""
    _, _, c, s = q
    vx, vy, omega = v
    return [c * vx - s * vy, s * vx + c * vy, -(s * omega), c * omega]


def _turning(q: Nodes, omega: Nodes) -> list[Node]:
    """Half the product of the quaternion (x y z w) and the angular velocity in the turned frame."""
    x, y, z, w = q
    a, b, c = (rate * _HALF for rate in omega)
    return [
        w * a + y * c - z * b,
        w * b + z * a - x * c,
        w * c + x * b - y * a,
        -(x * a + y * b + z * c),
    ]


def _rigid(q: Nodes, v: Nodes) -> list[Node]:
    """The body's velocity in the frame that q is given in, and the quaternion's."""
    x, y, z, w = q[3:]
    a, b, c = v[:3]
    # v + w t + u x t with t = 2 u x v
    tx, ty, tz = ((y * c - z * b) * 2, (z * a - x * c) * 2, (x * b - y * a) * 2)
    return [
        a + w * tx + y * tz - z * ty,
        b + w * ty + z * tx - x * tz,
        c + w * tz + x * ty - y * tx,
        *_turning(q[3:], v[3:]),
    ]


_RATES: dict[str, Callable[[Nodes, Nodes], list[Node]]] = {
    "plane": _in_plane,
    "rotation": _turning,
    "rigid": _rigid,
}
"""By manifold; where positions are the sums of velocities, these are the rates."""
