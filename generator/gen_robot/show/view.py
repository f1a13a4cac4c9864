"""Views: from points in space to points on paper, by parallel projection."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt

from gen_robot.algebra.number import PI
from gen_robot.algebra.vectors import Vec3
from gen_robot.show.scene import Scene

Point = tuple[float, float]

# Seen from a little above, from one of these sides: the first is the usual one.
_ELEVATION = 25
_SIDES = (40, 55, 25, -40, -55, -25)
_AXIS = 0.3  # what an axis counts that is well seen, in parts of the robot's size
_WELL = 0.6  # the part of its length from which on it is


@dataclass(frozen=True)
class View:
    """Look at a scene: `right`, `up` and `near`, towards the eye, are unit vectors in space."""

    title: str
    right: Vec3
    up: Vec3
    near: Vec3
    scale: float = 1.0  # paper units a metre
    centre: Point = (0.0, 0.0)  # where on paper the space's origin is

    def __call__(self, p: Vec3) -> Point:
        return (
            self.centre[0] + self.scale * p.dot(self.right),
            self.centre[1] - self.scale * p.dot(self.up),
        )

    def direction(self, v: Vec3) -> Point:
        """Return a free vector as it is seen, of unit length at most."""
        return v.dot(self.right), -v.dot(self.up)

    def fitted(
        self, points: Iterable[Vec3], corner: Point, room: Point, most: float | None = None
    ) -> View:
        """Return this view so that the points fill a rectangle on paper, but for `most` as scale."""
        flat = [replace(self, scale=1.0, centre=(0.0, 0.0))(p) for p in points]
        low = [min(p[k] for p in flat) for k in (0, 1)]
        high = [max(p[k] for p in flat) for k in (0, 1)]
        sides = [max(h - a, 1e-9) for a, h in zip(low, high, strict=True)]
        scale = min(room[0] / sides[0], room[1] / sides[1], most or 1e12)
        centre = (
            corner[0] + room[0] / 2 - scale * (low[0] + high[0]) / 2,
            corner[1] + room[1] / 2 - scale * (low[1] + high[1]) / 2,
        )
        return replace(self, scale=scale, centre=centre)


def flat_views(scene: Scene) -> list[View]:
    """Return the views along the axes of the base: from the front, from the side, from above."""
    right, up, near = upright(scene)
    return [
        View(f"front: {_plane(right, up)}", right, up, near),
        View(f"side: {_plane(up.cross(right), up)}", up.cross(right), up, right),
        View(f"top: {_plane(right, up.cross(right))}", right, up.cross(right), up),
    ]


def oblique_view(scene: Scene) -> View:
    """Return a view from above one corner: the one from which most of the robot's lines is seen."""
    right, up, near = upright(scene)
    views = [_oblique(right, up, near, side) for side in _SIDES]
    # Rounded, so that no machine prefers another one of two that are alike.
    return max(views, key=lambda view: round(_seen(scene, view) / scene.size, 3))


def _oblique(right: Vec3, up: Vec3, near: Vec3, side: int) -> View:
    c, s = (float(x) for x in (PI * side / 180).cos_sin())
    ce, se = (float(x) for x in (PI * _ELEVATION / 180).cos_sin())
    eye = (near * c + right * s) * ce + up * se
    across = up.cross(eye)
    across = across * (1 / sqrt(across.dot(across)))
    return View("", across, eye.cross(across), eye)


def _seen(scene: Scene, view: View) -> float:
    """Return how much of all lines is seen, and of all axes: one that points at the eye is none."""
    total = 0.0
    for path in scene.paths:
        for a, b in pairwise(path):
            total += _length(view.direction(b - a))
    axes = [joint.axis for joint in scene.joints if joint.has_axis]
    seen = sum(min(_length(view.direction(axis)), _WELL) for axis in axes)
    return total + _AXIS * scene.size * seen


def _length(p: Point) -> float:
    return sqrt(p[0] * p[0] + p[1] * p[1])


def upright(scene: Scene) -> tuple[Vec3, Vec3, Vec3]:
    """Return right, up and near for the front: axes of the base, with gravity downwards."""
    axes = [Vec3(*(float(i == k) for i in range(3))) for k in range(3)]
    up = axes[2]
    if any(scene.gravity):
        candidates = [a * sign for a in (axes[2], axes[1], axes[0]) for sign in (1.0, -1.0)]
        up = max(candidates, key=lambda a: round(-a.dot(scene.gravity), 6))
    right = axes[1] if abs(up.x) > 0.5 else axes[0]
    return right, up, right.cross(up)


def _plane(right: Vec3, up: Vec3) -> str:
    """Name the axes of a view: the one to the right, the one upwards."""
    names = []
    for v in (right, up):
        letter = "xyz"[max(range(3), key=lambda k: abs([*v][k]))]
        names.append(letter if max(v) > 0.5 else f"-{letter}")
    return f"{names[0]} right, {names[1]} up"
