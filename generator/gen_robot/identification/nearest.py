"""Standard parameters nearest to a robot's own among those that give fitted base parameters.

Torques do not tell all standard parameters, so the file's are changed by as little as it takes. How
much a body changes is told by -log det P + tr P0^-1 P of its pseudo-inertia P beside P0, its own (Lee,
Wensing and Park 2019): it does not depend on units or frames, and it grows without bound towards bodies
that cannot exist. So a few steps of Newton's method, which never leave the bodies that can exist, do.
Bodies that cannot exist in the file (measured only in part, say) are changed as plain numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gen_robot.identification.bodies import (
    TEN,
    UNITS,
    StandardFit,
    fault,
    is_body,
    pseudo_inertia,
)

Array = NDArray[np.float64]

_STEPS = 60
_CLOSE = 1e-9
_SOFT = 1e-4
"""What a change of a body weighs beside a misfit of as many squared standard errors."""


def nearest_parameters(
    names: tuple[str, ...],
    bodies: Sequence[str],
    own: Array,
    K: Array,
    base: Array,
    covariance: Array,
) -> StandardFit:
    """Return parameters pi, near a robot's own, with K pi the fitted base parameters."""
    change = _Change(own, len(bodies))
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    moved = 0.0
    pi = _constrained(change, K, base)
    if pi is None or np.any(change.drives(pi) < 0):
        pi = _penalised(change, K, base, covariance)
        moved = float(np.max(np.abs(K @ pi - base) / np.where(errors > 0, errors, np.inf)))
    faults = {
        body: fault(ten) + ("" if is_body(before) else ", as in the file")
        for body, ten, before in zip(bodies, change.tens(pi), change.tens(own), strict=True)
        if np.any(ten) and not is_body(ten)
    }
    return StandardFit(names, pi, faults, moved)


@dataclass(frozen=True)
class _Change:
    """Measure how far parameters are from a robot's own: value, gradient, Hessian."""

    own: Array
    bodies: int

    def tens(self, pi: Array) -> Array:
        return pi[: TEN * self.bodies].reshape(self.bodies, TEN)

    def drives(self, pi: Array) -> Array:
        return pi[TEN * self.bodies :]

    def allowed(self, pi: Array) -> bool:
        """Tell whether all bodies and drives can exist that can in the file."""
        pairs = zip(self.tens(pi), self.tens(self.own), strict=True)
        drives = np.all(self.drives(pi)[self.drives(self.own) > 0] > 0)
        return bool(drives) and all(is_body(ten) for ten, own in pairs if is_body(own))

    def derivatives(self, pi: Array) -> tuple[Array, list[Array]]:
        """Return the gradient, and the Hessian's blocks: one a body, one for the drives."""
        size = TEN * self.bodies
        gradient = np.zeros(len(pi))
        blocks = []
        for k, (ten, own) in enumerate(zip(self.tens(pi), self.tens(self.own), strict=True)):
            part = slice(TEN * k, TEN * (k + 1))
            if is_body(own):
                before, now = np.linalg.inv(pseudo_inertia(own)), np.linalg.inv(pseudo_inertia(ten))
                gradient[part] = np.tensordot(UNITS, before - now, axes=([1, 2], [0, 1]))
                pushed = now @ UNITS  # P^-1 E_k
                blocks.append(np.einsum("kab,lba->kl", pushed, pushed))
            else:
                stiff = self._stiffness(own)
                gradient[part] = stiff * (ten - own)
                blocks.append(np.diag(stiff))
        for k, (x, own) in enumerate(zip(self.drives(pi), self.drives(self.own), strict=True)):
            # A number is a body of one dimension; of one that is zero any change is as good.
            gradient[size + k] = 1 / own - 1 / x if own > 0 else x - own
            blocks.append(np.array([[1 / x**2 if own > 0 else 1.0]]))
        return gradient, blocks

    def _stiffness(self, own: Array) -> Array:
        """Weigh the numbers of a body that cannot exist by what bodies of the robot have of each."""
        usual = np.max(np.abs(self.tens(self.own)), axis=0)
        return 1.0 / np.maximum(own**2, 1e-4 * usual**2 + 1e-12)


def _constrained(change: _Change, K: Array, base: Array) -> Array | None:
    """Minimise the change with K pi = base; None where no bodies can have these base parameters."""
    pi = change.own.copy()
    for _ in range(_STEPS):
        gradient, blocks = change.derivatives(pi)
        missing = base - K @ pi
        try:
            KH = _solved(blocks, K.T).T  # K H^-1
            slope = _solved(blocks, gradient)
        except np.linalg.LinAlgError:  # a body has shrunk to where nothing tells how to go on
            return None
        multipliers = np.linalg.lstsq(KH @ K.T, missing + K @ slope, rcond=1e-14)[0]
        step = KH.T @ multipliers - slope
        length = _longest(change, pi, step)
        if length < 1e-8:
            return None
        pi = pi + length * step
        decrement = float(step @ _multiplied(blocks, step))
        if length == 1.0 and decrement < _CLOSE**2:
            return pi
    return None if np.any(np.abs(base - K @ pi) > _CLOSE * (1 + np.abs(base))) else pi


def _penalised(change: _Change, K: Array, base: Array, covariance: Array) -> Array:
    """Minimise the misfit in standard errors, and a little of the change, over bodies that can be."""
    information = np.linalg.pinv(covariance, hermitian=True)
    free = np.ones(len(change.own), dtype=bool)
    while True:
        pi = change.own.copy()
        for _ in range(4 * _STEPS):
            gradient, blocks = change.derivatives(pi)
            total = _SOFT * gradient + K.T @ (information @ (K @ pi - base))
            H = _SOFT * _dense(blocks) + K.T @ information @ K
            step = np.zeros(len(pi))
            step[free] = -np.linalg.solve(H[np.ix_(free, free)], total[free])
            length = _longest(change, pi, step)
            pi = pi + length * step
            if length == 1.0 and float(-total @ step) < 1e-10:
                break
        # A drive that the file has none of, and the torques less than none, stays away.
        negative = free & (pi < 0)
        negative[: TEN * change.bodies] = False
        if not negative.any():
            return pi
        free &= ~negative


def _longest(change: _Change, pi: Array, step: Array) -> float:
    """Return how far along a step all bodies can still exist, with room left to go on."""
    length = 1.0
    while length > 1e-9:
        if change.allowed(pi + length * step):
            return length if length == 1.0 else 0.8 * length
        length *= 0.5
    return 0.0


def _solved(blocks: list[Array], right: Array) -> Array:
    found = np.empty_like(right)
    start = 0
    for block in blocks:
        part = slice(start, start + len(block))
        found[part] = np.linalg.solve(block, right[part])
        start += len(block)
    return found


def _multiplied(blocks: list[Array], right: Array) -> Array:
    return _dense(blocks) @ right


def _dense(blocks: list[Array]) -> Array:
    size = sum(map(len, blocks))
    full = np.zeros((size, size))
    start = 0
    for block in blocks:
        full[start : start + len(block), start : start + len(block)] = block
        start += len(block)
    return full
