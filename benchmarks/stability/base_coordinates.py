"""The articulated-body algorithm in base coordinates (Featherstone and Orin 2000, eqs. 12-14).

All inertias are about the base's origin and in its axes, for the two-link arm at rest. In link
coordinates what is left of an inertia along a freed joint is an exact zero; here it is the difference
H - (H h) (H h)^T / D of large numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

L1, L2, WIDTH, M1, M2, GRAVITY = 0.02, 2.0, 0.02, 0.1, 10.0, 9.81
"""Of the robot two_link: Mata et al. 2002, section 5.1."""

Reals = NDArray[np.floating[Any]]


def accelerations(angles: NDArray[np.float64], real: type[np.floating[Any]]) -> Reals:
    """Return qdd at positions of the second link, in degrees, with q1 = 0 and without torques."""
    q2 = np.radians(angles).astype(real)
    c, s = np.cos(q2), np.sin(q2)
    zero, one = np.zeros_like(c), np.ones_like(c)
    half = real(0.5)
    first = _inertia(real(M1), real(L1), one, zero, real(L1) * half * one, zero)
    centre = real(L1) + real(L2) * half * c, real(L2) * half * s
    second = _inertia(real(M2), real(L2), c, s, *centre)
    h1 = _axis(zero, zero)
    h2 = _axis(real(L1) * one, zero)
    H2 = _times(second, h2)
    D2 = _dot(h2, H2)
    left = second - H2[..., :, None] * H2[..., None, :] / D2[..., None, None]
    articulated = first + left
    # At rest there is no bias but gravity, an acceleration of the base.
    a0 = np.stack([zero, zero, zero, zero, real(GRAVITY) * one, zero], axis=-1)
    H1 = _times(articulated, h1)
    qdd1 = -_dot(h1, _times(articulated, a0)) / _dot(h1, H1)
    a1 = a0 + h1 * qdd1[..., None]
    qdd2 = -_dot(h2, _times(second, a1)) / D2
    return np.stack([qdd1, qdd2], axis=-1)


def _inertia(m: Any, length: Any, c: Reals, s: Reals, x: Reals, y: Reals) -> Reals:
    """Return a homogeneous rectangle's inertia about the origin, angular coordinates first."""
    real = c.dtype.type
    along, across = m * real(WIDTH) * real(WIDTH) / real(12), m * length * length / real(12)
    about = along + across
    zero, mass = np.zeros_like(c), m * np.ones_like(c)
    xx = along * c * c + across * s * s + m * y * y
    yy = along * s * s + across * c * c + m * x * x
    xy = (along - across) * c * s - m * x * y
    zz = about + m * (x * x + y * y)
    rows = [
        [xx, xy, zero, zero, zero, m * y],
        [xy, yy, zero, zero, zero, -m * x],
        [zero, zero, zz, -m * y, m * x, zero],
        [zero, zero, -m * y, mass, zero, zero],
        [zero, zero, m * x, zero, mass, zero],
        [m * y, -m * x, zero, zero, zero, mass],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _axis(x: Reals, y: Reals) -> Reals:
    """Return the motion of a unit rate about an axis along z through a point."""
    zero, one = np.zeros_like(x), np.ones_like(x)
    return np.stack([zero, zero, one, y, -x, zero], axis=-1)


def _times(matrix: Reals, vector: Reals) -> Reals:
    """Multiply in the order of the elements, which a library for matrices would not keep."""
    total = matrix[..., :, 0] * vector[..., None, 0]
    for k in range(1, 6):
        total = total + matrix[..., :, k] * vector[..., None, k]
    return total


def _dot(a: Reals, b: Reals) -> Reals:
    total = a[..., 0] * b[..., 0]
    for k in range(1, 6):
        total = total + a[..., k] * b[..., k]
    return total
