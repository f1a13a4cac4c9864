"""The dynamics in plain NumPy, as one writes them down from a textbook.

Spatial vectors, rotations first (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapters 5, 6).
Methods are named after the kernels that they stand beside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gen_robot.bench.tree import Body, Place, Tree

Array = NDArray[np.float64]

KINDS = frozenset({"revolute", "continuous", "prismatic"})


class NumpyDynamics:
    """Compute a robot's dynamics by recursions over its joints."""

    def __init__(self, tree: Tree) -> None:
        self._parents = [joint.parent for joint in tree.joints]
        self._fixed = [_into(joint.place) for joint in tree.joints]
        self._turns = [joint.kind != "prismatic" for joint in tree.joints]
        self._axes = [joint.axis for joint in tree.joints]
        still = np.zeros(3)
        self._motions = [
            np.concatenate([axis, still] if turns else [still, axis])
            for axis, turns in zip(self._axes, self._turns, strict=True)
        ]
        self._inertias = [
            np.sum([_spatial_inertia(b) for b in joint.bodies], axis=0) for joint in tree.joints
        ]
        self._rotors = np.array([joint.rotor for joint in tree.joints])
        self._upward = np.concatenate([still, -tree.gravity])
        self._n = len(tree.joints)

    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return tau, by velocities and accelerations outward and forces inward."""
        X = self._transforms(q)
        v: list[Array] = []
        a: list[Array] = []
        f: list[Array] = []
        for i, parent in enumerate(self._parents):
            S = self._motions[i]
            v_parent = X[i] @ v[parent] if parent >= 0 else np.zeros(6)
            a_parent = X[i] @ (a[parent] if parent >= 0 else self._upward)
            v.append(v_parent + S * qd[i])
            a.append(a_parent + S * qdd[i] + _cross(v[i]) @ (S * qd[i]))
            inertia = self._inertias[i]
            f.append(inertia @ a[i] - _cross(v[i]).T @ (inertia @ v[i]))
        tau = self._rotors * qdd
        for i in reversed(range(self._n)):
            tau[i] += self._motions[i] @ f[i]
            if (parent := self._parents[i]) >= 0:
                f[parent] = f[parent] + X[i].T @ f[i]
        return tau

    def bias(self, q: Array, qd: Array) -> Array:
        return self.inverse_dynamics(q, qd, np.zeros(self._n))

    def gravity(self, q: Array) -> Array:
        return self.inverse_dynamics(q, np.zeros(self._n), np.zeros(self._n))

    def inertia_matrix(self, q: Array) -> Array:
        """Return M, by composite rigid bodies."""
        X = self._transforms(q)
        composite = [inertia.copy() for inertia in self._inertias]
        M = np.diag(self._rotors).astype(float)
        for i in reversed(range(self._n)):
            if (parent := self._parents[i]) >= 0:
                composite[parent] += X[i].T @ composite[i] @ X[i]
        for i in range(self._n):
            force = composite[i] @ self._motions[i]
            M[i, i] += self._motions[i] @ force
            j = i
            while (parent := self._parents[j]) >= 0:
                force = X[j].T @ force
                j = parent
                M[i, j] = M[j, i] = self._motions[j] @ force
        return M

    def inertia_and_bias(self, q: Array, qd: Array) -> tuple[Array, Array]:
        return self.inertia_matrix(q), self.bias(q, qd)

    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array:
        M, h = self.inertia_and_bias(q, qd)
        return np.linalg.solve(M, tau - h).astype(float, copy=False)

    def inertia_inverse(self, q: Array) -> Array:
        return np.linalg.inv(self.inertia_matrix(q)).astype(float, copy=False)

    def _transforms(self, q: Array) -> list[Array]:
        """Return what takes motions of each parent's frame into each joint's moved frame."""
        moved = []
        for i in range(self._n):
            if self._turns[i]:
                place = Place(_turn(self._axes[i], q[i]), np.zeros(3))
            else:
                place = Place(np.eye(3), self._axes[i] * q[i])
            moved.append(_into(place) @ self._fixed[i])
        return moved


def _skew(v: Array) -> Array:
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def _turn(axis: Array, angle: float) -> Array:
    """Return the rotation about a unit vector (Rodrigues)."""
    K = _skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * (K @ K)


def _into(place: Place) -> Array:
    """Return what takes motions from the outer frame into the placed one."""
    X = np.zeros((6, 6))
    back = place.rotation.T
    X[:3, :3] = X[3:, 3:] = back
    X[3:, :3] = -back @ _skew(place.origin)
    return X


def _cross(v: Array) -> Array:
    """Return the matrix of the cross product of motions."""
    C = np.zeros((6, 6))
    C[:3, :3] = C[3:, 3:] = _skew(v[:3])
    C[3:, :3] = _skew(v[3:])
    return C


def _spatial_inertia(body: Body) -> Array:
    """Return a body's inertia about the origin of the joint that moves it."""
    C = _skew(body.com)
    own = np.zeros((6, 6))
    own[:3, :3] = body.inertia + body.mass * C @ C.T
    own[:3, 3:], own[3:, :3] = body.mass * C, body.mass * C.T
    own[3:, 3:] = body.mass * np.eye(3)
    X = _into(body.place)
    return X.T @ own @ X
