"""Number vectors, tensors and frames as NumPy arrays, each number rounded once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3

Array = NDArray[np.float64]


def vector(v: Vec3) -> Array:
    return np.array([float(c) for c in v])


def matrix(m: Mat3) -> Array:
    return np.column_stack([vector(m.x), vector(m.y), vector(m.z)])


def tensor(t: SymMat3) -> Array:
    xx, yy, zz, xy, xz, yz = (float(c) for c in t)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
