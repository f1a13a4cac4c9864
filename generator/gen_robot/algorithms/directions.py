"""Directions in which a robot's state varies: those that derivatives by q, qd and qdd are taken along.

Positions of joints in a plane or in space are more than velocities. They vary along the joint's free
motions, in the moved link's frame: with R and p the rotation and the place of that frame, a motion
(w; v) changes R by R w~ and p by R v. So derivatives are in the tangent space, as in Pinocchio.
"""

from __future__ import annotations

from collections.abc import Iterator

from gen_robot.algebra.frame import ORIGIN, X, Y, Z
from gen_robot.algebra.pose import Pose
from gen_robot.algebra.vectors import Scalar, Values
from gen_robot.ir.direction import Direction
from gen_robot.ir.node import NEG, Node
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link


def of_positions(coordinates: Coordinates, q: Values) -> list[Direction]:
    """Return the directions in which the user's positions vary, one a velocity."""
    found: list[Direction] = []
    for link in coordinates.model.free_links:
        start, _ = coordinates.places(link)
        own = q[start : start + link.kind.nq]
        for rates in _flat(own) if link.kind.nq == link.kind.nv else _curved(link, own):
            found.append(Direction(f"q{len(found) + 1}", rates))
    return found


def of_rates(name: str, values: Values, speed: int = 1) -> list[Direction]:
    """Return the directions in which velocities or accelerations vary, each so fast."""
    return [Direction(f"{name}{k}", rates) for k, rates in enumerate(_flat(values, speed), 1)]


def joints_of_velocities(coordinates: Coordinates) -> list[int]:
    """Return whose velocity each is; directions of the positions of one joint need not commute."""
    return [link.number for link in coordinates.model.free_links for _ in link.kind.motions]


def _flat(values: Values, speed: int = 1) -> Iterator[dict[Node, Scalar]]:
    for value in values:
        assert isinstance(value, Node), "a number does not vary"
        yield {value: speed}


def _curved(link: Link, own: Values) -> Iterator[dict[Node, Scalar]]:
    """Return how fast the elements of p and R vary along each free motion."""
    pose = Pose(tuple(link.kind.steps(own)))
    for motion in link.kind.motions:
        w, v = motion.angular, motion.linear
        pairs = [(pose.up_point(ORIGIN), pose.up(v))]
        pairs += [(pose.up(axis), pose.up(w.cross(axis))) for axis in (X, Y, Z)]
        yield {
            element: rate
            for elements, rates in pairs
            for element, rate in zip(elements, rates, strict=True)
            if isinstance(element, Node) and element.op != NEG
        }
