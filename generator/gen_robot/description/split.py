"""Joints that are several revolute ones, with crosses between them that weigh nothing.

A universal joint turns about two axes, a spherical joint may be given by the angles about three. Each
axis is carried along by the turns before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gen_robot.algebra.frame import AT_ORIGIN
from gen_robot.description.description import (
    Description,
    Inertial,
    LinkDescription,
)
from gen_robot.description.joint_kinds import REVOLUTE, kind_of


def split_joints(description: Description) -> Description:
    """Return the robot with each such joint as the revolute joints NAME_1, NAME_2 and so on."""
    links = tuple(part for link in description.links for part in split(link))
    return replace(description, links=links)


def split(link: LinkDescription) -> Iterator[LinkDescription]:
    """Yield the crosses of a link's joint, if there are any, and the link."""
    joint, parent = link.joint, link.parent
    axes = kind_of(joint).split_axes(joint)
    if not axes:
        yield link
        return
    before = joint.before
    for number, axis in enumerate(axes, 1):
        part = replace(
            joint,
            name=f"{joint.name}_{number}",
            type=REVOLUTE.name,
            before=before,
            axis=axis,
            after=AT_ORIGIN,
            given={},
        )
        if number == len(axes):
            yield replace(link, parent=parent, joint=replace(part, after=joint.after))
            return
        # No file can name a link so: its name would not be legal.
        cross = f"{link.name} (cross {number})"
        yield LinkDescription(cross, parent, part, Inertial())
        parent, before = cross, AT_ORIGIN
