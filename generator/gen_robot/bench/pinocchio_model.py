"""A robot for Pinocchio, built joint by joint.

Its joints stand depth first, for crba and computeMinverse want each subtree in one run and return wrong
numbers without a word if it is not. Axes along x, y, z get the joints that are made for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gen_robot.bench.tree import Joint, Place, Tree

UNIVERSE = 0
ALONG = {(1.0, 0.0, 0.0): "X", (0.0, 1.0, 0.0): "Y", (0.0, 0.0, 1.0): "Z"}
TURNING = ("revolute", "continuous")
FREE = {"planar": "Planar", "spherical": "Spherical", "floating": "FreeFlyer"}


def pinocchio_model(pin: Any, tree: Tree, order: Sequence[int]) -> Any:
    """Return a model with the joints in this order, and a frame for each of the tree's."""
    model = pin.Model()
    model.gravity = pin.Motion(tree.gravity, np.zeros(3))
    numbers = {-1: UNIVERSE}
    rotors: list[float] = []
    for k in order:
        joint = tree.joints[k]
        parent, place = numbers[joint.parent], se3(pin, joint.place)
        numbers[k] = model.addJoint(parent, _joint(pin, joint), place, joint.name)
        rotors += [joint.rotor] * (joint.v.stop - joint.v.start)
        for body in joint.bodies:
            inertia = pin.Inertia(body.mass, body.com, body.inertia)
            model.appendBodyToJoint(numbers[k], inertia, se3(pin, body.place))
    model.armature = np.array(rotors)
    for name, (k, place) in tree.frames.items():
        frame = pin.Frame(name, numbers[k], UNIVERSE, se3(pin, place), pin.FrameType.OP_FRAME)
        model.addFrame(frame)
    return model


def se3(pin: Any, place: Place) -> Any:
    return pin.SE3(place.rotation, place.origin)


def _joint(pin: Any, joint: Joint) -> Any:
    if joint.kind in FREE:
        return getattr(pin, f"JointModel{FREE[joint.kind]}")()
    if joint.kind == "helical":
        return pin.JointModelHelicalUnaligned(joint.axis, float(joint.given["pitch"]))
    if joint.kind == "cylindrical":
        both = pin.JointModelComposite(pin.JointModelRevoluteUnaligned(joint.axis))
        both.addJoint(pin.JointModelPrismaticUnaligned(joint.axis), pin.SE3.Identity())
        return both
    turns = joint.kind in TURNING
    if letter := ALONG.get(tuple(joint.axis.tolist())):
        return getattr(pin, f"JointModel{'R' if turns else 'P'}{letter}")()
    kind = "Revolute" if turns else "Prismatic"
    return getattr(pin, f"JointModel{kind}Unaligned")(joint.axis)
