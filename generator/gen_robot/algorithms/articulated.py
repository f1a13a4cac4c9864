"""Articulated inertias: what a link resists with while the joints beyond it are free.

Motions and wrenches have six coordinates: angular x, y, z, then linear x, y, z. An articulated
inertia maps an acceleration (w, v) to moment = J w + C v and force = C^T w + M v. Freeing a joint
takes its motion out of the inertia before the inertia is added to the parent's; what is left has
exact zeros there, not differences of nearly equal numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_lowercase

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Step, Wrench
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3, complement
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape

Rows = list[list[Scalar]]
Pivot = Callable[[int, Scalar], None]
"""Is told each degree of freedom and its pivot, before anything is divided by it."""

ARTICULATED = (
    Symbols(
        {"J": "angular block", "M": "linear block", "C[xyz]": "column of the coupling block"},
        "of the articulated inertia of link {0}",
    ),
    Symbols(
        {
            "J[a-z]": "angular block",
            "M[a-z]": "linear block",
            "C[a-z][xyz]": "column of the coupling",
        },
        "of what is left of it with joint {0} free, on its way to the parent",
    ),
    Symbols({"D": "pivot", "Di": "its inverse"}, "of joint {0}", parts=False),
    Symbols(
        {"Kf": "force", "Km": "moment"}, "of I h / D, which holds joint {0} for a unit of torque"
    ),
)
"""What `Articulated.named` and `free` name."""


@dataclass(frozen=True)
class Articulated:
    """Hold an articulated inertia by its blocks."""

    J: SymMat3
    C: Mat3
    M: SymMat3

    @staticmethod
    def of(body: Moments) -> Articulated:
        """Return the inertia of one rigid body."""
        m, c = body.mass, body.first
        C = Mat3(Vec3(ZERO, c.z, -c.y), Vec3(-c.z, ZERO, c.x), Vec3(c.y, -c.x, ZERO))
        return Articulated(complement(body.second), C, SymMat3(m, m, m, ZERO, ZERO, ZERO))

    def __add__(self, other: Articulated) -> Articulated:
        C = Mat3(self.C.x + other.C.x, self.C.y + other.C.y, self.C.z + other.C.z)
        return Articulated(self.J + other.J, C, self.M + other.M)

    @property
    def rows(self) -> Rows:
        """Return the whole symmetric matrix."""
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
        """Return the inertia of a symmetric matrix; only its upper triangle is read."""
        (xx, xy, xz, *x), (_, yy, yz, *y), (_, _, zz, *z), f, g, h = rows
        C = Mat3(*(Vec3(*column) for column in zip(x, y, z, strict=True)))
        M = SymMat3(f[3], g[4], h[5], f[4], f[5], g[5])
        return Articulated(SymMat3(xx, yy, zz, xy, xz, yz), C, M)

    def named(self, t: Tape, link: int, stage: str = "") -> Articulated:
        """Name the elements of the blocks; a stage tells how far on its way the inertia is."""
        t.tensor(f"J{stage}", link, value=self.J)
        t.tensor(f"M{stage}", link, value=self.M)
        for axis, column in zip("xyz", (self.C.x, self.C.y, self.C.z), strict=True):
            t.vector(f"C{stage}{axis}", link, value=column)
        return self

    def up(self, t: Tape, link: int, pose: Pose) -> Articulated:
        """Return the inertia about the parent's origin, in the parent's axes."""
        result = self.named(t, link, "a")
        for stage, step in enumerate(_turns_first(pose.steps[::-1]), 1):
            result = result.shifted(step.by) if isinstance(step, Shift) else result.turned(step)
            result.named(t, link, ascii_lowercase[stage])
        return result

    def turned(self, turn: Turn | Rotation) -> Articulated:
        return Articulated(turn.up_tensor(self.J), _turned(turn, self.C), turn.up_tensor(self.M))

    def shifted(self, s: Vec3) -> Articulated:
        """Move the origin by -s: C' = C + s~ M, J' = J - C s~ - (C' s~)^T."""
        J, M = self.J, self.M
        columns = Vec3(M.xx, M.xy, M.xz), Vec3(M.xy, M.yy, M.yz), Vec3(M.xz, M.yz, M.zz)
        before = self.C.x, self.C.y, self.C.z
        C = Mat3(*(c + s.cross(m) for c, m in zip(before, columns, strict=True)))
        p, q = self.C.transposed, C.transposed  # by rows
        return Articulated(
            SymMat3(
                J.xx + s.y * (p.x.z + q.x.z) - s.z * (p.x.y + q.x.y),
                J.yy + s.z * (p.y.x + q.y.x) - s.x * (p.y.z + q.y.z),
                J.zz + s.x * (p.z.y + q.z.y) - s.y * (p.z.x + q.z.x),
                J.xy + s.z * (p.x.x - q.y.y) - s.x * p.x.z + s.y * q.y.z,
                J.xz - s.y * (p.x.x - q.z.z) + s.x * p.x.y - s.z * q.z.y,
                J.yz + s.x * (p.y.y - q.z.z) - s.y * p.y.x + s.z * q.z.x,
            ),
            C,
            M,
        )


@dataclass(frozen=True)
class Freed:
    """Hold a degree of freedom h that was taken out of an inertia I."""

    motion: Motion  # h
    inverse: Scalar  # 1 / D, where D = h^T I h + J and J is the rotor's inertia
    K: Wrench  # I h / D

    def pushed(self, p: Wrench, u: Scalar) -> Wrench:
        """Return p + K u, where u is what the joint's torque has over h^T p."""
        return Wrench(p.force + self.K.force * u, p.moment + self.K.moment * u)


def free(
    t: Tape, dof: int, inertia: Articulated, motion: Motion, rotor: Number, limit: Pivot
) -> tuple[Freed, Articulated]:
    """Free a joint: return what is taken out, and I - I h h^T I / D, what is left."""
    rows, h = inertia.rows, _coordinates(motion)
    i = h.index(ONE)
    others = [k for k in range(6) if k != i and h[k]]
    U = [sum((rows[k][b] * h[k] for k in others), start=rows[i][b]) for b in range(6)]
    D = t.scalar("D", dof + 1, value=sum((U[k] * h[k] for k in others), start=U[i]) + rotor)
    limit(dof, D)
    inverse = t.scalar("Di", dof + 1, value=1 / t.graph.node(D))
    share = inverse * rotor
    K = [u * inverse for u in U]
    # h^T U is D - J, and what is left times h is U J / D: no differences of nearly equal numbers.
    K[i] = sum((-(K[k] * h[k]) for k in others), start=1 - share)
    left = [[x - U[a] * K[b] for b, x in enumerate(row)] for a, row in enumerate(rows)]
    for b in range(6):
        if b != i:
            left[i][b] = left[b][i] = sum(
                (-(left[k][b] * h[k]) for k in others), start=U[b] * share
            )
    left[i][i] = sum((-(left[k][i] * h[k]) for k in others), start=U[i] * share)
    freed = Freed(motion, inverse, Wrench(Vec3(*K[3:]), Vec3(*K[:3])))
    t.wrench("Kf", "Km", dof + 1, value=freed.K)
    return freed, Articulated.from_rows(left)


def _coordinates(motion: Motion) -> list[Scalar]:
    return [*motion.angular, *motion.linear]


def _turned(turn: Turn | Rotation, C: Mat3) -> Mat3:
    """Return R C R^T; in the plane of a turn, the antisymmetric part stays as it is."""
    if isinstance(turn, Rotation):
        return turn.matrix.times(C).times(turn.matrix.transposed)
    c, s = turn.c, turn.s
    if turn.axis == "z":
        xx, xy, yx, yy = _in_plane(C.x.x, C.y.x, C.x.y, C.y.y, c, s)
        side = Vec3(c * C.z.x - s * C.z.y, s * C.z.x + c * C.z.y, C.z.z)
        zx, zy = c * C.x.z - s * C.y.z, s * C.x.z + c * C.y.z
        return Mat3(Vec3(xx, yx, zx), Vec3(xy, yy, zy), side)
    yy, yz, zy, zz = _in_plane(C.y.y, C.z.y, C.y.z, C.z.z, c, s)
    side = Vec3(C.x.x, c * C.x.y - s * C.x.z, s * C.x.y + c * C.x.z)
    xy, xz = c * C.y.x - s * C.z.x, s * C.y.x + c * C.z.x
    return Mat3(side, Vec3(xy, yy, zy), Vec3(xz, yz, zz))


def _in_plane(
    pp: Scalar, pq: Scalar, qp: Scalar, qq: Scalar, c: Scalar, s: Scalar
) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    if isinstance(s, Number) and abs(s) > 0 and c:  # in every lane
        # A constant angle: one multiplication fewer, with s and c in the coefficients.
        e = (pp - qq) + (c / s) * (pq + qp)
        w, u = (s * s) * e, (s * c) * e
    else:
        e = s * (pp - qq) + c * (pq + qp)
        w, u = s * e, c * e
    return pp - w, u - qp, u - pq, qq + w


def _turns_first(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Put a turn about x before the shift along x that it commutes with: it meets more zeros."""
    order = list(steps)
    for k in range(len(order) - 1):
        shift, turn = order[k], order[k + 1]
        commute = isinstance(shift, Shift) and not shift.by.y and not shift.by.z
        if commute and isinstance(turn, Turn) and turn.axis == "x":
            order[k], order[k + 1] = turn, shift
    return tuple(order)
