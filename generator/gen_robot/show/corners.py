"""Lines of links from joint to joint, with corners as machines have them."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from gen_robot.algebra.vectors import Vec3

Path = tuple[Vec3, ...]

_ALONG = 0.999  # a cosine from which on two directions count as parallel
_ACROSS = 0.02  # a cosine up to which they count as perpendicular
_NOTHING = 1e-9


def corners(start: Vec3, leaving: Vec3 | None, end: Vec3, arriving: Vec3 | None) -> Path:
    """Go along the first axis, then across, then along the second axis; straight if they slant."""
    points = [start]
    if leaving and (not arriving or _is_square(leaving, arriving)):
        points.append(start + leaving * (end - start).dot(leaving))
    if arriving and leaving and abs(leaving.dot(arriving)) <= _ACROSS:
        points.append(end - arriving * (end - points[-1]).dot(arriving))
    points.append(end)
    kept = points[:1]
    for point in points[1:]:
        if length(point - kept[-1]) > _NOTHING:
            kept.append(point)
    return tuple(kept)


def way_length(path: Path) -> float:
    return sum(length(b - a) for a, b in pairwise(path))


def length(v: Vec3) -> float:
    return sqrt(v.dot(v))


def _is_square(a: Vec3, b: Vec3) -> bool:
    cosine = abs(a.dot(b))
    return cosine <= _ACROSS or cosine >= _ALONG
