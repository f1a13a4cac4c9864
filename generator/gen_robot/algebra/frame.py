"""Rigid placements of one frame in another, in exact numbers."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ONE, ZERO, Number, atan2
from gen_robot.algebra.vectors import Mat3, Vec3

ORIGIN = Vec3(ZERO, ZERO, ZERO)
X = Vec3(ONE, ZERO, ZERO)
Y = Vec3(ZERO, ONE, ZERO)
Z = Vec3(ZERO, ZERO, ONE)
IDENTITY = Mat3(X, Y, Z)


@dataclass(frozen=True)
class Frame:
    """Place a frame: its axes (columns of the rotation) and origin in the coordinates of another."""

    rotation: Mat3
    origin: Vec3

    def then(self, inner: Frame) -> Frame:
        """Return the placement of a frame that is itself placed in this one."""
        return Frame(
            self.rotation.times(inner.rotation), self.origin + self.rotation @ inner.origin
        )

    @property
    def inverse(self) -> Frame:
        back = self.rotation.transposed
        return Frame(back, -(back @ self.origin))

    def point(self, p: Vec3) -> Vec3:
        return self.origin + self.rotation @ p


AT_ORIGIN = Frame(IDENTITY, ORIGIN)


def turn_x(angle: Number) -> Frame:
    c, s = angle.cos_sin()
    return Frame(Mat3(X, Vec3(ZERO, c, s), Vec3(ZERO, -s, c)), ORIGIN)


def turn_y(angle: Number) -> Frame:
    c, s = angle.cos_sin()
    return Frame(Mat3(Vec3(c, ZERO, -s), Y, Vec3(s, ZERO, c)), ORIGIN)


def turn_z(angle: Number) -> Frame:
    c, s = angle.cos_sin()
    return Frame(Mat3(Vec3(c, s, ZERO), Vec3(-s, c, ZERO), Z), ORIGIN)


def shift(x: Number, y: Number, z: Number) -> Frame:
    return Frame(IDENTITY, Vec3(x, y, z))


def turn_about(axis: Vec3, angle: Number) -> Frame:
    """Turn about a unit vector, by Rodrigues' formula."""
    c, s = angle.cos_sin()

    def turned(v: Vec3) -> Vec3:
        return v * c + axis.cross(v) * s + axis * (axis.dot(v) * (ONE - c))

    return Frame(Mat3(turned(X), turned(Y), turned(Z)), ORIGIN)


def roll_pitch_yaw(roll: Number, pitch: Number, yaw: Number) -> Frame:
    """Turn about the fixed axes x, y, z in this order, as URDF does."""
    return turn_z(yaw).then(turn_y(pitch)).then(turn_x(roll))


def roll_pitch_yaw_of(rotation: Mat3) -> tuple[Number, Number, Number]:
    """Return the angles that `roll_pitch_yaw` turns by; no yaw where roll and yaw are one turn."""
    x, y, z = rotation.x, rotation.y, rotation.z
    level = (x.x * x.x + x.y * x.y).sqrt()
    pitch = atan2(-x.z, level)
    if not level:
        return atan2(-z.y, y.y), pitch, ZERO
    return atan2(y.z, z.z), pitch, atan2(x.y, x.x)
