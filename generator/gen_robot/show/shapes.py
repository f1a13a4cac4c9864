"""Bodies in space as they are seen: discs, cylinders, boxes, arrows."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from gen_robot.algebra.vectors import Vec3
from gen_robot.show import svg
from gen_robot.show.svg import Point
from gen_robot.show.view import View

QUARTER = 0.5522847498307936
"""A quarter of a circle as a cubic curve: its middle controls are this far along the tangents."""


def square_to(axis: Vec3, near: Vec3, spare: Vec3) -> tuple[Vec3, Vec3]:
    """Return two unit vectors across an axis, the first one across the eye's direction as well."""
    across = axis.cross(near)
    if across.dot(across) < 1e-12:
        across = spare
    across = across * (1 / sqrt(across.dot(across)))
    return across, axis.cross(across)


def ring(view: View, centre: Vec3, u: Vec3, v: Vec3, quarters: int = 4) -> str:
    """Return the steps of a circle about a point, from u towards v; u and v have its radius."""
    pieces, a, b = [], u, v
    for _ in range(quarters):
        first, second = a + b * QUARTER, b + a * QUARTER
        pieces.append((view(centre + first), view(centre + second), view(centre + b)))
        a, b = b, -a
    return svg.curve(view(centre + u), *pieces)


def cylinder(
    view: View, style: str, centre: Vec3, axis: Vec3, half: float, radius: float
) -> list[str]:
    """Draw a cylinder, its end towards the eye on top."""
    if axis.dot(view.near) < 0:
        axis = -axis
    u, v = (w * radius for w in square_to(axis, view.near, view.right))
    far, close = centre - axis * half, centre + axis * half
    return [
        svg.path(style, ring(view, far, u, v) + "Z"),
        svg.polygon(style, view(far + u), view(close + u), view(close - u), view(far - u)),
        svg.path(f"{style}-face", ring(view, close, u, v) + "Z"),
    ]


def box(view: View, style: str, centre: Vec3, axes: tuple[Vec3, Vec3, Vec3]) -> Iterator[str]:
    """Draw a box by its half axes: the faces that are turned towards the eye."""
    for k, axis in enumerate(axes):
        towards = axis.dot(view.near)
        if abs(towards) < 1e-9 * sqrt(axis.dot(axis)):
            continue
        face = centre + (axis if towards > 0 else -axis)
        u, v = axes[(k + 1) % 3], axes[(k + 2) % 3]
        corners = (face + u + v, face + u - v, face - u - v, face - u + v)
        yield svg.polygon(f"{style}-face" if k == 2 else style, *map(view, corners))


def arrow(style: str, start: Point, end: Point, head: float) -> list[str]:
    """Draw an arrow on paper; one that points at the eye is a dot."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = sqrt(dx * dx + dy * dy)
    if size < head:
        return [svg.circle(f"{style} arrow", start, 2.0)]
    dx, dy = dx / size, dy / size
    neck = (end[0] - head * dx, end[1] - head * dy)
    return [
        svg.line(f"{style} arrow", start, neck),
        arrow_head(style, end, (dx, dy), head),
    ]


def arrow_head(style: str, tip: Point, direction: Point, size: float) -> str:
    """Draw a filled head; the direction has unit length."""
    dx, dy = direction
    back = (tip[0] - size * dx, tip[1] - size * dy)
    half = 0.4 * size
    return svg.polygon(
        style,
        tip,
        (back[0] - half * dy, back[1] + half * dx),
        (back[0] + half * dy, back[1] - half * dx),
    )
