"""What every recursion does at a joint: its pose, its rates."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Scalar, Values, Vec3
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.node import COS, MUL, NEG, SIN, Node
from gen_robot.model.hold import total_turn
from gen_robot.model.model import Angle, Link, Model
from gen_robot.model.pose import in_frame, pose, turn

AT_REST = Motion(ORIGIN, ORIGIN)
AT_ONCE = Shift(ORIGIN)


def posed(t: Tape, link: Link, q: Values) -> Pose:
    """Return the link's transform at q."""
    t.step(link.number, "transform to its parent", link.name)
    t.joint_at[link.q_index] = link.number
    lead = link.lead or Angle()
    before = Angle(lead.terms, lead.offset + link.geometry.gamma)
    for angle in (before, total_turn(link, link.lead)):
        if angle.terms:
            _name(t, [t.joint_at[place] for place, _ in angle.terms], turn(angle, q))
    return pose(link, q)


def _name(t: Tape, joints: Sequence[int], turned: Turn) -> None:
    """Name cosine and sine by all joints of the sum: c2_3 and s2_3 are those of q2_3 = q2 + q3."""
    for value in (turned.c, turned.s):
        if isinstance(value, Node):
            # A quarter turn between the frames may have exchanged them, or changed a sign, or that
            # of some lanes.
            function = value
            while function.op in (NEG, MUL):
                function = function.arguments[-1]
            if function.op in (COS, SIN):
                t.scalar("q", *joints, value=function.arguments[0])
                t.scalar("c" if function.op == COS else "s", *joints, value=function)


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
