"""Textbook dynamics in the frames that the user drew, over any scalar (Featherstone 2008).

In numbers of 60 digits it is a reference; in floats of 64 or 32 bits it shows what accuracy the
robot's own frames allow. Spatial vectors are angular, then linear, in link coordinates.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gen_robot.algebra.frame import ORIGIN
from gen_robot.description.description import Description
from textbook_links import DType, Place, Scalars, identity, links_of, rounded, skew


class Textbook:
    """Compute a described robot's dynamics in scalars of one kind."""

    def __init__(self, description: Description, dtype: DType) -> None:
        self.links = links_of(description, dtype)
        self._weight = -rounded([*ORIGIN, *description.gravity], dtype)
        ends = np.cumsum([0, *(link.motions.shape[1] for link in self.links)])
        self._own = [slice(a, b) for a, b in pairwise(ends)]
        self._dtype = dtype

    def all(self, q: Scalars, qd: Scalars, qdd: Scalars, tau: Scalars) -> dict[str, Scalars]:
        """Return by their kernels' names M, h, the torques for qdd and the accelerations by tau."""
        M, h = self.inertia_matrix(q), self.inverse_dynamics(q, qd, 0 * qd)
        return {
            "inertia_matrix": M,
            "bias": h,
            "inverse_dynamics": self.inverse_dynamics(q, qd, qdd),
            "forward_dynamics": _solved(M, tau - h),
        }

    def inverse_dynamics(self, q: Scalars, qd: Scalars, qdd: Scalars) -> Scalars:
        """Return tau by the recursive Newton-Euler algorithm (table 5.1)."""
        X = self._transforms(q)
        v: list[Scalars] = []
        a: list[Scalars] = []
        f: list[Scalars] = []
        for k, link in enumerate(self.links):
            rate, push = (link.motions @ rates[self._own[k]] for rates in (qd, qdd))
            at_base = link.parent < 0
            v.append(rate if at_base else X[k] @ v[link.parent] + rate)
            # Gravity acts as a fictitious acceleration of the base.
            carried = X[k] @ (self._weight if at_base else a[link.parent])
            a.append(carried + push + _cross(v[k]) @ rate)
            f.append(link.inertia @ a[k] - _cross(v[k]).T @ (link.inertia @ v[k]))
        tau = 0 * qd
        for k, link in reversed(list(enumerate(self.links))):
            tau[self._own[k]] = link.motions.T @ f[k] + qdd[self._own[k]] * link.rotor
            if link.parent >= 0:
                f[link.parent] = f[link.parent] + X[k].T @ f[k]
        return tau

    def inertia_matrix(self, q: Scalars) -> Scalars:
        """Return M by the composite rigid body algorithm (table 6.2)."""
        X = self._transforms(q)
        composite = [link.inertia for link in self.links]
        size = self._own[-1].stop
        M = 0 * identity(size, self._dtype)
        for k, link in reversed(list(enumerate(self.links))):
            own = self._own[k]
            F = composite[k] @ link.motions
            M[own, own] = link.motions.T @ F + identity(F.shape[1], self._dtype) * link.rotor
            j = k
            while self.links[j].parent >= 0:
                F, j = X[j].T @ F, self.links[j].parent
                M[self._own[j], own] = self.links[j].motions.T @ F
                M[own, self._own[j]] = M[self._own[j], own].T
            if link.parent >= 0:
                composite[link.parent] = composite[link.parent] + X[k].T @ composite[k] @ X[k]
        return M

    def _transforms(self, q: Scalars) -> list[Scalars]:
        """Return for each link what turns its parent's motions into its own."""
        starts = np.cumsum([0, *(link.nq for link in self.links)])
        pairs = zip(self.links, starts, strict=False)
        return [_motion_down(link.place(q[at : at + link.nq])) for link, at in pairs]


def _motion_down(place: Place) -> Scalars:
    rotation, origin = place
    E = rotation.T
    return np.block([[E, 0 * E], [-(E @ skew(origin)), E]])


def _cross(v: Scalars) -> Scalars:
    """Return the matrix of v x for motions; for wrenches it is minus its transpose."""
    w = skew(v[:3])
    return np.block([[w, 0 * w], [skew(v[3:]), w]])


def _solved(M: Scalars, b: Scalars) -> Scalars:
    """Solve M x = b by elimination, the first joint first."""
    n, A, x = len(b), M.copy(), b.copy()
    for k in range(n):
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k + 1 :] = A[i, k + 1 :] - A[k, k + 1 :] * factor
            x[i] = x[i] - x[k] * factor
    for k in reversed(range(n)):
        for i in range(k + 1, n):
            x[k] = x[k] - A[k, i] * x[i]
        x[k] = x[k] / A[k, k]
    return x
