"""Places for labels beside what they name, apart from each other and from what is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from gen_robot.show.svg import Point

RADIUS = 9.5
"""Of a round label, on paper."""

_DISTANCES = (22.0, 30.0, 40.0, 52.0, 66.0)
# The sixteen winds as vectors of whole numbers: no sine or cosine takes part.
_WINDS = (
    *((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)),
    *((2, -1), (-2, -1), (2, 1), (-2, 1), (1, -2), (-1, -2), (1, 2), (-1, 2)),
)
_ROOM = 2.0
_MOST = 120
"""Labels up to which room is sought for each: a sheet has none for more."""


@dataclass(frozen=True)
class Obstacle:
    """Take a disc on paper; `weight` is what it costs to cover it."""

    at: Point
    radius: float
    weight: float


def place_labels(
    anchors: Sequence[Point],
    obstacles: Sequence[Obstacle],
    lines: Sequence[tuple[Point, Point]],
    corner: Point,
    room: Point,
) -> list[Point]:
    """Return a place for each anchor's label, within a rectangle."""
    if len(anchors) > _MOST:
        return [_beside(anchor, _WINDS[0], _DISTANCES[0]) for anchor in anchors]
    placed: list[Point] = []
    for anchor in anchors:
        candidates = [_beside(anchor, wind, d) for d in _DISTANCES for wind in _WINDS]
        inside = [p for p in candidates if _is_inside(p, corner, room)] or candidates

        def cost(p: Point, anchor: Point = anchor) -> float:
            labels = sum(1000.0 for other in placed if _distance(p, other) < 2 * RADIUS + _ROOM)
            drawn = sum(
                o.weight * max(0.0, o.radius + RADIUS + _ROOM - _distance(p, o.at))
                for o in obstacles
            )
            crossed = sum(max(0.0, RADIUS + _ROOM + 2 - _from_line(p, a, b)) for a, b in lines)
            return round(labels + drawn + 2.5 * crossed + 0.35 * _distance(p, anchor), 3)

        placed.append(min(inside, key=cost))
    return placed


def _beside(anchor: Point, wind: tuple[int, int], distance: float) -> Point:
    x, y = wind
    size = sqrt(x * x + y * y)
    return anchor[0] + distance * x / size, anchor[1] + distance * y / size


def _is_inside(p: Point, corner: Point, room: Point) -> bool:
    return all(corner[k] + RADIUS <= p[k] <= corner[k] + room[k] - RADIUS for k in (0, 1))


def _from_line(p: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square else 0.0
    t = min(1.0, max(0.0, t))
    return _distance(p, (a[0] + t * dx, a[1] + t * dy))


def _distance(a: Point, b: Point) -> float:
    x, y = a[0] - b[0], a[1] - b[1]
    return sqrt(x * x + y * y)
