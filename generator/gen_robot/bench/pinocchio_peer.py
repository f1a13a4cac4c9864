"""Pinocchio from Python: the same robot, and what of it computes a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gen_robot.bench.peer import Array, PeerCall
from gen_robot.bench.pinocchio_model import pinocchio_model
from gen_robot.bench.pinocchio_regressor import in_link_frames
from gen_robot.bench.tree import Tree
from gen_robot.errors import UserError
from gen_robot.references import LOCAL_WORLD_ALIGNED

NAME = "Pinocchio"

Results = Callable[[Any], tuple[Array, ...]]


class PinocchioPeer:
    """Offer Pinocchio's algorithms by methods that are named after kernels, or families of them."""

    name = NAME

    def __init__(self, tree: Tree) -> None:
        try:
            import pinocchio
        except ImportError:
            raise UserError(NAME, "is not installed", "pip install pin") from None
        self._pin: Any = pinocchio
        self.version: str = pinocchio.__version__
        self._tree, self._order = tree, tree.depth_first()
        self.model = pinocchio_model(pinocchio, tree, self._order)
        self.data = self.model.createData()
        self._q = np.concatenate([np.r_[tree.joints[k].q] for k in self._order])
        self._v = np.concatenate([np.r_[tree.joints[k].v] for k in self._order])
        self._back = np.argsort(self._v)

    def call(self, kernel: str, frame: str = "", reference: str = "") -> PeerCall | None:
        """Return what computes a kernel, or one of a family for a frame and in a reference."""
        offered = vars(_Calls).get(kernel)
        if kernel.startswith("_") or not callable(offered):
            return None
        if frame and not self.model.existFrame(frame):
            return None
        return getattr(_Calls(self, frame, reference), kernel)()


class _Calls:
    """Say how each kernel is asked of Pinocchio, and where it leaves what."""

    def __init__(self, peer: PinocchioPeer, frame: str, reference: str) -> None:
        self._peer, self._pin = peer, peer._pin
        self._data, self._back = peer.data, peer._back
        if frame:
            self._frame = peer.model.getFrameId(frame)
            name = (reference or LOCAL_WORLD_ALIGNED).upper()
            self._reference = getattr(self._pin.ReferenceFrame, name)

    # Dynamics

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

        return self._several("crba and pin.nonLinearEffects", both, results)

    # Derivatives, regressors

    def coriolis_matrix(self) -> PeerCall:
        return self._call("computeCoriolisMatrix", self._square)

    def inverse_dynamics_derivatives(self) -> PeerCall:
        def results(value: Any) -> tuple[Array, ...]:
            by_q, by_v, M = value
            return (
                *self._vector(self._data.tau),
                *self._symmetric(M),
                *self._square(by_q),
                *self._square(by_v),
            )

        return self._call("computeRNEADerivatives", results)

    def forward_dynamics_derivatives(self) -> PeerCall:
        def results(value: Any) -> tuple[Array, ...]:
            by_q, by_v, Minv = value
            return (
                *self._vector(self._data.ddq),
                *self._square(by_q),
                *self._square(by_v),
                *self._symmetric(Minv),
            )

        return self._call("computeABADerivatives", results)

    def regressor(self) -> PeerCall:
        tree, order = self._peer._tree, self._peer._order
        in_ours = in_link_frames(self._pin, tree, order)
        return self._call(
            "computeJointTorqueRegressor", lambda Y: (in_ours(np.asarray(Y)[self._back]),)
        )

    # Kinematics

    def com(self) -> PeerCall:
        return self._call("centerOfMass", lambda value: (np.array(value),))

    def com_jacobian(self) -> PeerCall:
        return self._call("jacobianCenterOfMass", self._columns)

    def placement(self) -> PeerCall:
        forward, update = self._pin.forwardKinematics, self._pin.updateFramePlacement

        def both(model: Any, data: Any, q: Array) -> Any:
            forward(model, data, q)
            return update(model, data, self._frame)

        return self._several(
            "forwardKinematics, one frame", both, lambda place: (np.array(place.homogeneous),)
        )

    def jacobian(self) -> PeerCall:
        jacobian = self._pin.computeFrameJacobian

        def one(model: Any, data: Any, q: Array) -> Any:
            return jacobian(model, data, q, self._frame, self._reference)

        return self._several("computeFrameJacobian", one, self._columns)

    def velocity(self) -> PeerCall:
        return self._motion("getFrameVelocity")

    def acceleration(self) -> PeerCall:
        return self._motion("getFrameClassicalAcceleration")

    def drift(self) -> PeerCall:
        nothing = np.zeros(self._peer.model.nv)
        return self._motion("getFrameClassicalAcceleration", nothing)

    def _motion(self, name: str, *further: Array) -> PeerCall:
        forward, get = self._pin.forwardKinematics, getattr(self._pin, name)

        def both(model: Any, data: Any, *state: Array) -> Any:
            forward(model, data, *state, *further)
            return get(model, data, self._frame, self._reference)

        return self._several(
            f"forwardKinematics and pin.{name}", both, lambda motion: (np.array(motion.vector),)
        )

    # Arrays

    def _call(self, name: str, results: Results) -> PeerCall:
        return self._several(name, getattr(self._pin, name), results)

    def _several(self, name: str, function: Callable[..., Any], results: Results) -> PeerCall:
        return PeerCall(f"pin.{name}", function, self._arguments, results)

    def _arguments(self, state: tuple[Array, ...]) -> tuple[Any, ...]:
        peer = self._peer
        q, *rest = (np.asarray(each, float) for each in state)
        return (peer.model, peer.data, q[peer._q], *(each[peer._v] for each in rest))

    def _vector(self, value: Any) -> tuple[Array, ...]:
        return (np.asarray(value)[self._back],)

    def _columns(self, value: Any) -> tuple[Array, ...]:
        return (np.asarray(value)[:, self._back],)

    def _square(self, value: Any) -> tuple[Array, ...]:
        return (np.asarray(value)[np.ix_(self._back, self._back)],)

    def _symmetric(self, value: Any) -> tuple[Array, ...]:
        upper = np.triu(value)
        return self._square(upper + np.triu(upper, 1).T)
