"""A tool that moves along a straight line at constant speed and attitude, and the joints that move it.

Positions of the joints by Newton's method from those a moment before, so they stay on their branch and
no angle jumps; rates by J^-1 v, accelerations by J^-1 (0 - Jdot qd), never by differences.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings import Library

Array = NDArray[np.float64]
ENOUGH = 1e-13


@dataclass(frozen=True)
class Line:
    """Hold where a straight path begins and ends, the tool's attitude, and how long it takes."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    zyz: tuple[float, float, float]  # degrees
    duration: float = 5.0

    @property
    def velocity(self) -> Array:
        return (np.array(self.end) - np.array(self.start)) / self.duration

    def position(self, t: float) -> Array:
        return np.array(self.start) + self.velocity * t

    @property
    def attitude(self) -> Array:
        first, second, third = (radians(angle) for angle in self.zyz)
        return _about_z(first) @ _about_y(second) @ _about_z(third)


@dataclass
class JointMotion:
    """Give the joints' positions, rates and accelerations that move a frame along a line."""

    robot: Library
    frame: str
    line: Line
    q0: Array  # near the positions at the start: it chooses the branch
    _known: dict[float, tuple[Array, Array, Array]] = field(default_factory=dict)

    def at(self, t: float) -> tuple[Array, Array, Array]:
        """Return q, qd and qdd at a time; those at times before are the guess."""
        if t not in self._known:
            guess = self.q0
            if self._known:
                near = min(self._known, key=lambda known: abs(known - t))
                q, qd, _ = self._known[near]
                guess = q + qd * (t - near)
            self._known[t] = self._solved(t, guess)
        return self._known[t]

    def _solved(self, t: float, q: Array) -> tuple[Array, Array, Array]:
        tool = self.robot.frame(self.frame)
        R, p = self.line.attitude, self.line.position(t)
        for _ in range(50):
            T, J = tool.placement(q), tool.jacobian(q)
            error = np.concatenate([p - T[:3, 3], _turn_between(T[:3, :3], R)])
            q = q + np.linalg.solve(J, error)
            if np.abs(error).max() < ENOUGH:
                break
        else:
            raise ArithmeticError(f"no positions of the joints were found at {t} s")
        J = tool.jacobian(q)
        qd = np.linalg.solve(J, np.concatenate([self.line.velocity, np.zeros(3)]))
        qdd = np.linalg.solve(J, -tool.drift(q, qd))
        return q, qd, qdd


def _about_z(angle: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _about_y(angle: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def _turn_between(have: Array, want: Array) -> Array:
    """Return the rotation vector, in the axes of the base, that leads from one attitude to another."""
    D = want @ have.T
    axis = np.array([D[2, 1] - D[1, 2], D[0, 2] - D[2, 0], D[1, 0] - D[0, 1]]) / 2
    size = float(np.linalg.norm(axis))
    if size < 1e-12:
        return axis
    return axis * (np.arctan2(size, (np.trace(D) - 1) / 2) / size)
