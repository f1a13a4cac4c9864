"""Where the links of a chain are in the frame of one of them: axes and origins.

In one common frame nothing is turned or shifted between joints: the power of any wrench on any axis
takes six products, however far apart the two are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import IDENTITY, ORIGIN
from gen_robot.algebra.pose import Motion, Pose, Shift, Wrench
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link


@dataclass(frozen=True)
class Seen:
    """Hold a link's axes, by columns, and its origin, in another frame."""

    R: Mat3
    s: Vec3

    def beyond(self, pose: Pose) -> Seen:
        """Return a child's axes and origin, which a transform leads to."""
        R, s = self.R, self.s
        for step in pose.steps:
            if isinstance(step, Shift):
                s = s + R @ step.by
            else:
                R = _turned(R, step)
        return Seen(R, s)

    def before(self, pose: Pose) -> Seen:
        """Return a parent's axes and origin, from which a transform leads here."""
        R, s = self.R, self.s
        for step in reversed(pose.steps):
            if isinstance(step, Shift):
                s = s - R @ step.by
            else:
                R = _turned(R, _back(step))
        return Seen(R, s)

    def motion(self, own: Motion) -> Motion:
        """Return a motion of the link as it is at the other frame's origin, in its axes."""
        w = self.R @ own.angular
        return Motion(w, self.R @ own.linear + self.s.cross(w))

    def wrench(self, own: Wrench) -> Wrench:
        """Return a wrench on the link about the other frame's origin, in its axes."""
        force = self.R @ own.force
        return Wrench(force, self.R @ own.moment + self.s.cross(force))


class CommonFrame:
    """See the links of a chain from one of them, each once."""

    def __init__(self, t: Tape, chain: Sequence[tuple[Link, Pose]], number: int) -> None:
        self.t, self.chain, self.number = t, chain, number
        self._seen = {number: Seen(IDENTITY, ORIGIN)}

    def seen(self, number: int) -> Seen:
        """Return where a link is; the transforms between must be known."""
        if number not in self._seen:
            self.t.step(number, "its axes R and its origin s in the common frame")
            if number > self.number:
                found = self.seen(number - 1).beyond(self.chain[number - 1][1])
            else:
                found = self.seen(number + 1).before(self.chain[number][1])
            self.t.matrix("R", number, value=found.R)
            self.t.vector("s", number, value=found.s)
            self._seen[number] = found
        return self._seen[number]


def _back(step: Turn | Rotation) -> Turn | Rotation:
    if isinstance(step, Turn):
        return Turn(step.axis, step.c, -step.s)
    return Rotation(step.matrix.transposed)


def _turned(R: Mat3, step: Turn | Rotation) -> Mat3:
    """Return R times the matrix of a turn: columns are mixed, in the plane of the turn."""
    match step:
        case Rotation(matrix):
            return R.times(matrix)
        case Turn("z", c, s):
            return Mat3(R.x * c + R.y * s, R.y * c - R.x * s, R.z)
        case Turn(_, c, s):
            return Mat3(R.x, R.y * c + R.z * s, R.z * c - R.y * s)
