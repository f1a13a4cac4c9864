"""The symbols of joints, as engineers draw them: one row a kind of joint."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from gen_robot.algebra.vectors import Vec3
from gen_robot.show import svg
from gen_robot.show.scene import Joint
from gen_robot.show.shapes import arrow, arrow_head, box, cylinder, ring, square_to
from gen_robot.show.view import View

_SLIM = 0.62
"""A cylinder's radius, in half lengths of it."""

Symbol = Callable[[View, Joint, float], list[str]]


def axis_line(view: View, joint: Joint, half: float) -> str:
    """Draw the axis of a joint, dashed and dotted."""
    reach = joint.axis * (2.4 * half)
    return svg.line("axis", view(joint.at - reach), view(joint.at + reach))


def turn_arrow(view: View, joint: Joint, half: float) -> list[str]:
    """Draw the sense of a turn: three quarters of a circle about the axis' far end."""
    radius = 1.5 * _SLIM * half
    u, v = (w * radius for w in square_to(joint.axis, view.near, view.right))
    centre = joint.at + joint.axis * (1.55 * half)
    x, y = view.direction(u)  # the tangent where three quarters end
    seen = sqrt(x * x + y * y)
    if seen < 0.3 * radius:
        return []
    return [
        svg.path("turn", ring(view, centre, u, v, 3)),
        arrow_head("head", view(centre - v), (x / seen, y / seen), 7.0),
    ]


def slide_arrow(view: View, joint: Joint, half: float) -> list[str]:
    """Draw the sense of a slide, beyond the box."""
    start, end = (joint.at + joint.axis * (k * half) for k in (1.5, 2.7))
    return arrow("slide", view(start), view(end), 6.0)


def _revolute(view: View, joint: Joint, half: float) -> list[str]:
    return cylinder(view, "revolute", joint.at, joint.axis, half, _SLIM * half)


def _prismatic(view: View, joint: Joint, half: float) -> list[str]:
    side = 0.85 * _SLIM * half
    u, v = _across(joint.axis)
    axes = (u * side, v * side, joint.axis * (1.15 * half))
    return [*box(view, "prismatic", joint.at, axes)]


def _helical(view: View, joint: Joint, half: float) -> list[str]:
    """Draw a cylinder with two threads on it."""
    radius = _SLIM * half
    u, _ = square_to(joint.axis, view.near, view.right)
    threads = [
        svg.line(
            "turn",
            view(joint.at + joint.axis * (half * (k - 0.3)) + u * radius),
            view(joint.at + joint.axis * (half * (k + 0.3)) - u * radius),
        )
        for k in (-0.4, 0.4)
    ]
    return [*cylinder(view, "other", joint.at, joint.axis, half, radius), *threads]


def _cylindrical(view: View, joint: Joint, half: float) -> list[str]:
    """Draw a sleeve on a rod."""
    radius = _SLIM * half
    return [
        *cylinder(view, "other", joint.at, joint.axis, 1.7 * half, 0.45 * radius),
        *cylinder(view, "other", joint.at, joint.axis, half, radius),
    ]


def _planar(view: View, joint: Joint, half: float) -> list[str]:
    """Draw a plate."""
    side = 1.6 * _SLIM * half
    u, v = _across(joint.axis)
    return [*box(view, "other", joint.at, (u * side, v * side, joint.axis * (0.2 * side)))]


def _spherical(view: View, joint: Joint, half: float) -> list[str]:
    """Draw a ball with its equator."""
    radius = 1.1 * _SLIM * half
    u, v = (w * radius for w in square_to(joint.axis, view.near, view.right))
    return [
        svg.circle("other", view(joint.at), radius * view.scale),
        svg.path("turn", ring(view, joint.at, -u, -v, 2)),
    ]


def _floating(view: View, joint: Joint, half: float) -> list[str]:
    """Draw nothing that holds: a dashed circle."""
    return [svg.circle("free", view(joint.at), 1.8 * _SLIM * half * view.scale)]


SYMBOLS: dict[str, Symbol] = {
    "revolute": _revolute,
    "continuous": _revolute,
    "prismatic": _prismatic,
    "helical": _helical,
    "cylindrical": _cylindrical,
    "planar": _planar,
    "spherical": _spherical,
    "floating": _floating,
}
"""Of every kind that moves and is not split into others."""


def symbol(joint: Joint) -> Symbol:
    """Return how a joint is drawn; a kind without a drawing of its own shows its axis, if any."""
    return SYMBOLS.get(joint.kind, _revolute if joint.has_axis else _spherical)


ARROWS: dict[str, Symbol] = {
    "revolute": turn_arrow,
    "continuous": turn_arrow,
    "helical": turn_arrow,
    "cylindrical": turn_arrow,
    "prismatic": slide_arrow,
}
"""Of the kinds whose motion has a sense to be drawn."""


def _across(axis: Vec3) -> tuple[Vec3, Vec3]:
    """Return two unit vectors across an axis, whatever the view."""
    other = Vec3(1.0, 0.0, 0.0) if abs(axis.x) < 0.9 else Vec3(0.0, 1.0, 0.0)
    u = axis.cross(other)
    u = u * (1 / sqrt(u.dot(u)))
    return u, axis.cross(u)
