"""Number geometry of axes in space: directions, normals, feet."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Mat3, Vec3

ALMOST_PARALLEL = Number("1e-18")
"""Below this sine of their angle, not even 60 digits tell where the common normal of axes is."""

_CROSSING = Number("1e-3")
"""Below this sine, lines that a slide sees are not led through where they cross."""


@dataclass(frozen=True)
class Axis:
    """Hold a directed line; the direction is a unit vector."""

    point: Vec3
    direction: Vec3

    def nearest(self, p: Vec3) -> Vec3:
        """Return the point of this axis that is nearest to p."""
        return self.point + self.direction * (p - self.point).dot(self.direction)


def length(v: Vec3) -> Number:
    size: Number = v.dot(v).sqrt()
    return size


def is_zero(v: Vec3) -> bool:
    return not any(v)


def unit(v: Vec3) -> Vec3:
    """Return the direction of a vector that is not zero."""
    size = length(v)
    return Vec3(v.x / size, v.y / size, v.z / size)


def across(v: Vec3, direction: Vec3) -> Vec3:
    """Return the part of v that is perpendicular to a unit vector."""
    return v - direction * v.dot(direction)


def almost_parallel(first: Axis, second: Axis) -> bool:
    return length(first.direction.cross(second.direction)) < ALMOST_PARALLEL


def foot(on: Axis, other: Axis) -> Vec3:
    """Return the foot, on one axis, of the common normal to another that is not parallel."""
    n = on.direction.cross(other.direction)
    along = (other.point - on.point).cross(other.direction).dot(n) / n.dot(n)
    return on.point + on.direction * along


def level(on: Axis, p: Vec3, direction: Vec3) -> Vec3:
    """Return the point of an axis from which p is seen at right angles to a direction near its own."""
    along = (p - on.point).dot(direction) / on.direction.dot(direction)
    return on.point + on.direction * along


def meet(slide: Axis, others: list[Axis]) -> Vec3:
    """Return a point through which a line of the slide's direction meets the other axes.

    Seen along that direction each axis is a line or a point; where two lines cross, both are met.
    """
    direction = slide.direction
    for other in others:
        if is_zero(across(other.direction, direction)):
            return other.point
    first, *rest = others
    start = first.nearest(slide.point)
    for second in rest:
        u, v = across(first.direction, direction), across(second.direction, direction)
        crossing = u.cross(v).dot(direction)
        if abs(crossing) >= _CROSSING:
            gap = across(second.point - first.point, direction)
            return first.point + first.direction * (gap.cross(v).dot(direction) / crossing)
    return start


def frame_of(origin: Vec3, x: Vec3, z: Vec3) -> Frame:
    """Return the right-handed frame with these axes."""
    return Frame(Mat3(x, z.cross(x), z), origin)
