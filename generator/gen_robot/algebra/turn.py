"""Turns of vectors and tensors: planar ones about a coordinate axis, and full ones.

Moving a vector across a link is two planar turns, 8 multiplications and 4 additions, never a 3x3
product; a symmetric tensor takes 8 and 8 a turn, any other 12 and 11.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3


@dataclass(frozen=True)
class Turn:
    """Turn the child's axes by an angle, given by its cosine and sine, about z or x."""

    axis: str
    c: Scalar
    s: Scalar

    def up(self, v: Vec3) -> Vec3:
        """Express in the parent's axes a vector given in the child's."""
        return self._vector(v, self.s)

    def down(self, v: Vec3) -> Vec3:
        """Express in the child's axes a vector given in the parent's."""
        return self._vector(v, -self.s)

    def up_tensor(self, t: SymMat3) -> SymMat3:
        return self._tensor(t, self.s)

    def down_tensor(self, t: SymMat3) -> SymMat3:
        return self._tensor(t, -self.s)

    def up_matrix(self, m: Mat3) -> Mat3:
        """Express in the parent's axes a tensor that is not symmetric."""
        c, s, (x, y, z) = self.c, self.s, (m.x, m.y, m.z)
        if self.axis == "z":
            xx, yy, xy, yx = _in_plane_of_any(x.x, y.y, y.x, x.y, c, s)
            row, column = self.up(Vec3(x.z, y.z, z.z)), self.up(z)
            return Mat3(Vec3(xx, yx, row.x), Vec3(xy, yy, row.y), column)
        yy, zz, yz, zy = _in_plane_of_any(y.y, z.z, z.y, y.z, c, s)
        row, column = self.up(Vec3(x.x, y.x, z.x)), self.up(x)
        return Mat3(column, Vec3(row.y, yy, zy), Vec3(row.z, yz, zz))

    def _vector(self, v: Vec3, s: Scalar) -> Vec3:
        c = self.c
        if self.axis == "z":
            return Vec3(c * v.x - s * v.y, s * v.x + c * v.y, v.z)
        return Vec3(v.x, c * v.y - s * v.z, s * v.y + c * v.z)

    def _tensor(self, t: SymMat3, s: Scalar) -> SymMat3:
        c = self.c
        if self.axis == "z":
            xx, yy, xy = _in_plane(t.xx, t.yy, t.xy, c, s)
            return SymMat3(xx, yy, t.zz, xy, c * t.xz - s * t.yz, s * t.xz + c * t.yz)
        yy, zz, yz = _in_plane(t.yy, t.zz, t.yz, c, s)
        return SymMat3(t.xx, yy, zz, c * t.xy - s * t.xz, s * t.xy + c * t.xz, yz)


@dataclass(frozen=True)
class Rotation:
    """Turn the child's axes by a full rotation, given by its matrix."""

    matrix: Mat3  # columns: the child's axes in the parent's

    def up(self, v: Vec3) -> Vec3:
        """Express in the parent's axes a vector given in the child's."""
        return self.matrix @ v

    def down(self, v: Vec3) -> Vec3:
        """Express in the child's axes a vector given in the parent's."""
        return self.matrix.transposed @ v

    def up_tensor(self, t: SymMat3) -> SymMat3:
        return t.rotated(self.matrix)

    def down_tensor(self, t: SymMat3) -> SymMat3:
        return t.rotated(self.matrix.transposed)

    def up_matrix(self, m: Mat3) -> Mat3:
        """Express in the parent's axes a tensor that is not symmetric."""
        return self.matrix.times(m).times(self.matrix.transposed)


def _in_plane(
    p: Scalar, q: Scalar, r: Scalar, c: Scalar, s: Scalar
) -> tuple[Scalar, Scalar, Scalar]:
    """Turn the elements (pp, qq, pq) of the plane of the turn."""
    if isinstance(s, Number) and abs(s) > 0 and c:
        # A constant angle: one multiplication fewer, with s and c in the coefficients.
        e = (p - q) + (2 * c / s) * r
        w = (s * s) * e
        return p - w, q + w, (s * c) * e - r
    e = s * (p - q) + c * (r + r)
    w = s * e
    return p - w, q + w, c * e - r


def _in_plane_of_any(
    p: Scalar, q: Scalar, r: Scalar, t: Scalar, c: Scalar, s: Scalar
) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Turn the elements (pp, qq, pq, qp) of the plane: its trace and pq - qp do not turn."""
    if isinstance(s, Number) and abs(s) > 0 and c:
        e = (p - q) + (c / s) * (r + t)
        w, both = (s * s) * e, (s * c) * e
    else:
        e = s * (p - q) + c * (r + t)
        w, both = s * e, c * e
    return p - w, q + w, both - t, both - r
