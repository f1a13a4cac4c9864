"""What a body's ten moments add to the torque at one joint: a unit of each, its wrench, its power."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3
from gen_robot.algorithms.classical import Moving
from gen_robot.algorithms.tape import Tape


@dataclass(frozen=True)
class Columns:
    """Hold what the moments add to one torque, each by itself, in the order in which bodies have them.

    An element off the diagonal of a tensor stands there twice and is one parameter: what it adds
    counts both.
    """

    mass: Scalar
    first: Vec3
    second: SymMat3  # of second moments, or of the inertia

    def down(self, turns: Iterable[Turn]) -> Columns:
        """Return what moments in axes add that are turned about z against these."""
        found = self
        for turn in turns:
            found = Columns(found.mass, turn.down(found.first), _turned(found.second, turn))
        return found

    def renamed(self, axes: Mat3) -> Columns:
        """Return what moments add in these axes, which are the same ones in another order or sense."""
        back = axes.transposed
        return Columns(self.mass, back @ self.first, self.second.rotated(back))

    @property
    def in_order(self) -> list[Scalar]:
        """Return m, mx, my, mz, then the tensor's elements xx, xy, yy, xz, yz, zz."""
        s = self.second
        return [self.mass, *self.first, s.xx, s.xy, s.yy, s.xz, s.yz, s.zz]

    def label(self, t: Tape, tensor: str, joint: int, link: int) -> Columns:
        """Name the columns Ym, Yl and, with the tensor's letter, YI or YS; return them."""
        t.scalar("Ym", joint, link, value=self.mass)
        t.vector("Yl", joint, link, value=self.first)
        t.tensor(f"Y{tensor}", joint, link, value=self.second)
        return self


def by_second_moments(moving: Moving, axis: Motion) -> Columns:
    """Return the columns of m, l, S: the power of (m A + Om l; t + l x A) on the axis."""
    return Columns(*_by_mass(moving, axis), _by_second(moving, axis.angular))


def by_inertia(moving: Moving, axis: Motion) -> Columns:
    """Return the columns of m, l and the inertia I about the origin: I alpha + omega x I omega."""
    w, al, z = moving.w, moving.al, axis.angular
    x, y, e = z.x * (w.y * w.z), z.y * (w.x * w.z), z.z * (w.x * w.y)
    beside = _by_second(moving, z)
    inertia = SymMat3(
        z.x * al.x + (y - e),
        z.y * al.y + (e - x),
        z.z * al.z + (x - y),
        -beside.xy,
        -beside.xz,
        -beside.yz,
    )
    return Columns(*_by_mass(moving, axis), inertia)


def _by_mass(moving: Moving, axis: Motion) -> tuple[Scalar, Vec3]:
    A, Om, v = moving.A, moving.Om, axis.linear
    return v.dot(A), Vec3(Om.x.dot(v), Om.y.dot(v), Om.z.dot(v)) + A.cross(axis.angular)


def _by_second(moving: Moving, z: Vec3) -> SymMat3:
    """Return the elements' share of z . t, with t the axial vector of Om S - (Om S)^T."""
    w, Om = moving.w, moving.Om
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    return SymMat3(
        z.z * Om.x.y - z.y * Om.x.z,
        z.x * Om.y.z - z.z * Om.y.x,
        z.y * Om.z.x - z.x * Om.z.y,
        z.x * Om.x.z - z.y * Om.y.z + z.z * (yy - xx),
        z.z * Om.z.y - z.x * Om.x.y + z.y * (xx - zz),
        z.y * Om.y.x - z.z * Om.z.x + z.x * (zz - yy),
    )


def _turned(columns: SymMat3, turn: Turn) -> SymMat3:
    """Turn a tensor about z whose elements off the diagonal are doubled."""
    c, s = turn.c, turn.s
    e = c * columns.xy - s * (columns.xx - columns.yy)
    w = s * e
    return SymMat3(
        columns.xx + w,
        columns.yy - w,
        columns.zz,
        c * e + c * e - columns.xy,
        c * columns.xz + s * columns.yz,
        c * columns.yz - s * columns.xz,
    )
