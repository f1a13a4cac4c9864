"""A universal joint is two revolute ones with a cross between them that weighs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gen_robot.algebra.frame import AT_ORIGIN
from gen_robot.model.description import Description, Inertial, Limits, LinkDescription


def split_universal(description: Description) -> Description:
    """Return the robot with each universal joint as the revolute joints NAME_1 and NAME_2."""
    links = tuple(part for link in description.links for part in _split(link))
    return replace(description, links=links)


def _split(link: LinkDescription) -> Iterator[LinkDescription]:
    joint = link.joint
    if joint.type != "universal":
        yield link
        return
    cross = f"{link.name}:cross"
    first = replace(
        joint,
        name=f"{joint.name}_1",
        type="revolute",
        after=AT_ORIGIN,
        limits=Limits(),
    )
    second = replace(
        first, name=f"{joint.name}_2", before=AT_ORIGIN, axis=joint.second_axis, after=joint.after
    )
    yield LinkDescription(cross, link.parent, first, Inertial())
    yield replace(link, parent=cross, joint=second)
