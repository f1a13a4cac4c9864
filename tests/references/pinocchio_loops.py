"""Closed loops by Pinocchio: its own constrained dynamics, and equations made of its Jacobians.

`constraintDynamics` knows loops that join points. Other closing joints are conditions on the relative
placement of two frames: their rows are those of Pinocchio's frame Jacobians, and redundant ones do no
harm to a pseudoinverse.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from arrays import Array, matrix, vector
from gen_robot.algebra.frame import Frame
from gen_robot.description.description import BASE, Description
from gen_robot.description.split import split_joints
from pinocchio_robot import mass_matrix, pinocchio_model

FREE = {
    "connect": (3, 4, 5),
    "revolute": (5,),
    "universal": (),
    "cylindrical": (2, 5),
    "prismatic": (2,),
    "planar": (0, 1, 5),
    "weld": (),
}
"""The motions of frame a against frame b that a closing joint leaves free, linear first."""


class ClosedRobot:
    """Hold a described robot with its loops."""

    def __init__(self, description: Description) -> None:
        self.description = split_joints(description)
        self.model = pinocchio_model(self.description)
        self.ends = [
            (self._end(loop.link_a, loop.at_a), self._end(loop.link_b, loop.at_b))
            for loop in description.loops
        ]

    def _end(self, link: str, at: Frame) -> tuple[int, pin.SE3]:
        """Return the joint that carries an end, and its place there."""
        place = pin.SE3(matrix(at.rotation), vector(at.origin))
        by_name = {each.name: each for each in self.description.links}
        while link in by_name:
            joint = by_name[link].joint
            after = pin.SE3(matrix(joint.after.rotation), vector(joint.after.origin))
            if joint.type != "fixed":
                return self.model.getJointId(joint.name), after * place
            before = pin.SE3(matrix(joint.before.rotation), vector(joint.before.origin))
            place, link = before * after * place, by_name[link].parent
        assert link in (BASE, self.description.root_name)
        return 0, place

    def accelerations(self, q: Array, qd: Array, tau: Array) -> Array:
        """Return qdd by Pinocchio's own solver; all loops join points."""
        assert all(loop.type == "connect" for loop in self.description.loops)
        constraints = pin.StdVec_RigidConstraintModel()
        for (a, at_a), (b, at_b) in self.ends:
            constraints.append(
                pin.RigidConstraintModel(
                    pin.ContactType.CONTACT_3D, self.model, a, at_a, b, at_b, pin.LOCAL
                )
            )
        data = self.model.createData()
        own = pin.StdVec_RigidConstraintData()
        for constraint in constraints:
            own.append(constraint.createData())
        pin.initConstraintDynamics(self.model, data, constraints, own)
        settings = pin.ProximalSettings(1e-15, 1e-15, 1e-8, 200)
        return pin.constraintDynamics(
            self.model, data, q, qd, tau, constraints, own, settings
        ).copy()

    def conditions(self, q: Array, qd: Array) -> tuple[Array, Array]:
        """Return all rows of the loops' Jacobian, redundant ones included, and what they ask for."""
        model, data = self.model, self.model.createData()
        pin.forwardKinematics(model, data, q, qd, np.zeros(model.nv))
        pin.computeJointJacobians(model, data, q)
        rows, right = [], []
        for loop, ends in zip(self.description.loops, self.ends, strict=True):
            (J_a, v_a, a_a, R), (J_b, v_b, a_b, _) = (self._motion(data, *end) for end in ends)
            # In the axes of a, which turn: relative to what is fixed in space, at coincident frames.
            kept = [k for k in range(6) if k not in FREE[loop.type]]
            if loop.type == "universal":
                kept = [0, 1, 2, 4]
            turn = np.kron(np.eye(2), R.T)
            drift = turn @ (a_a - a_b)
            # Directions n of b, e of a: (e.n)'' has 2 e'.n', which the difference lacks.
            w_a, w_b = R.T @ v_a[3:], R.T @ v_b[3:]
            drift[3:] += -np.cross(w_a, w_b) if loop.type != "connect" else 0
            if loop.type in ("prismatic", "cylindrical", "planar"):
                gap = R.T @ (v_a[:3] - v_b[:3])
                drift[:3] -= 2 * np.cross(w_b, gap)
            rows.append((turn @ (J_a - J_b))[kept])
            right.append(-drift[kept])
        return np.vstack(rows), np.concatenate(right)

    def _motion(self, data: pin.Data, joint: int, at: pin.SE3) -> tuple[Array, Array, Array, Array]:
        """Return Jacobian, velocity, acceleration of an end, in the axes of the world; its rotation."""
        model = self.model
        place = data.oMi[joint] * at
        world = pin.SE3(place.rotation, np.zeros(3))
        J = pin.getJointJacobian(model, data, joint, pin.LOCAL)
        v, a = data.v[joint], data.a[joint]
        if joint == 0:
            J, v, a = np.zeros((6, model.nv)), pin.Motion.Zero(), pin.Motion.Zero()
        v_end, a_end = at.actInv(v), at.actInv(a)
        linear = a_end.linear + np.cross(v_end.angular, v_end.linear)
        there = world.toActionMatrix()
        return (
            there @ at.toActionMatrixInverse() @ J,
            there @ v_end.vector,
            there @ np.concatenate([linear, a_end.angular]),
            place.rotation,
        )

    def solved(self, q: Array, qd: Array, tau: Array) -> Array:
        """Return qdd from M, h and all rows of the loops, by a pseudoinverse."""
        K, k = self.conditions(q, qd)
        M = mass_matrix(self.model, q)
        h = pin.rnea(self.model, self.model.createData(), q, qd, np.zeros(self.model.nv))
        root = np.linalg.inv(np.linalg.cholesky(M))
        free = root @ (tau - h)
        rows = K @ root.T
        return root.T @ (free + np.linalg.pinv(rows, rcond=1e-9) @ (k - rows @ free))
