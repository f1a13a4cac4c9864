"""Frames of a described robot as Pinocchio sees them: placements, Jacobians, motions.

Each described link is a frame; so are those that the description adds. Joints have the order of the
description, as in pinocchio_robot.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import pinocchio_robot
from arrays import Array, matrix, vector
from gen_robot.algebra.frame import Frame
from gen_robot.description.description import BASE, Description

REFERENCES = {
    "local_world_aligned": pin.LOCAL_WORLD_ALIGNED,
    "local": pin.LOCAL,
    "world": pin.WORLD,
}


class PinocchioFrames:
    """Evaluate frames of a robot in one state."""

    def __init__(self, description: Description, q: Array, qd: Array, qdd: Array) -> None:
        self.model = pinocchio_robot.pinocchio_model(description)
        self._of = _with_frames(self.model, description)
        self.q = q
        self._data, self._drifting = self.model.createData(), self.model.createData()
        pin.forwardKinematics(self.model, self._data, q, qd, qdd)
        pin.computeJointJacobians(self.model, self._data, q)
        pin.forwardKinematics(self.model, self._drifting, q, qd, np.zeros(self.model.nv))
        for data in (self._data, self._drifting):
            pin.updateFramePlacements(self.model, data)

    def placement(self, frame: str) -> Array:
        return np.array(self._data.oMf[self._of[frame]].homogeneous)

    def jacobian(self, frame: str, reference: str) -> Array:
        at = self._of[frame], REFERENCES[reference]
        return np.array(pin.getFrameJacobian(self.model, self._data, *at))

    def velocity(self, frame: str, reference: str) -> Array:
        at = self._of[frame], REFERENCES[reference]
        return np.array(pin.getFrameVelocity(self.model, self._data, *at).vector)

    def acceleration(self, frame: str, reference: str) -> Array:
        at = self._of[frame], REFERENCES[reference]
        return np.array(pin.getFrameClassicalAcceleration(self.model, self._data, *at).vector)

    def drift(self, frame: str, reference: str) -> Array:
        at = self._of[frame], REFERENCES[reference]
        return np.array(pin.getFrameClassicalAcceleration(self.model, self._drifting, *at).vector)

    @property
    def com(self) -> Array:
        return np.array(pin.centerOfMass(self.model, self.model.createData(), self.q))

    @property
    def com_jacobian(self) -> Array:
        data = self.model.createData()
        return np.array(pin.jacobianCenterOfMass(self.model, data, self.q))


def _with_frames(model: pin.Model, description: Description) -> dict[str, int]:
    """Add a frame for each link, and for each that the file adds; return their numbers."""
    floating = description.floating_base is not None
    carrier = {BASE: (int(floating), pin.SE3.Identity())}
    joints = iter(range(1 + floating, model.njoints))
    for link in description.links:
        joint, place = carrier[link.parent]
        place = place * _se3(link.joint.before)
        if link.joint.type != "fixed":
            joint, place = next(joints), pin.SE3.Identity()
        carrier[link.name] = (joint, place * _se3(link.joint.after))
    for frame in description.frames:
        joint, place = carrier[frame.link]
        carrier[frame.name] = (joint, place * _se3(frame.origin))
    return {
        name: model.addFrame(pin.Frame(f"our {name}", joint, 0, place, pin.FrameType.OP_FRAME))
        for name, (joint, place) in carrier.items()
    }


def _se3(frame: Frame) -> pin.SE3:
    return pin.SE3(matrix(frame.rotation), vector(frame.origin))
