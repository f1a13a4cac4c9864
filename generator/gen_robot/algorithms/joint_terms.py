"""What every recursion does at a joint: its pose, its rates."""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Scalar, Values, Vec3
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import in_frame, pose, turn

AT_REST = Motion(ORIGIN, ORIGIN)
AT_ONCE = Shift(ORIGIN)


def posed(t: Tape, link: Link, q: Values) -> Pose:
    """Return the link's transform at q."""
    t.step(link.number, f"{link.name}: transform to its parent")
    result = pose(link, q)
    turns = [step for step in result.steps if isinstance(step, Turn)]
    if link.turned:
        turns.append(turn(link.turned, q))
    for step in turns:
        t.scalar("c", link.number, value=step.c)
        t.scalar("s", link.number, value=step.s)
    return result


def body(t: Tape, link: Link, q: Values) -> Moments:
    """Return the link's moments in its frame: constants, unless it is held or they are symbols."""
    return t.moments("l", "S", link.number, value=in_frame(link, link.body, q))


def torque_body(t: Tape, link: Link, q: Values) -> Moments:
    """Return moments that will do for a link's own where only joint torques matter."""
    return t.moments("l", "S", link.number, value=in_frame(link, link.torque_body or link.body, q))


def dofs(link: Link) -> list[tuple[int, Motion]]:
    """Return the link's free motions with their places in the vector of velocities."""
    return [(link.v_index + k, motion) for k, motion in enumerate(link.kind.motions)]


def joint_motion(link: Link, rates: Values) -> Motion:
    """Return the motion across the joint at these rates."""
    total = AT_REST
    for k, motion in dofs(link):
        total = total + motion * rates[k]
    return total


def no_rates(model: Model) -> list[Scalar]:
    """Return velocities or accelerations that are all zero."""
    return [ZERO] * model.nv


def offset(pose: Pose) -> tuple[Vec3, Scalar]:
    """Split the way to the child's origin: a vector in the parent's axes, then along the child's z."""
    *rest, last = pose.steps or (AT_ONCE,)
    if isinstance(last, Shift) and not last.by.x and not last.by.y:
        return Pose(tuple(rest)).up_point(ORIGIN), last.by.z
    return pose.up_point(ORIGIN), ZERO
