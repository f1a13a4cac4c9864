"""Spaces of joint positions, by the names that manifests give them.

Each has a neutral position, a step along a velocity, and random positions. The generator's own table
of these names is description/manifolds.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.manifest import Joint

Reals = NDArray[np.float64]

METRE = 1.0


@dataclass(frozen=True)
class Manifold:
    """Say how positions move; arrays hold a joint's own part on their last axis.

    Rates of a joint without limits are drawn from [-reach, reach].
    """

    neutral: Callable[[Joint], Reals]
    integrate: Callable[[Reals, Reals], Reals]
    random: Callable[[Joint, np.random.Generator, tuple[int, ...]], Reals]
    reach: float = np.pi
    unit: int = 0  # how many of the coordinates, the last ones, have unit length together


def manifold_of(joint: Joint) -> Manifold:
    """Return the space of a joint's positions."""
    if joint.manifold not in MANIFOLDS:
        raise ValueError(
            f"joint '{joint.name}': this gen-robot has no manifold '{joint.manifold}';"
            f" it has: {', '.join(MANIFOLDS)}"
        )
    return MANIFOLDS[joint.manifold]


def to_unit_length(joints: Sequence[Joint], q: Reals) -> Reals:
    """Return positions of all joints with quaternions, cosines and sines of unit length."""
    made = np.array(q)
    for joint in joints:
        if count := manifold_of(joint).unit:
            place = slice(joint.index + joint.nq - count, joint.index + joint.nq)
            made[..., place] = _unit(made[..., place])
    return made


def random_rate(joint: Joint, rng: np.random.Generator, shape: tuple[int, ...]) -> Reals:
    """Draw a velocity within the joint's limit."""
    bound = joint.velocity if joint.velocity is not None else manifold_of(joint).reach
    return 2 * rng.uniform(-bound / 2, bound / 2, (*shape, joint.nv))  # as positions


def _random_within_limits(
    reach: float, joint: Joint, rng: np.random.Generator, shape: tuple[int, ...]
) -> Reals:
    """Draw from between the limits, or from as far as the reach where there are none."""
    lower, upper = joint.lower, joint.upper
    if lower is None:
        lower = -reach if upper is None else upper - 2 * reach
    if upper is None:
        upper = reach if joint.lower is None else lower + 2 * reach
    # By halves: limits that mean none may lie further apart than the largest number.
    return 2 * rng.uniform(lower / 2, upper / 2, (*shape, joint.nq))


def _turned(quaternion: Reals, rotation: Reals) -> Reals:
    """Follow a quaternion (x y z w) by a rotation vector given in the turned frame."""
    angle = np.linalg.norm(rotation, axis=-1, keepdims=True)
    # np.sinc(x) is sin(pi x) / (pi x), safe at zero.
    v = 0.5 * np.sinc(angle / (2 * np.pi)) * rotation
    c = np.cos(angle / 2)
    u, w = quaternion[..., :3], quaternion[..., 3:]
    product = np.concatenate(
        [w * v + c * u + np.cross(u, v), w * c - np.sum(u * v, axis=-1, keepdims=True)], axis=-1
    )
    return _unit(product)


def _moved(pose: Reals, twist: Reals) -> Reals:
    """Follow a pose (x y z, quaternion) by the exponential of a twist in the body's frame."""
    position, quaternion = pose[..., :3], pose[..., 3:]
    v, omega = twist[..., :3], twist[..., 3:]
    angle = np.linalg.norm(omega, axis=-1, keepdims=True)
    first = 0.5 * np.sinc(angle / (2 * np.pi)) ** 2  # (1 - cos a) / a^2
    small = angle < 1e-2  # below it, three terms of the series are exact and the quotient is not
    a = np.where(small, 1.0, angle)
    second = np.where(small, 1 / 6 - angle**2 / 120 + angle**4 / 5040, (a - np.sin(a)) / a**3)
    turn = np.cross(omega, v)
    step = v + first * turn + second * np.cross(omega, turn)
    return np.concatenate([position + _rotated(quaternion, step), _turned(quaternion, omega)], -1)


def _moved_in_plane(pose: Reals, twist: Reals) -> Reals:
    """Follow a pose (x y, cosine, sine) by the exponential of a twist in the body's frame."""
    x, y, c, s = np.moveaxis(pose, -1, 0)
    vx, vy, angle = np.moveaxis(twist, -1, 0)
    along, aside = np.sinc(angle / np.pi), 0.5 * angle * np.sinc(angle / (2 * np.pi)) ** 2
    dx, dy = along * vx - aside * vy, aside * vx + along * vy
    ct, st = np.cos(angle), np.sin(angle)
    turned = _unit(np.stack([c * ct - s * st, s * ct + c * st], axis=-1))
    moved = np.stack([x + c * dx - s * dy, y + s * dx + c * dy], axis=-1)
    return np.concatenate([moved, turned], axis=-1)


def _rotated(quaternion: Reals, vector: Reals) -> Reals:
    u, w = quaternion[..., :3], quaternion[..., 3:]
    t = 2 * np.cross(u, vector)
    return vector + w * t + np.cross(u, t)


def _unit(quaternion: Reals) -> Reals:
    unit: Reals = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    return unit


def _random_quaternion(joint: Joint, rng: np.random.Generator, shape: tuple[int, ...]) -> Reals:
    return _unit(rng.standard_normal((*shape, 4)))


def _random_pose(joint: Joint, rng: np.random.Generator, shape: tuple[int, ...]) -> Reals:
    position = rng.uniform(-1.0, 1.0, (*shape, 3))
    return np.concatenate([position, _random_quaternion(joint, rng, shape)], axis=-1)


def _random_in_plane(joint: Joint, rng: np.random.Generator, shape: tuple[int, ...]) -> Reals:
    position, angle = rng.uniform(-1.0, 1.0, (*shape, 2)), rng.uniform(-np.pi, np.pi, shape)
    return np.concatenate([position, np.stack([np.cos(angle), np.sin(angle)], axis=-1)], axis=-1)


def _constant(*values: float) -> Callable[[Joint], Reals]:
    return lambda joint: np.array(values)


def _zeros(joint: Joint) -> Reals:
    return np.zeros(joint.nq)


def _flat(reach: float) -> Manifold:
    """Return a space in which positions and steps simply add."""
    return Manifold(_zeros, np.add, partial(_random_within_limits, reach), reach)


MANIFOLDS: dict[str, Manifold] = {
    "additive": _flat(np.pi),
    "line": _flat(METRE),
    "plane": Manifold(_constant(0, 0, 1, 0), _moved_in_plane, _random_in_plane, unit=2),
    "rotation": Manifold(_constant(0, 0, 0, 1), _turned, _random_quaternion, unit=4),
    "rigid": Manifold(_constant(0, 0, 0, 0, 0, 0, 1), _moved, _random_pose, unit=4),
}
"""Where there are more positions than velocities, these, linear then angular, are in the body's own
frame, as in Pinocchio."""

UNITS = {"plane": 2, "rotation": 4, "rigid": 4}
"""How many of a joint's positions, the last ones, have unit length together."""
