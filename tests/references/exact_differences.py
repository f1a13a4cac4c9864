"""Derivatives by differences with 60 digits, along the directions in which a robot's state varies.

A step of 1e-20 leaves an error of 1e-40, so that these are as good as exact, for any kind of joint.
Positions move along a quaternion's tangent, or a circle's: that they leave the sphere by the square of
the step cancels between the two sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from arrays import Array
from gen_robot.algebra.number import Number
from gen_robot.description.manifolds import PLANE, RIGID, ROTATION, Manifold
from gen_robot.model.model import Model

Numbers = list[Number]
State = dict[str, Numbers]
Function = Callable[[State], Sequence[Number]]

STEP = Number("1e-20")


def exact(values: Array) -> Numbers:
    """Return what these doubles are, in numbers of 60 digits."""
    return [Number(repr(float(x))) for x in values]


def derivative(function: Function, state: State, by: str, model: Model) -> Array:
    """Return the derivative of what a function of a state gives (rows) by one of its arrays.

    By positions it is along the free motions, which are in the moved links' own frames.
    """
    tangents = _tangents(state["q"], model) if by == "q" else _axes(len(state[by]))
    columns = []
    for tangent in tangents:
        sides = []
        for step in (STEP, -STEP):
            moved = [x + step * rate for x, rate in zip(state[by], tangent, strict=True)]
            sides.append(function({**state, by: moved}))
        columns.append([float((a - b) / (2 * STEP)) for a, b in zip(*sides, strict=True)])
    return np.array(columns).T


def _axes(count: int) -> list[Numbers]:
    return [[Number(int(i == k)) for i in range(count)] for k in range(count)]


def _tangents(q: Numbers, model: Model) -> list[Numbers]:
    """Return how fast positions vary along each velocity."""
    tangents, start = [], 0
    for link in model.free_links:
        own = q[start : start + link.kind.nq]
        for k in range(link.kind.nv):
            rate = _along(link.kind.manifold, own, [Number(int(i == k)) for i in range(6)])
            padded = [Number(0)] * len(q)
            padded[start : start + len(own)] = rate[: len(own)]
            tangents.append(padded)
        start += link.kind.nq
    return tangents


def _along(manifold: Manifold, q: Numbers, v: Numbers) -> Numbers:
    """Return the rate of a joint's positions at a velocity."""
    if manifold is PLANE:
        _, _, c, s = q
        return [c * v[0] - s * v[1], s * v[0] + c * v[1], -s * v[2], c * v[2]]
    if manifold is ROTATION:
        return _turning(q, v)
    if manifold is RIGID:
        return [*_turned(q[3:], v[:3]), *_turning(q[3:], v[3:])]
    return v


def _turning(q: Numbers, w: Numbers) -> Numbers:
    """Return half the quaternion's product with an angular velocity in the turned frame."""
    x, y, z, u = q
    a, b, c = w[:3]
    product = [u * a + y * c - z * b, u * b + z * a - x * c, u * c + x * b - y * a]
    return [e / 2 for e in (*product, -(x * a + y * b + z * c))]


def _turned(q: Numbers, v: Numbers) -> Numbers:
    """Turn a vector by a quaternion: v + 2 r x (r x v + w v)."""
    *r, w = q
    inner = [a + w * b for a, b in zip(_cross(r, v), v, strict=True)]
    return [a + 2 * b for a, b in zip(v, _cross(r, inner), strict=True)]


def _cross(a: Numbers, b: Numbers) -> Numbers:
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
