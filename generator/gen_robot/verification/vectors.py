"""Three-dimensional vectors and matrices by rows, over any scalars with + - *."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.algebra.number import ONE, ZERO

Vector = list[Any]
Matrix = list[list[Any]]


def identity() -> Matrix:
    return [[ONE if i == j else ZERO for j in range(3)] for i in range(3)]


def rows(matrix: Any) -> Matrix:
    """Return the rows of a matrix that is kept by columns."""
    return [
        [*row]
        for row in zip(*([*column] for column in (matrix.x, matrix.y, matrix.z)), strict=True)
    ]


def symmetric(xx: Any, yy: Any, zz: Any, xy: Any, xz: Any, yz: Any) -> Matrix:
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


def turned(matrix: Matrix) -> Matrix:
    """Return the transposed matrix, which turns back."""
    return [[*row] for row in zip(*matrix, strict=True)]


def total(*vectors: Vector) -> Vector:
    first, *rest = vectors
    for other in rest:
        first = [a + b for a, b in zip(first, other, strict=True)]
    return first


def less(a: Vector, b: Vector) -> Vector:
    return [x - y for x, y in zip(a, b, strict=True)]


def times(v: Vector, factor: Any) -> Vector:
    return [c * factor for c in v]


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def skew(a: Vector) -> Matrix:
    """Return the matrix of the cross product by a vector of numbers."""
    x, y, z = a
    return [[ZERO, -z, y], [z, ZERO, -x], [-y, x, ZERO]]


def applied(matrix: Matrix, v: Vector) -> Vector:
    return [dot(row, v) for row in matrix]


def product(a: Matrix, b: Matrix) -> Matrix:
    columns = turned(b)
    return [[dot(row, column) for column in columns] for row in a]


def each(of: Callable[[Any], Any], matrix: Matrix) -> Matrix:
    """Return a matrix with a function of each element."""
    return [[of(x) for x in row] for row in matrix]


@dataclass(frozen=True)
class Pose:
    """Hold where a frame is in another: its axes as columns of a matrix, and its origin."""

    rotation: Matrix
    origin: Vector

    def then(self, inner: Pose) -> Pose:
        """Return where a frame is that is itself placed in this one."""
        origin = total(self.origin, applied(self.rotation, inner.origin))
        return Pose(product(self.rotation, inner.rotation), origin)


def pose(frame: Any) -> Pose:
    """Return where a frame of a description is."""
    return Pose(rows(frame.rotation), [*frame.origin])


def at_origin() -> Pose:
    return Pose(identity(), [ZERO] * 3)
