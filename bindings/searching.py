"""How inverse kinematics searches: what a caller may ask for, and where searches begin."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.configurations import neutral
from gen_robot.bindings.manifest import Joint, Manifest
from gen_robot.bindings.manifolds import manifold_of
from gen_robot.bindings.threads import thread_count

Array = NDArray[Any]

ROWS = 6
TOLERANCES = {np.dtype(np.float64): 1e-9, np.dtype(np.float32): 1e-5}
FAR = 4  # times what joints without limits are drawn from: limits that are as good as none
MOST = 2**31 - 1

DOUBLE = np.dtype(np.float64)


@dataclass(frozen=True)
class Search:
    """Say how to search; see Frame.inverse."""

    weights: tuple[float, ...]
    tolerance: float
    iterations: int
    restarts: int
    damping: float
    seed: int
    threads: int


def searching(real: np.dtype[Any], **asked: Any) -> Search:
    """Check what a caller asks for; kernels of this type decide what tolerance there is by default."""
    if asked["tolerance"] is None:
        asked["tolerance"] = TOLERANCES[real]
    return Search(**{name: _FORMS[name](name, value) for name, value in asked.items()})


def midway(robot: Manifest) -> Array:
    """Return the position between the limits; where a joint has not two, its neutral one."""
    q = neutral(robot, DOUBLE)
    for joint in robot.joints:
        if joint.lower is not None and joint.upper is not None:
            q[joint.in_q] = joint.lower / 2 + joint.upper / 2
    return q


def random_starts(robot: Manifest, count: int, seed: int) -> Array:
    """Draw positions to search from; the same ones for every state."""
    rng = np.random.default_rng(seed)
    q = np.empty((count, robot.nq))
    for joint in robot.joints:
        q[:, joint.in_q] = manifold_of(joint).random(_nearby(joint), rng, (count,))
    return q


def _nearby(joint: Joint) -> Joint:
    """Leave out limits so far apart that hardly any position between them makes sense."""
    if joint.lower is None or joint.upper is None:
        return joint
    is_far = joint.upper - joint.lower > 2 * FAR * manifold_of(joint).reach
    return replace(joint, lower=None, upper=None) if is_far else joint


def _weights(name: str, value: Any) -> tuple[float, ...]:
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != (ROWS,) or not (np.isfinite(array) & (array >= 0)).all() or not array.any():
        raise ValueError(
            f"{name}: is {value!r}; give six numbers, zero or more and not all zero: of the position"
            " along x, y, z and of the rotation about them"
        )
    return tuple(map(float, array))


def _positive(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{name}: is {value!r}; give a number above zero")
    return number


def _whole(least: int) -> Callable[[str, Any], int]:
    def read(name: str, value: Any) -> int:
        problem = f"{name}: is {value!r}; give an integer from {least} on"
        try:
            number = index(value)
        except TypeError:
            raise TypeError(problem) from None
        if not least <= number <= MOST:
            raise ValueError(problem)
        return number

    return read


_FORMS: dict[str, Callable[[str, Any], Any]] = {
    "weights": _weights,
    "tolerance": _positive,
    "iterations": _whole(1),
    "restarts": _whole(0),
    "damping": _positive,
    "seed": _whole(0),
    "threads": lambda name, value: thread_count(value),
}
