"""Positions and states at which a robot's loops are closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings import configurations
from gen_robot.bindings.manifest import Manifest

Array = NDArray[Any]

STEPS = 60
LARGEST_STEP = 0.5
"""Rad or m: Newton's steps are shortened to it, for they begin far away."""

TRIES = 40
PRECISE = 64  # so many units in the last place of the largest of lengths and 1 count as closed


class Closable(Protocol):
    """Any robot that was generated with the kernels of loops."""

    @property
    def loop_close(self) -> Callable[..., Any]: ...

    @property
    def loop_terms(self) -> Callable[..., Any]: ...

    @property
    def loop_velocities(self) -> Callable[..., Any]: ...


def closed_from(robot: Closable, manifest: Manifest, real: np.dtype[Any], q: ArrayLike) -> Array:
    """Return positions with loops closed, from q on, the independent joints standing still."""
    start = np.asarray(q, dtype=real)
    found, gap = _closed(robot, manifest, real, start)
    if not np.all(closed := gap <= _tolerance(real, found)):
        first = np.argwhere(~np.atleast_1d(closed))[0]
        place = "" if gap.ndim == 0 else f"state {', '.join(map(str, first))}: "
        left = np.atleast_1d(gap)[tuple(first)]
        told = "the steps met a singular configuration" if np.isnan(left) else f"{left:.2g} is left"
        raise ValueError(
            f"q: {place}the loops do not close from here: {told}; begin nearer to where they do, or"
            " with other values of the independent joints (neutral_closed() is one)"
        )
    return found


def neutral(robot: Closable, manifest: Manifest, real: np.dtype[Any]) -> Array:
    """Return the closed configuration that was found when the robot was generated."""
    if not manifest.closed_configuration:
        raise ValueError("the robot has no loops, or no kernels of them were generated")
    start = configurations.normalised(manifest, np.array(manifest.closed_configuration, dtype=real))
    return closed_from(robot, manifest, real, start)


def random_state(
    robot: Closable,
    manifest: Manifest,
    real: np.dtype[Any],
    rng: np.random.Generator,
    leading: tuple[int, ...],
) -> tuple[Array, Array, Array]:
    """Return random (q, qd, qdd) that keep the loops closed."""
    count = int(np.prod(leading))
    found = np.empty((0, manifest.nq), real)
    for _ in range(TRIES):
        if len(found) >= count:
            break
        drawn, _, _ = configurations.random_state(manifest, real, rng, (max(count, 8),))
        q, gap = _closed(robot, manifest, real, drawn)
        found = np.concatenate([found, q[gap <= _tolerance(real, q)]])
    if len(found) < count:
        raise ValueError(
            f"closed in {len(found)} of {count} states only, from random positions: use close(q) from"
            " positions that you know"
        )
    q = found[:count]
    yd, ydd = (rng.uniform(-np.pi, np.pi, (count, len(manifest.independent))) for _ in range(2))
    qd = robot.loop_velocities(q, yd.astype(real))
    _, K, kb = robot.loop_terms(q, qd)
    independent = list(manifest.independent)
    others = [k for k in range(manifest.nv) if k not in independent]
    qdd = np.empty((count, manifest.nv), real)
    qdd[:, independent] = ydd
    right = kb - np.einsum("sri,si->sr", K[:, :, independent], ydd)
    qdd[:, others] = np.linalg.solve(K[:, :, others], right[..., None])[..., 0]
    return tuple(x.reshape(*leading, x.shape[-1]) for x in (q, qd, qdd))  # type: ignore[return-value]


def _closed(
    robot: Closable, manifest: Manifest, real: np.dtype[Any], q: Array
) -> tuple[Array, Array]:
    """Iterate; return positions and the gaps that are left, NaN where a step could not be taken."""
    q = np.array(q, dtype=real)
    gap = np.asarray(np.inf)
    for _ in range(STEPS):
        stepped, gap = robot.loop_close(q, check=False)
        done = np.asarray(gap) <= _tolerance(real, q)
        if np.all(done | ~np.isfinite(gap)):
            break
        step = stepped - q
        size = np.abs(step).max(axis=-1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            step = step * np.minimum(1, LARGEST_STEP / size)
        q = np.where(done[..., None], q, configurations.normalised(manifest, q + step))
    return q, np.asarray(gap)


def _tolerance(real: np.dtype[Any], q: Array) -> float:
    return PRECISE * float(np.finfo(real).eps)
