"""Velocity of a frame from those of the links' origins, from link to link."""

from __future__ import annotations

from gen_robot.algebra.pose import Motion, Wrench
from gen_robot.algebra.vectors import Values
from gen_robot.algorithms.chain import chain
from gen_robot.algorithms.frame_motion import IN_REFERENCE, across_joint, in_other_axes
from gen_robot.algorithms.joint_terms import AT_REST
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Model, Place


def velocity(
    model: Model, t: Tape, q: Values, qd: Values, place: Place, reference: Reference
) -> Motion:
    """Return a frame's velocity in a reference."""
    if reference.point is End.BASE:
        return _inward(model, t, q, qd, place)
    way = chain(model, t, q, place)
    known = AT_REST
    for stage in way:
        i = stage.number
        t.step(i, "velocity, angular and of its origin")
        known = stage.whole.down_motion(known, t.way("omega", "v", links=(i,)))
        known = t.motion("omega", "v", i, value=known + across_joint(stage, qd))
    if reference.axes is End.FRAME:
        return known
    return in_other_axes(t, way, "wr", "vr", known, End.FRAME)


def _inward(model: Model, t: Tape, q: Values, qd: Values, place: Place) -> Motion:
    """Return the velocity of the point at the base's origin: joint after joint from the frame on.

    On its way inward a motion is to the linear velocity what a wrench is to the moment.
    """
    known = AT_REST
    for stage in reversed(chain(model, t, q, place)):
        i = stage.number
        t.step(i, "velocity against the link before, at its origin")
        moved = stage.own.up_wrench(Wrench(known.angular, known.linear))
        known = Motion(moved.force, moved.moment) + across_joint(stage, qd)
        known = t.motion("w", "u", i, value=known)
        moved = stage.before.up_wrench(
            Wrench(known.angular, known.linear), t.way("w", "u", links=(i,))
        )
        known = Motion(moved.force, moved.moment)
    return known


METHOD = Method(
    "twists",
    "velocities of the links' origins",
    (),
    {Quantity.FRAME_VELOCITY: velocity},
    (
        Symbols(
            {"omega": "angular velocity", "v": "velocity of the origin"},
            "of link {0}, in its frame",
        ),
        Symbols(
            {"w": "angular velocity", "u": "velocity"},
            "of the frame against the link that link {0} is on, at the origin of link {0}",
        ),
        *IN_REFERENCE,
    ),
    bodies=tuple(Bodies),  # they do not matter
)
