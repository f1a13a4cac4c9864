"""Vectors, matrices and symmetric tensors of three dimensions over any scalar.

The scalars may be exact numbers, graph nodes or floats: all that is asked of them is + - * and unary
minus. Zeros and ones are not treated here; scalars that fold them make sparse robots cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Scalar = Any
"""Anything with + - *: Number, a graph node, a float, an array of states."""

Values = Sequence[Scalar]
Matrix = list[list[Scalar]]
"""By rows."""


@dataclass(frozen=True)
class Vec3:
    """Hold three coordinates."""

    x: Scalar
    y: Scalar
    z: Scalar

    def __iter__(self) -> Iterator[Scalar]:
        yield self.x
        yield self.y
        yield self.z

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, factor: Scalar) -> Vec3:
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other: Vec3) -> Scalar:
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vec3) -> Vec3:
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def map(self, function: Callable[[Scalar], Scalar]) -> Vec3:
        return Vec3(function(self.x), function(self.y), function(self.z))


@dataclass(frozen=True)
class Mat3:
    """Hold a full 3x3 matrix by its columns."""

    x: Vec3
    y: Vec3
    z: Vec3

    def __iter__(self) -> Iterator[Scalar]:
        """Yield the elements column by column."""
        for column in (self.x, self.y, self.z):
            yield from column

    def __add__(self, other: Mat3) -> Mat3:
        return Mat3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __matmul__(self, other: Vec3) -> Vec3:
        return self.x * other.x + self.y * other.y + self.z * other.z

    def times(self, other: Mat3) -> Mat3:
        return Mat3(self @ other.x, self @ other.y, self @ other.z)

    @property
    def transposed(self) -> Mat3:
        return Mat3(*(Vec3(*row) for row in zip(self.x, self.y, self.z, strict=True)))


@dataclass(frozen=True)
class SymMat3:
    """Hold a symmetric 3x3 tensor by its six elements."""

    xx: Scalar
    yy: Scalar
    zz: Scalar
    xy: Scalar
    xz: Scalar
    yz: Scalar

    def __iter__(self) -> Iterator[Scalar]:
        yield from (self.xx, self.yy, self.zz, self.xy, self.xz, self.yz)

    def __add__(self, other: SymMat3) -> SymMat3:
        return SymMat3(*(a + b for a, b in zip(self, other, strict=True)))

    def __sub__(self, other: SymMat3) -> SymMat3:
        return SymMat3(*(a - b for a, b in zip(self, other, strict=True)))

    def __mul__(self, factor: Scalar) -> SymMat3:
        return SymMat3(*(a * factor for a in self))

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )

    @property
    def trace(self) -> Scalar:
        return self.xx + self.yy + self.zz

    def map(self, function: Callable[[Scalar], Scalar]) -> SymMat3:
        return SymMat3(*(function(a) for a in self))

    def rotated(self, rotation: Mat3) -> SymMat3:
        """Return R T R^T."""
        full = rotation.times(Mat3(*columns(self))).times(rotation.transposed)
        return SymMat3(full.x.x, full.y.y, full.z.z, full.y.x, full.z.x, full.z.y)


def columns(t: SymMat3) -> tuple[Vec3, Vec3, Vec3]:
    return Vec3(t.xx, t.xy, t.xz), Vec3(t.xy, t.yy, t.yz), Vec3(t.xz, t.yz, t.zz)


def dyadic(a: Vec3, b: Vec3) -> Mat3:
    """Return a b^T."""
    return Mat3(a * b.x, a * b.y, a * b.z)


def outer(a: Vec3, b: Vec3) -> SymMat3:
    """Return the symmetric part, doubled: a b^T + b a^T."""
    return SymMat3(
        a.x * b.x + b.x * a.x,
        a.y * b.y + b.y * a.y,
        a.z * b.z + b.z * a.z,
        a.x * b.y + a.y * b.x,
        a.x * b.z + a.z * b.x,
        a.y * b.z + a.z * b.y,
    )


def square(a: Vec3) -> SymMat3:
    """Return a a^T."""
    return dyad(a, a)


def dyad(a: Vec3, b: Vec3) -> SymMat3:
    """Return a b^T of parallel vectors."""
    return SymMat3(a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y, a.x * b.z, a.y * b.z)


def complement(t: SymMat3) -> SymMat3:
    """Return tr(T) 1 - T, which turns second moments into the inertia tensor."""
    return SymMat3(t.yy + t.zz, t.xx + t.zz, t.xx + t.yy, -t.xy, -t.xz, -t.yz)


def second_moments(inertia: SymMat3, half: Scalar) -> SymMat3:
    """Return 1/2 tr(I) 1 - I, the inverse of complement; half is the scalar 1/2."""
    t = inertia
    return SymMat3(
        (t.yy + t.zz - t.xx) * half,
        (t.xx + t.zz - t.yy) * half,
        (t.xx + t.yy - t.zz) * half,
        -t.xy,
        -t.xz,
        -t.yz,
    )
