"""Pinocchio from Python: the same robot, built joint by joint.

Its joints stand depth first, for crba and computeMinverse want each subtree in one run and return wrong
numbers without a word if it is not. Axes along x, y, z get the joints that are made for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gen_robot.bench.peer import Array, PeerCall
from gen_robot.bench.tree import Joint, Place, Tree
from gen_robot.errors import UserError

NAME = "Pinocchio"
UNIVERSE = 0
ALONG = {(1.0, 0.0, 0.0): "X", (0.0, 1.0, 0.0): "Y", (0.0, 0.0, 1.0): "Z"}
TURNING = ("revolute", "continuous")
FREE = {"planar": "Planar", "spherical": "Spherical", "floating": "FreeFlyer"}


class PinocchioPeer:
    """Offer Pinocchio's algorithms by methods that are named after kernels."""

    name = NAME

    def __init__(self, tree: Tree) -> None:
        try:
            import pinocchio
        except ImportError:
            raise UserError(NAME, "is not installed", "pip install pin") from None
        self._pin: Any = pinocchio
        self.version: str = pinocchio.__version__
        order = tree.depth_first()
        self.model = self._model(tree, order)
        self.data = self.model.createData()
        self._q = np.concatenate([np.r_[tree.joints[k].q] for k in order])
        self._v = np.concatenate([np.r_[tree.joints[k].v] for k in order])
        self._back = np.argsort(self._v)

    def call(self, kernel: str) -> PeerCall | None:
        offered = vars(PinocchioPeer).get(kernel)
        if kernel.startswith("_") or kernel == "call" or not callable(offered):
            return None
        return getattr(self, kernel)()

    def inertia_matrix(self) -> PeerCall:
        return self._call("crba", self._symmetric)

    def bias(self) -> PeerCall:
        return self._call("nonLinearEffects", self._vector)

    def inverse_dynamics(self) -> PeerCall:
        return self._call("rnea", self._vector)

    def gravity(self) -> PeerCall:
        return self._call("computeGeneralizedGravity", self._vector)

    def forward_dynamics(self) -> PeerCall:
        return self._call("aba", self._vector)

    def inertia_inverse(self) -> PeerCall:
        return self._call("computeMinverse", self._symmetric)

    def inertia_and_bias(self) -> PeerCall:
        crba, bias = self._pin.crba, self._pin.nonLinearEffects

        def both(model: Any, data: Any, q: Array, v: Array) -> tuple[Any, Any]:
            return crba(model, data, q), bias(model, data, q, v)

        def results(value: tuple[Any, Any]) -> tuple[Array, ...]:
            return (*self._symmetric(value[0]), *self._vector(value[1]))

        return PeerCall("pin.crba and pin.nonLinearEffects", both, self._arguments, results)

    def _call(self, name: str, results: Any) -> PeerCall:
        return PeerCall(f"pin.{name}", getattr(self._pin, name), self._arguments, results)

    def _arguments(self, state: tuple[Array, ...]) -> tuple[Any, ...]:
        q, *rest = (np.asarray(each, float) for each in state)
        return (self.model, self.data, q[self._q], *(each[self._v] for each in rest))

    def _vector(self, value: Any) -> tuple[Array, ...]:
        return (np.asarray(value)[self._back],)

    def _symmetric(self, value: Any) -> tuple[Array, ...]:
        upper = np.triu(value)
        whole = upper + np.triu(upper, 1).T
        return (whole[np.ix_(self._back, self._back)],)

    def _model(self, tree: Tree, order: list[int]) -> Any:
        pin = self._pin
        model = pin.Model()
        model.gravity = pin.Motion(tree.gravity, np.zeros(3))
        numbers = {-1: UNIVERSE}
        rotors: list[float] = []
        for k in order:
            joint = tree.joints[k]
            parent, place = numbers[joint.parent], self._se3(joint.place)
            numbers[k] = model.addJoint(parent, self._joint(joint), place, joint.name)
            rotors += [joint.rotor] * (joint.v.stop - joint.v.start)
            for body in joint.bodies:
                inertia = pin.Inertia(body.mass, body.com, body.inertia)
                model.appendBodyToJoint(numbers[k], inertia, self._se3(body.place))
        model.armature = np.array(rotors)
        return model

    def _joint(self, joint: Joint) -> Any:
        pin = self._pin
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

    def _se3(self, place: Place) -> Any:
        return self._pin.SE3(place.rotation, place.origin)
