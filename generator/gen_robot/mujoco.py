"""A robot's states as MuJoCo has them, and as its kernels take them.

MuJoCo's quaternions are w, x, y, z, ours x, y, z, w; of a free body, MuJoCo gives the linear velocity
in the axes of the world, we in those of the body. All else is the same, in the same order. MuJoCo
itself is not needed here: its arrays are NumPy's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["States"]

Reals = NDArray[np.float64]

_FIRST_W = (3, 0, 1, 2)  # of a quaternion x, y, z, w
_LAST_W = (1, 2, 3, 0)
_QUATERNIONS = {"rotation": 0, "rigid": 3}  # where they begin among a joint's positions
_FREE = "rigid"


class _Joint(Protocol):
    @property
    def manifold(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def index_v(self) -> int: ...


class _Robot(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def joints(self) -> Any: ...


class States:
    """Turn MuJoCo's arrays into a robot's and back; any leading shape is for many states.

    The robot is one that was read from an MJCF file as it stands, with all its joints.
    """

    def __init__(self, robot: _Robot) -> None:
        self._name, self._nq, self._nv = robot.name, robot.nq, robot.nv
        joints: list[_Joint] = list(robot.joints)
        self._quaternions = [
            joint.index + _QUATERNIONS[joint.manifold]
            for joint in joints
            if joint.manifold in _QUATERNIONS
        ]
        self._free = [(j.index, j.index_v) for j in joints if j.manifold == _FREE]

    # From MuJoCo ------------------------------------------------------------------------------

    def q(self, qpos: ArrayLike) -> Reals:
        """Return the positions of a state."""
        return self._reordered("qpos", qpos, _LAST_W)

    def qd(self, qpos: ArrayLike, qvel: ArrayLike) -> Reals:
        """Return the velocities of a state."""
        return self._turned(self.q(qpos), "qvel", qvel, inward=True)

    def qdd(self, qpos: ArrayLike, qvel: ArrayLike, qacc: ArrayLike) -> Reals:
        """Return the accelerations of a state: the derivatives of its velocities."""
        q = self.q(qpos)
        qd = self._turned(q, "qvel", qvel, inward=True)
        # The axes turn in which a velocity is given.
        return self._turned(q, "qacc", qacc, inward=True) - self._carried(qd)

    def tau(self, qpos: ArrayLike, qfrc: ArrayLike) -> Reals:
        """Return forces: they do the same work on our velocities as on MuJoCo's."""
        return self._turned(self.q(qpos), "qfrc", qfrc, inward=True)

    # To MuJoCo --------------------------------------------------------------------------------

    def qpos(self, q: ArrayLike) -> Reals:
        """Return MuJoCo's positions."""
        return self._reordered("q", q, _FIRST_W)

    def qvel(self, q: ArrayLike, qd: ArrayLike) -> Reals:
        """Return MuJoCo's velocities."""
        return self._turned(self._checked("q", q, self._nq), "qd", qd, inward=False)

    def qacc(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Reals:
        """Return MuJoCo's accelerations."""
        total = self._checked("qdd", qdd, self._nv)
        total = total + self._carried(self._checked("qd", qd, self._nv))
        return self._turned(self._checked("q", q, self._nq), "qdd", total, inward=False)

    def qfrc(self, q: ArrayLike, tau: ArrayLike) -> Reals:
        """Return MuJoCo's forces."""
        return self._turned(self._checked("q", q, self._nq), "tau", tau, inward=False)

    # ------------------------------------------------------------------------------------------

    def _checked(self, name: str, given: ArrayLike, wanted: int) -> Reals:
        array = np.asarray(given, dtype=np.float64)
        if array.ndim == 0 or array.shape[-1] != wanted:
            found = f"{name} has the shape {array.shape}; {self._name} wants (..., {wanted})"
            raise ValueError(f"{found}, as its file stands, with all joints")
        return array

    def _reordered(self, name: str, given: ArrayLike, order: tuple[int, ...]) -> Reals:
        found = self._checked(name, given, self._nq).copy()
        for start in self._quaternions:
            found[..., start : start + 4] = found[..., [start + k for k in order]]
        return found

    def _turned(self, q: Reals, name: str, given: ArrayLike, *, inward: bool) -> Reals:
        """Turn the linear parts of free bodies into their own axes, or out of them."""
        array = self._checked(name, given, self._nv)
        found = np.broadcast_to(
            array, np.broadcast_shapes(q.shape[:-1], array.shape[:-1]) + array.shape[-1:]
        )
        found = found.copy()
        for rotation, linear in self._rotations(q):
            product = "...ij,...i->...j" if inward else "...ij,...j->...i"
            found[..., linear] = np.einsum(product, rotation, array[..., linear])
        return found

    def _rotations(self, q: Reals) -> Iterator[tuple[Reals, slice]]:
        for index, index_v in self._free:
            x, y, z, w = np.moveaxis(q[..., index + 3 : index + 7], -1, 0)
            rows = [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
            matrix = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
            yield matrix, slice(index_v, index_v + 3)

    def _carried(self, qd: Reals) -> Reals:
        """Return what velocities in turning axes gain by the turning: omega x v."""
        found = np.zeros_like(qd)
        for _, k in self._free:
            linear, angular = qd[..., k : k + 3], qd[..., k + 3 : k + 6]
            found[..., k : k + 3] = np.cross(angular, linear)
        return found
