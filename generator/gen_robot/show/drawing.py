"""One view of a robot: ground, links, joints, masses, frames, and the joints' numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

from gen_robot.show import svg
from gen_robot.show.ground import ground
from gen_robot.show.labels import RADIUS as LABEL
from gen_robot.show.labels import Obstacle, place_labels
from gen_robot.show.scene import Scene, Triad
from gen_robot.show.shapes import QUARTER, arrow
from gen_robot.show.svg import Point
from gen_robot.show.symbols import ARROWS, axis_line, symbol
from gen_robot.show.view import View, upright

_MOST_ARROWS = 14
"""Joints up to which each has its arrow; more of them would hide the robot."""


def draw(scene: Scene, view: View, small: bool = False) -> Iterator[str]:
    """Draw all but the numbers."""
    if scene.is_grounded:
        yield from ground(view, scene, upright(scene)[1])
    for path in scene.paths:
        yield svg.line("link", *map(view, path))
    with_axis = [joint for joint in scene.joints if joint.has_axis]
    if not small:
        yield from (axis_line(view, joint, scene.half) for joint in with_axis)
    # What is nearer to the eye covers what is behind.
    for joint in sorted(scene.joints, key=lambda j: round(j.at.dot(view.near), 6)):
        yield from symbol(joint)(view, joint, scene.half)
        if not small and joint.kind in ARROWS and len(scene.joints) <= _MOST_ARROWS:
            yield from ARROWS[joint.kind](view, joint, scene.half)
    places = {joint.number: joint.at for joint in scene.joints}
    for mass in () if small else scene.masses:
        yield svg.line("tether", view(places[mass.number]), view(mass.at))
    for mass in () if small else scene.masses:
        yield from centre_mark("mass", view(mass.at), 3.0 + 6.0 * sqrt(mass.share))
    if scene.com is not None:
        yield from centre_mark("com", view(scene.com), 5.0 if small else 9.0)
    for triad in (scene.base, *scene.tips):
        yield from _frame(triad, view, scene.triad, letters=not small and len(scene.tips) <= 2)


def labelled(scene: Scene, view: View, corner: Point, room: Point) -> Iterator[str]:
    """Put each joint's number beside it."""
    anchors = [view(joint.at) for joint in scene.joints]
    symbol = scene.half * view.scale
    obstacles = [Obstacle(anchor, symbol, 8.0) for anchor in anchors]
    obstacles += [Obstacle(view(mass.at), 8.0, 2.0) for mass in scene.masses]
    obstacles += [Obstacle(p, 7.0, 4.0) for p in _letters(scene, view)]
    if scene.com is not None:
        obstacles.append(Obstacle(view(scene.com), 10.0, 4.0))
    seen = [[*map(view, path)] for path in scene.paths]
    seen += [
        [view(t.origin), view(t.origin + a * scene.triad)] for t in _triads(scene) for a in t.axes
    ]
    lines = [pair for path in seen for pair in pairwise(path)]
    places = place_labels(anchors, obstacles, lines, corner, room)
    for anchor, place in zip(anchors, places, strict=True):
        yield from _leader(anchor, place, symbol)
    for joint, place in zip(scene.joints, places, strict=True):
        yield svg.circle("badge", place, LABEL)
        yield svg.text("number", (place[0], place[1] + 4), str(joint.number))


def _leader(anchor: Point, place: Point, symbol: float) -> Iterator[str]:
    """Lead from a symbol's edge to its number, where that is not beside it."""
    x, y = place[0] - anchor[0], place[1] - anchor[1]
    far = sqrt(x * x + y * y)
    start = min(symbol, 16.0)
    if far > start + LABEL + 4:
        yield svg.line("leader", (anchor[0] + x * start / far, anchor[1] + y * start / far), place)


def _triads(scene: Scene) -> list[Triad]:
    return [scene.base, *scene.tips]


def _letters(scene: Scene, view: View) -> list[Point]:
    reach = 1.1 * scene.triad
    return [view(t.origin + a * reach) for t in _triads(scene) for a in t.axes]


def _frame(triad: Triad, view: View, reach: float, letters: bool) -> Iterator[str]:
    """Draw the axes of a frame, the one that points away first."""
    for axis, letter in sorted(
        zip(triad.axes, "xyz", strict=True), key=lambda a: round(a[0].dot(view.near), 6)
    ):
        yield from arrow(letter, view(triad.origin), view(triad.origin + axis * reach), 6.0)
        x, y = view.direction(axis)
        if letters and x * x + y * y > 0.05:
            # Beside the arrow's end: a link may go on in its direction.
            at = view(triad.origin + axis * reach)
            far = 9 / sqrt(x * x + y * y)
            side = (at[0] + far * (0.5 * x - y), at[1] + far * (0.5 * y + x))
            yield svg.text(f"{letter} letter", (side[0] - 3, side[1] + 4), letter)


def centre_mark(style: str, at: Point, radius: float) -> Iterator[str]:
    """Draw a centre of mass: a disc with two of its quarters dark."""
    x, y = at
    r = radius
    yield svg.circle(style, at, r)
    k = QUARTER * r
    for s in (1, -1):
        top, side = (x, y - s * r), (x + s * r, y)
        piece = ((x + s * k, y - s * r), (x + s * r, y - s * k), side)
        yield svg.path(f"{style}-dark", svg.curve(top, piece) + svg.closing(at))
