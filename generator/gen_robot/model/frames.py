"""The choice of link frames: z along the joint axis, x along the common normal to the next axis.

Where the next axis leaves something open - the height of the origin between parallel axes, the sense
of x between coaxial ones, both at the last link - the way from the parent decides: what costs least
to reach. Nothing depends on where the user drew the link's frame, but for signs and ties.

Axes that are nearly parallel have their common normal far away, where moments lose their digits. Then
x has its direction, but the origin stays beside the next one (see bulk.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.lines import (
    Axis,
    across,
    almost_parallel,
    foot,
    frame_of,
    is_zero,
    level,
    meet,
    unit,
)
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.joint_kind import JointKind
from gen_robot.model.bulk import Bulk, bulks


@dataclass(frozen=True)
class Drawn:
    """Hold a moving link as the user drew it at q = 0: its joint's axis and its frame.

    A joint without an axis has its link's own z axis here.
    """

    parent: int  # number, from 1; 0 is the base
    kind: JointKind
    axis: Axis
    frame: Frame
    body: Moments  # in the base's axes, about a point that all links share


def choose_frames(drawn: list[Drawn], about: Vec3) -> dict[int, Frame]:
    """Return the frame of each link by its number; bodies have their moments about this point."""
    bodies = {n: link.body for n, link in enumerate(drawn, 1)}
    bulk = bulks(bodies, [link.parent for link in drawn], about)
    links = _settle_slides(drawn, bulk)
    first_child = {n: _first_child(links, n) for n in links}
    kept = {n: link.frame for n, link in links.items() if not link.kind.has_axis}
    origins = {n: frame.origin for n, frame in kept.items()}
    normals = {n: frame.rotation.x for n, frame in kept.items()}
    for number in reversed(links):
        child = first_child[number]
        if child and number not in kept:
            _look_ahead(links, number, child, bulk[number], origins, normals)
    for number in links:
        if number not in origins:
            origins[number] = _nearest_to_parent(links, number, bulk[number], origins)
        if number not in normals:
            normals[number] = _as_parent_points(links, number, origins, normals)
    return {n: frame_of(origins[n], normals[n], links[n].axis.direction) for n in links}


def _first_child(links: dict[int, Drawn], number: int) -> int:
    """Return the first child that has an axis to look at, or 0."""
    children = (n for n, link in links.items() if link.parent == number and link.kind.has_axis)
    return next(children, 0)


def _look_ahead(
    links: dict[int, Drawn],
    number: int,
    child: int,
    bulk: Bulk,
    origins: dict[int, Vec3],
    normals: dict[int, Vec3],
) -> None:
    """Set what the axis of the first child decides."""
    link, axis, other = links[number], links[number].axis, links[child].axis
    if not almost_parallel(axis, other):
        origin, end = foot(axis, other), foot(other, axis)
        # From the directions: of feet that almost meet, or are far off, the difference is no direction.
        normal = axis.direction.cross(other.direction)
        towards = normal if (end - origin).dot(normal).sign >= 0 else -normal
        normals[number] = _as_drawn(unit(towards), link)
        if not bulk.is_far(origin, axis, axis.nearest(origins.get(child, other.point))):
            origins[number] = origin
        elif child in origins:
            origins[number] = level(axis, origins[child], other.direction)
        return
    if child in origins:
        # No foot of their own: stand level with the child, so that its d vanishes.
        origins[number] = axis.nearest(origins[child])
    beside = origins.get(child, other.point)
    normal = across(beside - axis.nearest(beside), axis.direction)
    if not is_zero(normal):
        normals[number] = _as_drawn(unit(normal), link)
    elif child in normals:
        normals[number] = unit(across(normals[child], axis.direction))


def _nearest_to_parent(
    links: dict[int, Drawn], number: int, bulk: Bulk, origins: dict[int, Vec3]
) -> Vec3:
    """Choose an origin that the children leave open: no d, where that can be."""
    link = links[number]
    if not link.parent:
        return link.axis.nearest(link.frame.origin)
    before, beside = links[link.parent].axis, link.axis.nearest(origins[link.parent])
    if almost_parallel(before, link.axis):
        return beside
    origin = foot(link.axis, before)
    return beside if bulk.is_far(origin, link.axis, beside) else origin


def _as_parent_points(
    links: dict[int, Drawn], number: int, origins: dict[int, Vec3], normals: dict[int, Vec3]
) -> Vec3:
    """Choose an x axis that the children leave open: no theta."""
    link = links[number]
    if not link.parent:
        return _drawn_x(link)
    before, x = links[link.parent].axis, normals[link.parent]
    normal = before.direction.cross(link.axis.direction)
    if almost_parallel(before, link.axis):
        normal = across(origins[number] - origins[link.parent], before.direction)
    if not is_zero(normal):
        x = unit(normal) if normal.dot(x).sign >= 0 else -unit(normal)
    return unit(across(x, link.axis.direction))


def _drawn_x(link: Drawn) -> Vec3:
    """Return the user's x axis, or y where that is the joint's, made perpendicular to the joint's."""
    axes = (link.frame.rotation.x, link.frame.rotation.y)
    candidates = [across(v, link.axis.direction) for v in axes]
    return unit(next(v for v in candidates if not is_zero(v)))


def _as_drawn(x: Vec3, link: Drawn) -> Vec3:
    """Choose the sense of a normal that agrees with the user's x axis, else with y."""
    for drawn in (link.frame.rotation.x, link.frame.rotation.y):
        sign = x.dot(drawn).sign
        if sign:
            return x if sign > 0 else -x
    return x


def _settle_slides(drawn: list[Drawn], bulk: dict[int, Bulk]) -> dict[int, Drawn]:
    """Lead the axes of slides, of which only the direction matters, through their neighbours' axes."""
    links = dict(enumerate(drawn, 1))
    for number, link in links.items():
        if link.kind.has_axis and link.kind.only_slides and link.parent:
            child = _first_child(links, number)
            neighbours = [links[link.parent].axis]
            if child and not links[child].kind.only_slides:
                neighbours.append(links[child].axis)
            both, one = (
                Axis(meet(link.axis, met), link.axis.direction)
                for met in (neighbours, neighbours[:1])
            )
            own = bulk[number]
            far = own.is_far(own.nearest(both), one, own.nearest(one))
            links[number] = replace(link, axis=one if far else both)
    return links
