"""Joints that are held still: a moving joint becomes a fixed one at a given value."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.number import Number
from gen_robot.description.description import JointDescription, LinkDescription
from gen_robot.description.joint_kinds import FIXED, kind_of


def locked(link: LinkDescription, value: Number) -> LinkDescription:
    """Return a link whose joint, of one coordinate, stands still at a value."""
    joint = link.joint
    moved = kind_of(joint).moved(joint.axis, (value,))
    placement = joint.before.then(moved).then(joint.after)
    return replace(link, joint=JointDescription(joint.name, FIXED.name, placement))
