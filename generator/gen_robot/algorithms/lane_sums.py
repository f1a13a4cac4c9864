"""Where a limb of lanes meets the trunk: what all limbs together give to the link that carries them."""

from __future__ import annotations

from typing import TypeVar

from gen_robot.algebra.flow import Flow
from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Wrench
from gen_robot.algebra.vectors import Mat3, Scalar
from gen_robot.algorithms.articulated import Articulated
from gen_robot.ir.node import Node
from gen_robot.model.model import Link

T = TypeVar("T", Wrench, Moments, Articulated, Flow)


def added_up(link: Link, parent: Link, value: T) -> T:
    """Return what a link gives to its parent: the sum over its lanes, if the parent has none."""
    if link.width == parent.width:
        return value

    def one(x: Scalar) -> Scalar:
        return summed(x, link.width)

    match value:
        case Wrench(force, moment):
            return Wrench(force.map(one), moment.map(one))
        case Moments(mass, first, second):
            return Moments(one(mass), first.map(one), second.map(one))
        case Articulated(J, C, M):
            return Articulated(J.map(one), Mat3(*(v.map(one) for v in (C.x, C.y, C.z))), M.map(one))
        case Flow(p, G):
            return Flow(p.map(one), Mat3(*(v.map(one) for v in (G.x, G.y, G.z))))


def summed(value: Scalar, lanes: int) -> Scalar:
    """Add up so many lanes; what is the same in all of them counts once for each."""
    if isinstance(value, Node):
        return value.graph.lane_sum(value, value.graph.const(lanes))
    return sum(in_lanes(value, lanes), start=ZERO)
