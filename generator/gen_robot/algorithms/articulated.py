"""Articulated inertias: what a link resists with, while the joints beyond it are free.

Motions and wrenches have six coordinates: angular x, y, z, then linear x, y, z. An articulated
inertia maps an acceleration (w, v) to moment = J w + C v and force = C^T w + M v. Freeing a joint
takes the direction of its motion out of the inertia, exactly: what is left has zeros there, not
differences of equal numbers, and the steps to the parent are in an order that keeps the zeros long.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.exact import ZERO
from gen_robot.algebra.pose import Moments, Pose
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3, complement

Rows = list[list[Scalar]]


@dataclass(frozen=True)
class Articulated:
    """Hold an articulated inertia by its blocks."""

    J: SymMat3
    C: Mat3
    M: SymMat3

    @staticmethod
    def of(body: Moments) -> Articulated:
        """Return the inertia of one rigid body."""
        m, l = body.mass, body.first
        C = Mat3(Vec3(ZERO, l.z, -l.y), Vec3(-l.z, ZERO, l.x), Vec3(l.y, -l.x, ZERO))
        return Articulated(complement(body.second), C, SymMat3(m, m, m, ZERO, ZERO, ZERO))

    def __add__(self, other: Articulated) -> Articulated:
        C = Mat3(self.C.x + other.C.x, self.C.y + other.C.y, self.C.z + other.C.z)
        return Articulated(self.J + other.J, C, self.M + other.M)

    @property
    def rows(self) -> Rows:
        J, C, M = self.J, self.C, self.M
        return [
            [J.xx, J.xy, J.xz, C.x.x, C.y.x, C.z.x],
            [J.xy, J.yy, J.yz, C.x.y, C.y.y, C.z.y],
            [J.xz, J.yz, J.zz, C.x.z, C.y.z, C.z.z],
            [*C.x, M.xx, M.xy, M.xz],
            [*C.y, M.xy, M.yy, M.yz],
            [*C.z, M.xz, M.yz, M.zz],
        ]

    @staticmethod
    def from_rows(rows: Rows) -> Articulated:
        """Return the inertia of a symmetric matrix, of which only the upper triangle is read."""
        (xx, xy, xz, *x), (_, yy, yz, *y), (_, _, zz, *z), f, g, h = rows
        C = Mat3(*(Vec3(*column) for column in zip(x, y, z, strict=True)))
        M = SymMat3(f[3], g[4], h[5], f[4], f[5], g[5])
        return Articulated(SymMat3(xx, yy, zz, xy, xz, yz), C, M)

    def up(self, pose: Pose) -> Articulated:
        """Return the inertia about the parent's origin, in the parent's axes."""
        result = self
        for step in _turns_first(list(reversed(pose.steps))):
            result = result._turned(step) if isinstance(step, Turn) else result._shifted(step.by)
        return result

    def _turned(self, turn: Turn) -> Articulated:
        return Articulated(turn.up_tensor(self.J), _turned(turn, self.C), turn.up_tensor(self.M))

    def _shifted(self, s: Vec3) -> Articulated:
        """Shift the origin by -s: C' = C + s~ M, J' = J - C s~ + (C' s~^T)^T."""
        M = self.M
        rows = Vec3(M.xx, M.xy, M.xz), Vec3(M.xy, M.yy, M.yz), Vec3(M.xz, M.yz, M.zz)
        before = self.C
        C = Mat3(
            *(c + s.cross(m) for c, m in zip((before.x, before.y, before.z), rows, strict=True))
        )
        old, new = before.transposed, C.transposed  # rows, as vectors
        p, q = (old.x, old.y, old.z), (new.x, new.y, new.z)
        J = self.J
        # Row i of C times s~ is (row x s); both halves are summed before they are multiplied.
        twice = [a + b for a, b in zip(p, q, strict=True)]
        return Articulated(
            SymMat3(
                J.xx + s.cross(twice[0]).x,
                J.yy + s.cross(twice[1]).y,
                J.zz + s.cross(twice[2]).z,
                J.xy + s.cross(p[0]).y + s.cross(q[1]).x,
                J.xz + s.cross(p[0]).z + s.cross(q[2]).x,
                J.yz + s.cross(p[1]).z + s.cross(q[2]).y,
            ),
            C,
            M,
        )
