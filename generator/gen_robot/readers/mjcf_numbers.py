"""MuJoCo's numbers, which are doubles, as the decimals and angles that were written.

A double that was read from a file is written shortest by the file's own decimal. What MuJoCo computed
- frames inside frames, degrees, quaternions - is off by some roundings: a zero may be 6e-17, a
quarter turn 0.7071067811865476. There the short decimal or the exact angle that is so near is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import float_info

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.description.decimals import decimal
from gen_robot.description.snap import Snapper

ROUNDING = Number("1e-12")
"""What a computed angle may be off, in radians."""

_ROUNDINGS = 16 * float_info.epsilon
_SHORT = 12  # digits, of seventeen: no accident


def number(value: float, size: float = 0.0) -> Number:
    """Return the number that a double stands for, among others of this size if it was computed."""
    slack = _ROUNDINGS * size
    if abs(value) <= slack:
        return ZERO
    short = f"{value:.{_SHORT}g}"
    text = short if abs(float(short) - value) <= slack else repr(float(value))
    found = decimal(text)
    assert found is not None, "a finite double is a decimal"
    return found


def numbers(values: Iterable[float]) -> list[Number]:
    """Return the numbers that the elements of one vector or tensor stand for."""
    given = [float(value) for value in values]
    size = max(map(abs, given), default=0.0)
    return [number(value, size) for value in given]


def vector(values: Iterable[float]) -> Vec3:
    return Vec3(*numbers(values))


def frame(
    place: str, position: Iterable[float], quaternion: Sequence[float], snap: Snapper
) -> Frame:
    """Return where a frame is, with its angles snapped."""
    return Frame(snap.rotation(place, rotation(quaternion)), vector(position))


def rotation(quaternion: Sequence[float]) -> Mat3:
    """Return the rotation by a quaternion w, x, y, z of any length."""
    w, x, y, z = (number(float(value)) for value in quaternion)
    s = Number(2) / (w * w + x * x + y * y + z * z)
    return Mat3(
        Vec3(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
        Vec3(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)),
        Vec3(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)),
    )


def tensor(moments: Iterable[float], quaternion: Sequence[float]) -> SymMat3:
    """Return the inertia whose principal axes a quaternion w, x, y, z gives."""
    # Principal axes are computed ones: only what rounding left of an exact angle is put right.
    axes = Snapper(enabled=False, rounding=ROUNDING).rotation("", rotation(quaternion))
    xx, yy, zz = (number(float(value)) for value in moments)
    turned = SymMat3(xx, yy, zz, ZERO, ZERO, ZERO).rotated(axes)
    return SymMat3(*numbers(float(element) for element in turned))
