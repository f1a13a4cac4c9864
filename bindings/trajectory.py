"""What a simulation gives: states in time, and what made them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals = NDArray[np.float64]


class SimulationError(ArithmeticError):
    """Report that a simulation came to an end before its time."""

    def __init__(self, text: str, t: float) -> None:
        super().__init__(text)
        self.t = t


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Hold a simulated motion; `trajectory(t)` gives q and qd at any time between its ends.

    Arrays have a row for each time. Energies are None where the robot has no kernels of them.
    """

    t: Reals
    q: Reals
    qd: Reals
    qdd: Reals
    tau: Reals
    kinetic: Reals | None
    potential: Reals | None
    steps: Reals  # the times at which steps began, and the end
    method: str
    evaluations: int  # of forward dynamics
    rejected: int  # steps that were tried in vain
    pieces: Reals | None = field(repr=False)  # a row for each step: t, h, and its polynomials
    unit: Callable[[Reals], Reals] = field(repr=False)  # brings quaternions to unit length

    @property
    def energy(self) -> Reals | None:
        """The sum of both energies."""
        if self.kinetic is None or self.potential is None:
            return None
        return self.kinetic + self.potential

    @property
    def step_sizes(self) -> Reals:
        """How long each step was."""
        return np.diff(self.steps)

    def __call__(self, t: ArrayLike) -> tuple[Reals, Reals]:
        """Return q and qd at these times."""
        if self.pieces is None:
            raise ValueError("the simulation was made with dense=False; leave it out")
        wanted = np.asarray(t, np.float64)
        first, last = sorted((self.steps[0], self.steps[-1]))
        if not ((wanted >= first) & (wanted <= last)).all():
            raise ValueError(
                f"t: reaches beyond the simulation, which is from {first:g} to {last:g}"
            )
        nq = self.q.shape[-1]
        y = evaluated(self.pieces, wanted, nq + self.qd.shape[-1])
        return self.unit(y[..., :nq]), y[..., nq:]

    def as_arrays(self) -> dict[str, Any]:
        """Return all numbers by name, as numpy.savez takes them."""
        names = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "steps")
        arrays = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        counts = {"evaluations": self.evaluations, "rejected": self.rejected}
        return {**arrays, **counts, "method": self.method}


def evaluated(pieces: Reals, t: Reals, size: int) -> Reals:
    """Return the states at these times by the polynomials of the steps they fall into."""
    starts, h = pieces[:, 0], pieces[:, 1]
    sense = np.sign(h[0])
    place = np.searchsorted(sense * starts, sense * t, side="right") - 1
    place = np.clip(place, 0, len(pieces) - 1)
    parts = pieces[place][..., 2:].reshape(*t.shape, 5, size)
    r1, r2, r3, r4, r5 = np.moveaxis(parts, -2, 0)
    x = ((t - starts[place]) / h[place])[..., None]
    w = 1 - x
    y: Reals = r1 + x * (r2 + w * (r3 + x * (r4 + w * r5)))
    return y
