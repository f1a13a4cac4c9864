"""A link transform as a sequence of elementary shifts and turns.

Frame {i} in its parent's frame: turn gamma about z, shift b along z, turn alpha about x, shift a
along x, turn theta about z, shift d along z. Every quantity crosses the link one step at a time, and
steps that do nothing are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3, outer, square


@dataclass(frozen=True)
class Shift:
    """Move the child's origin along the axes that parent and child share at this step."""

    by: Vec3


@dataclass(frozen=True)
class Motion:
    """Hold a velocity (or its derivative): angular, and linear at the frame's origin."""

    angular: Vec3
    linear: Vec3

    def __add__(self, other: Motion) -> Motion:
        return Motion(self.angular + other.angular, self.linear + other.linear)

    def __mul__(self, factor: Scalar) -> Motion:
        return Motion(self.angular * factor, self.linear * factor)

    def cross(self, other: Motion) -> Motion:
        """Return the rate of `other` as it is carried along by this velocity."""
        return Motion(
            self.angular.cross(other.angular),
            self.angular.cross(other.linear) + self.linear.cross(other.angular),
        )


@dataclass(frozen=True)
class Wrench:
    """Hold a force and its moment about the frame's origin."""

    force: Vec3
    moment: Vec3

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.force + other.force, self.moment + other.moment)

    def __sub__(self, other: Wrench) -> Wrench:
        return Wrench(self.force - other.force, self.moment - other.moment)

    def dot(self, motion: Motion) -> Scalar:
        """Return the power of this wrench on a motion."""
        return motion.angular.dot(self.moment) + motion.linear.dot(self.force)


@dataclass(frozen=True)
class Moments:
    """Hold a body's moments of order 0, 1, 2 about the frame's origin: m, l = m r, S = sum r r^T dm.

    The inertia tensor is tr(S) 1 - S. A shift by s adds l s^T + s l^T + m s s^T to S: half of what
    the inertia tensor needs.
    """

    mass: Scalar
    first: Vec3
    second: SymMat3

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.mass + other.mass, self.first + other.first, self.second + other.second)

    def momentum(self, motion: Motion) -> Wrench:
        """Return the body's momentum (or, from an acceleration, the wrench that causes it)."""
        w, v, f, s = motion.angular, motion.linear, self.first, self.second
        angular = Vec3(
            (s.yy + s.zz) * w.x - s.xy * w.y - s.xz * w.z,
            (s.xx + s.zz) * w.y - s.xy * w.x - s.yz * w.z,
            (s.xx + s.yy) * w.z - s.xz * w.x - s.yz * w.y,
        )
        return Wrench(v * self.mass + w.cross(f), angular + f.cross(v))


Step = Turn | Rotation | Shift

Quantity = Vec3 | Motion | Wrench | Moments
Note = Callable[[int, Quantity], object]
"""Is told what a quantity has become after each step of its way, counted from 1."""


def no_note(step: int, quantity: object) -> None:
    """Take no note."""


@dataclass(frozen=True)
class Pose:
    """Hold the steps from a parent's frame to a child's."""

    steps: tuple[Step, ...]

    def up(self, v: Vec3, note: Note = no_note) -> Vec3:
        """Express a free vector of the child in the parent's axes."""
        for i, step in enumerate(reversed(self.steps), 1):
            if not isinstance(step, Shift):
                v = step.up(v)
                note(i, v)
        return v

    def down(self, v: Vec3, note: Note = no_note) -> Vec3:
        """Express a free vector of the parent in the child's axes."""
        for i, step in enumerate(self.steps, 1):
            if not isinstance(step, Shift):
                v = step.down(v)
                note(i, v)
        return v

    def down_motion(self, m: Motion, note: Note = no_note) -> Motion:
        """Give the parent's motion at the child's origin, in the child's axes."""
        for i, step in enumerate(self.steps, 1):
            if not isinstance(step, Shift):
                m = Motion(step.down(m.angular), step.down(m.linear))
            else:
                m = Motion(m.angular, m.linear + m.angular.cross(step.by))
            note(i, m)
        return m

    def up_wrench(self, w: Wrench, note: Note = no_note) -> Wrench:
        """Give the child's wrench about the parent's origin, in the parent's axes."""
        for i, step in enumerate(reversed(self.steps), 1):
            if not isinstance(step, Shift):
                w = Wrench(step.up(w.force), step.up(w.moment))
            else:
                w = Wrench(w.force, w.moment + step.by.cross(w.force))
            note(i, w)
        return w

    def up_moments(self, body: Moments, note: Note = no_note) -> Moments:
        """Give the child's moments about the parent's origin, in the parent's axes."""
        for i, step in enumerate(reversed(self.steps), 1):
            if not isinstance(step, Shift):
                body = Moments(body.mass, step.up(body.first), step.up_tensor(body.second))
            else:
                by, mass = step.by, body.mass
                second = body.second + outer(body.first, by) + square(by) * mass
                body = Moments(mass, body.first + by * mass, second)
            note(i, body)
        return body

    def up_point(self, p: Vec3) -> Vec3:
        """Give the parent's coordinates of a point of the child."""
        for step in reversed(self.steps):
            p = step.up(p) if not isinstance(step, Shift) else p + step.by
        return p
