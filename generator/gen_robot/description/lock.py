"""Joints that are held still: a moving joint becomes a fixed one at a given value."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.frame import IDENTITY, ORIGIN, Frame, X, Y, Z
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.description.description import JointDescription, LinkDescription

ONE_COORDINATE = ("revolute", "continuous", "prismatic", "helical")
"""The types of joint whose position is one number."""


def locked(link: LinkDescription, value: Number) -> LinkDescription:
    """Return a link whose joint, of one coordinate, stands still at a value."""
    joint = link.joint
    placement = joint.before.then(motion(joint, value)).then(joint.after)
    return replace(link, joint=JointDescription(joint.name, "fixed", placement))


def motion(joint: JointDescription, value: Number) -> Frame:
    """Return what a joint of one coordinate does to the frame before it."""
    slide = Frame(
        IDENTITY, joint.axis * (value if joint.type == "prismatic" else joint.pitch * value)
    )
    return slide if joint.type == "prismatic" else turn_about(joint.axis, value).then(slide)


def turn_about(axis: Vec3, angle: Number) -> Frame:
    """Turn about a unit vector, by Rodrigues' formula."""
    c, s = angle.cos_sin()

    def turned(v: Vec3) -> Vec3:
        return v * c + axis.cross(v) * s + axis * (axis.dot(v) * (ONE - c))

    return Frame(Mat3(turned(X), turned(Y), turned(Z)), ORIGIN)
