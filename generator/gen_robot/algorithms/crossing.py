"""The way across a joint in two stretches: up to the joint's own turn, and through it.

Between the two the axes are the parent's but for constant turns, and z is the joint's axis already.
What a joint's motion does to all that it carries costs less there than beyond the turn, for nothing
of it has to be turned by the joint's angle afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Pose, Shift, Step
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Scalar, Vec3


@dataclass(frozen=True)
class Crossing:
    """Hold a link's transform as turns and a shift beside, then a turn and a shift along z."""

    turns: Pose  # from the parent's axes to those between
    beside: Vec3  # in the axes between
    turn: Pose  # to the link's axes: one turn at most
    along: Scalar  # from there on the link's z

    @property
    def shift_along(self) -> Vec3:
        return Vec3(ZERO, ZERO, self.along)

    @property
    def outer(self) -> Pose:
        """Return the way from the parent's frame to the one between."""
        return Pose((*self.turns.steps, *_shift(self.beside)))

    @property
    def inner(self) -> Pose:
        """Return the way from the frame between to the link's."""
        return Pose((*self.turn.steps, *_shift(self.shift_along)))


def crossing(pose: Pose) -> Crossing:
    """Take a link's transform apart."""
    *steps, last = (*pose.steps, Shift(ORIGIN)) if _ends_on_turn(pose) else pose.steps
    along: Scalar = ZERO
    if isinstance(last, Shift) and not last.by.x and not last.by.y:
        along = last.by.z
    else:
        steps.append(last)
    turn: list[Step] = []
    if steps and (isinstance(steps[-1], Rotation) or _is_about_z(steps[-1])):
        turn = [steps.pop()]
    turns, beside = _gathered(steps)
    return Crossing(Pose(tuple(turns)), beside, Pose(tuple(turn)), along)


def _ends_on_turn(pose: Pose) -> bool:
    return not pose.steps or not isinstance(pose.steps[-1], Shift)


def _is_about_z(step: Step) -> bool:
    return isinstance(step, Turn) and step.axis == "z"


def _gathered(steps: Sequence[Step]) -> tuple[list[Turn | Rotation], Vec3]:
    """Return the turns, and all shifts as one in the axes behind them."""
    turns, by = [], ORIGIN
    for step in steps:
        if isinstance(step, Shift):
            by = by + step.by
        else:
            by = step.down(by)
            turns.append(step)
    return turns, by


def _shift(by: Vec3) -> tuple[Shift, ...]:
    nothing = all(not x for x in by)
    return () if nothing else (Shift(by),)
