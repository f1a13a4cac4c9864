"""What a link carries, seen as one body: from where its moments keep their digits.

Moments about a distant point are large numbers, and what the joints feel of them are the differences.
So an origin is not moved far away from what it carries, however simple the geometry is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.lines import Axis
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import NO_INERTIA

FAR = 5
"""How many times the radius of gyration may be what it could be, for the sake of simpler geometry.

About so many times errors may grow, at worst; 8 times were measured to cost 3 to 4 times the error.
Of real robots, arms stay below 2, and humanoids with their hands below 4.5.
"""

A_POINT = Moments(ONE, ORIGIN, NO_INERTIA)
"""What stands for a robot without mass."""


@dataclass(frozen=True)
class Bulk:
    """Hold the mass of a link and of all that it carries, at q = 0: its moments about a point."""

    moments: Moments
    about: Vec3 = ORIGIN

    def polar(self, p: Vec3) -> Number:
        """Return the integral of the squared distance from a point."""
        mass, first, second = self.moments.mass, self.moments.first, self.moments.second
        r = p - self.about
        moment: Number = second.trace - first.dot(r) * 2 + r.dot(r) * mass
        return moment

    def nearest(self, axis: Axis) -> Vec3:
        """Return the point of an axis that is nearest to the centre of mass."""
        return axis.nearest(self.about + self.moments.first * (1 / self.moments.mass))

    def is_far(self, place: Vec3, axis: Axis, other: Vec3) -> bool:
        """Tell whether a place on an axis is far from the mass, and farther than another place.

        It is far as against the nearest point of the axis: a chain of links that each were compared
        with the next one would lead away step by step.
        """
        moment = self.polar(place)
        limit = self.polar(self.nearest(axis)) * (FAR * FAR)
        return moment > limit and moment > self.polar(other)


def bulks(
    bodies: Mapping[int, Moments], parents: Sequence[int], about: Vec3 = ORIGIN
) -> dict[int, Bulk]:
    """Return by its number what each link carries; parents, 0 for the base, come before children.

    All moments are about one point, which should not be far off from the robot. What has no mass may
    be given some at run time: it counts as what carries it does.
    """
    carried = dict(bodies)
    for number, parent in reversed(list(enumerate(parents, 1))):
        if parent:
            carried[parent] += carried[number]
    for number, parent in enumerate(parents, 1):
        if not carried[number].mass:
            carried[number] = carried[parent] if parent else A_POINT
    return {number: Bulk(moments, about) for number, moments in carried.items()}
