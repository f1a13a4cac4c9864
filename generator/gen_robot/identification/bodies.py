"""Whether ten numbers can be those of a body: its pseudo-inertia is positive definite.

Of a body with second moments S, first moments l and mass m, [[S, l], [l^T, m]] is the integral of
(r, 1) (r, 1)^T dm: positive definite for any body that has extent (Wensing, Kim and Slotine 2018).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TEN = 10


def _units() -> Array:
    """Return the pseudo-inertias of a unit of each of m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
    units = np.zeros((TEN, 4, 4))
    units[0, 3, 3] = 1.0
    for k in range(3):
        units[1 + k, k, 3] = units[1 + k, 3, k] = 1.0
    for place, (row, column) in enumerate(
        ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)), start=4
    ):
        inertia = np.zeros((3, 3))
        inertia[row, column] = inertia[column, row] = 1.0
        units[place, :3, :3] = np.trace(inertia) / 2 * np.eye(3) - inertia
    return units


UNITS = _units()


def pseudo_inertia(ten: Array) -> Array:
    """Return the pseudo-inertia of a body's ten numbers."""
    return np.tensordot(ten, UNITS, axes=1)


def is_body(ten: Array) -> bool:
    """Tell whether a body can have these ten numbers."""
    P = pseudo_inertia(ten)
    # In units in which its diagonal is 1: masses and moments are of any size.
    diagonal = np.diag(P)
    if not np.all(diagonal > 0):
        return False
    scale = np.sqrt(np.outer(diagonal, diagonal))
    return bool(np.linalg.eigvalsh(P / scale)[0] > 1e-12)


def fault(ten: Array) -> str:
    """Say why no body has these numbers."""
    if ten[0] <= 0:
        return f"its mass is {ten[0]:.3g}"
    com = ten[1:4] / ten[0]
    xx, xy, yy, xz, yz, zz = ten[4:]
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    moments = np.linalg.eigvalsh(inertia - ten[0] * (com @ com * np.eye(3) - np.outer(com, com)))
    shown = ", ".join(f"{x:.3g}" for x in moments)
    return f"its principal moments are {shown}: one is more than the sum of the others, or negative"


@dataclass(frozen=True)
class StandardFit:
    """Hold standard parameters that stand for fitted base parameters."""

    names: tuple[str, ...]
    """What they are called, in the order of the regressor's columns."""
    parameters: Array
    """Their numbers."""
    faults: dict[str, str]
    """Bodies that cannot exist, and why."""
    moved: float = 0.0
    """How far the base parameters are from the fitted ones, in standard errors."""

    @property
    def is_consistent(self) -> bool:
        """Whether bodies can have these numbers."""
        return not self.faults

    def __repr__(self) -> str:
        told = [f"{name}: no body: {why}" for name, why in self.faults.items()]
        if self.moved:
            told.append(
                f"{self.moved:.2g} standard errors away from the best fit, for bodies' sake"
            )
        found = "; ".join(told) or "all bodies can exist"
        return f"<StandardFit of {len(self.parameters)} parameters; {found}>"
