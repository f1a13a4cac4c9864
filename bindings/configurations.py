"""Positions of a whole robot: the neutral one, steps along velocities, random ones."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.arguments import as_inputs, leading_shape
from gen_robot.bindings.manifest import Argument, Manifest
from gen_robot.bindings.manifolds import UNITS, manifold_of, random_rate

Array = NDArray[Any]
Real = np.dtype[Any]


def neutral(robot: Manifest, real: Real) -> Array:
    """Return the configuration at zero, with quaternions at the identity."""
    q = np.zeros(robot.nq, real)
    for joint in robot.joints:
        q[joint.in_q] = manifold_of(joint).neutral(joint)
    return q


def integrate(robot: Manifest, real: Real, q: ArrayLike, dq: ArrayLike) -> Array:
    """Return the configurations reached from q by moving along dq."""
    arguments = (Argument("q", (robot.nq,)), Argument("dq", (robot.nv,)))
    arrays = as_inputs((q, dq), arguments, real)
    leading = leading_shape(arrays, arguments)
    start, step = (
        np.broadcast_to(array, leading + argument.shape).astype(np.float64)
        for array, argument in zip(arrays, arguments, strict=True)
    )
    end = np.empty((*leading, robot.nq), real)
    for joint in robot.joints:
        move = manifold_of(joint).integrate
        end[..., joint.in_q] = move(start[..., joint.in_q], step[..., joint.in_qd])
    return end


def normalised(robot: Manifest, q: Array) -> Array:
    """Give what has unit length by nature, quaternions and the like, unit length again."""
    q = q.copy()
    for joint in robot.joints:
        if unit := UNITS.get(joint.manifold, 0):
            own = slice(joint.index + joint.nq - unit, joint.index + joint.nq)
            q[..., own] /= np.linalg.norm(q[..., own], axis=-1, keepdims=True)
    return q


def random_state(
    robot: Manifest, real: Real, rng: np.random.Generator, leading: tuple[int, ...]
) -> tuple[Array, Array, Array]:
    """Return random (q, qd, qdd) of this leading shape."""
    q = np.empty((*leading, robot.nq), real)
    qd = np.empty((*leading, robot.nv), real)
    for joint in robot.joints:
        q[..., joint.in_q] = manifold_of(joint).random(joint, rng, leading)
        qd[..., joint.in_qd] = random_rate(joint, rng, leading)
    qdd = rng.uniform(-np.pi, np.pi, (*leading, robot.nv)).astype(real)
    return q, qd, qdd


def as_generator(rng: Any) -> np.random.Generator:
    """Take a generator, or what NumPy makes one of."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"rng: is {rng!r}; give a numpy.random.Generator, a seed (integers, zero or more) or None"
        ) from None


def as_shape(shape: Any) -> tuple[int, ...]:
    """Take a leading shape as NumPy does: one length, or a sequence of them."""
    problem = f"shape: is {shape!r}; give an integer or a tuple of integers, zero or more"
    try:
        lengths = (index(shape),) if _is_integer(shape) else tuple(map(index, shape))
    except TypeError:
        raise TypeError(problem) from None
    if any(length < 0 for length in lengths):
        raise ValueError(problem)
    return lengths


def _is_integer(value: Any) -> bool:
    try:
        index(value)
    except TypeError:
        return False
    return True
