"""Frames drawn anew: slid along their axes, or turned about them, where canonical frames leave that
open.

No joint's coordinate changes, and no torque. Where it stands in its parent, and all that stands in
it, is told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gen_robot.algebra.frame import Frame, shift, turn_z
from gen_robot.algebra.number import ZERO, Number, atan2
from gen_robot.algebra.pose import Pose, Shift
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Vec3
from gen_robot.model.hold import is_parallel
from gen_robot.model.model import Link, Model, Place
from gen_robot.model.structure import Structure


def redrawn(model: Model, structure: Structure) -> Model:
    """Return the model in the frames that a structure asks for; masses are where its file has them."""
    for row, number in structure.heights:
        model = _with_height(model, row, number)
    for number in structure.leaves:
        first = model.link(number).body.first
        model = _drawn(model, model.link(number), ZERO, atan2(first.y, first.x))
    return model


def leaves(model: Model) -> list[int]:
    """Return the last links whose frames would be turned by an angle that is nothing special."""
    tips = (k for k in model.links if not model.children(k.number) and k.kind.only_turns_about_z)
    return [k.number for k in tips if k.body.first.x and k.body.first.y]


def rows(model: Model) -> Iterator[tuple[int, list[int]]]:
    """Yield the links that a row of parallel axes with a height begins with, and where it may stand."""
    for link in model.links:
        if link.kind.only_turns_about_z and not is_parallel(link) and link.geometry.d:
            others = _row(model, link)
            if others:
                yield link.number, others


def _row(model: Model, link: Link) -> list[int]:
    """Return the links of a row after its first, along its first children."""
    found = []
    while link.kind.only_turns_about_z:
        parallel = [k for k in model.children(link.number) if is_parallel(k)]
        if not parallel or not parallel[0].kind.only_turns_about_z:
            break
        link = parallel[0]
        found.append(link.number)
    return found


def _with_height(model: Model, row: int, number: int) -> Model:
    """Return the model with the height of a row at another of its links: those before are slid."""
    height = model.link(row).geometry.d
    for link in model.path(number):
        if link.number > row:
            height = height * link.geometry.alpha.cos()
        if row <= link.number < number:
            model = _drawn(model, model.link(link.number), -height, ZERO)
    return model


def _drawn(model: Model, link: Link, along: Number, about: Number) -> Model:
    """Return the model with a link's frame slid along its z axis and turned about it."""
    c, s = about.cos_sin()
    # From the new frame to the one that was.
    back = Pose((Turn("z", c, -s), Shift(Vec3(ZERO, ZERO, -along))))
    was = turn_z(-about).then(shift(ZERO, ZERO, -along))
    g = link.geometry
    moved = replace(
        link,
        geometry=replace(g, theta=g.theta + about, d=g.d + along),
        body=back.up_moments(link.body),
        user_frame=was.then(link.user_frame),
    )
    links = [
        moved if k is link else _on_moved(k, along, about) if k.parent == link.number else k
        for k in model.links
    ]
    return replace(
        model,
        links=tuple(links),
        places={name: _placed(place, link, was) for name, place in model.places.items()},
        frames={name: _placed(place, link, was) for name, place in model.frames.items()},
        closing=None,  # what ties links together is told in the frames that were
    )


def _on_moved(child: Link, along: Number, about: Number) -> Link:
    """Return a child of a link whose frame was slid and turned."""
    g = child.geometry
    if is_parallel(child):
        return replace(
            child,
            geometry=replace(g, gamma=g.gamma - about, d=g.d - along * g.alpha.cos()),
        )
    return replace(child, geometry=replace(g, gamma=g.gamma - about, b=g.b - along))


def _placed(place: Place, link: Link, was: Frame) -> Place:
    return replace(place, frame=was.then(place.frame)) if place.link == link.number else place
