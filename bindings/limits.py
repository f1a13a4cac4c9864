"""The limits of all joints as arrays, in the order of q and of qd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.manifest import Manifest


class Limits(NamedTuple):
    """Hold what joints may do: infinite where a joint has no limit.

    `lower` and `upper` are in the order of q, `velocity` and `effort` (both ways) in that of qd.
    """

    lower: NDArray[Any]
    """The least positions, (nq,)."""
    upper: NDArray[Any]
    """The largest positions, (nq,)."""
    velocity: NDArray[Any]
    """The largest speeds, (nv,)."""
    effort: NDArray[Any]
    """The largest torques and forces, (nv,)."""


def limits_of(manifest: Manifest, real: np.dtype[Any]) -> Limits:
    """Return the limits of a robot's joints; they are for reading only."""
    joints, nq, nv = manifest.joints, manifest.nq, manifest.nv

    def array(length: int, of: Sequence[tuple[slice, float | None]], none: float) -> NDArray[Any]:
        values = np.full(length, none, real)
        for part, value in of:
            if value is not None:
                values[part] = value
        values.flags.writeable = False
        return values

    return Limits(
        array(nq, [(joint.in_q, joint.lower) for joint in joints], -np.inf),
        array(nq, [(joint.in_q, joint.upper) for joint in joints], np.inf),
        array(nv, [(joint.in_qd, joint.velocity) for joint in joints], np.inf),
        array(nv, [(joint.in_qd, joint.effort) for joint in joints], np.inf),
    )
