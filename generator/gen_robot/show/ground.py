"""The ground that a fixed base stands on: a plate with hatching below its edge."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from gen_robot.algebra.vectors import Vec3
from gen_robot.show import svg
from gen_robot.show.scene import Scene
from gen_robot.show.svg import Point
from gen_robot.show.view import View

_HALF = 2.5  # in half lengths of symbols
_TICK = 7.0
_CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def ground(view: View, scene: Scene, up: Vec3) -> list[str]:
    """Draw the plate under the base's origin, in which `up` is an axis."""
    u = Vec3(up.y, up.z, up.x)
    v = up.cross(u)
    half = _HALF * scene.half
    at = scene.base.origin
    corners = [view(at + u * (a * half) + v * (b * half)) for a, b in _CORNERS]
    # From above there is nothing to see below its edge.
    hatching = _hatching(corners) if abs(up.dot(view.near)) < 0.9 else []
    return [*hatching, svg.polygon("ground", *corners)]


def _hatching(corners: list[Point]) -> list[str]:
    """Draw short strokes below the lower edge, from the left to the right end."""
    left, right = min(corners), max(corners)
    below = [c for c in corners if c not in (left, right) and c[1] >= max(left[1], right[1])]
    chain = [left, *sorted(below)[:1], right]
    strokes = []
    for a, b in pairwise(chain):
        dx, dy = b[0] - a[0], b[1] - a[1]
        count = max(int(sqrt(dx * dx + dy * dy) / _TICK), 1)
        for k in range(count + 1 if b == right else count):
            x, y = a[0] + dx * k / count, a[1] + dy * k / count
            strokes.append(svg.line("hatch", (x, y), (x - 5.0, y + 6.0)))
    return strokes
