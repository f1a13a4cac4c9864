"""Velocity and acceleration of a frame, collected on the way from the base to the frame.

Of each link on the way: how it turns, and how that point of it moves which is at the point of reference
P. A joint whose rates are W, of its turning, and L, of its origin, adds to that

    w' = w + W                  v' = v + u,  u = L + W x r
    al' = al + Wd + w x W       a' = a + Ld + Wd x r + (w + w') x u

with the arm r from its origin to P. On the way to the next joint, all four are turned and nothing
else. At the frame they are in its axes.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Values, Vec3
from gen_robot.algorithms.chain import CHAIN, Stage, arms, chain
from gen_robot.algorithms.frame_motion import (
    IN_REFERENCE,
    STILL,
    FrameMotion,
    across_joint,
    from_end,
    parts_of,
)
from gen_robot.algorithms.method import Method
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Model, Place


def motion(
    model: Model,
    t: Tape,
    q: Values,
    qd: Values,
    qdd: Values,
    place: Place,
    reference: Reference,
) -> FrameMotion:
    """Return how a frame moves, in a reference."""
    way = chain(model, t, q, place)
    moving = STILL
    for stage, r in zip(way, arms(way, t, End.FRAME, reference.point), strict=True):
        i, rate, push = stage.number, across_joint(stage, qd), across_joint(stage, qdd)
        t.step(i, "motion of the link before, in the axes of this one")
        w, v = _turned(t, stage, "w", "v", moving.velocity)
        al, a = _turned(t, stage, "al", "a", moving.acceleration)
        t.step(i, "its own motion, at the point of reference")
        W = rate.angular
        u = t.vector("u", i, value=rate.linear + W.cross(r))
        a = a + push.linear + push.angular.cross(r) + (w + w + W).cross(u)
        al = al + push.angular + w.cross(W)
        moving = FrameMotion(
            t.motion("w", "v", i, value=Motion(w + W, v + u)),
            t.motion("al", "a", i, value=Motion(al, a)),
        )
    return from_end(t, way, moving, End.FRAME) if reference.axes is End.BASE else moving


def _turned(t: Tape, stage: Stage, angular: str, linear: str, known: Motion) -> tuple[Vec3, Vec3]:
    pose, i = stage.whole, stage.number
    return (
        pose.down(known.angular, t.way(angular, links=(i,))),
        pose.down(known.linear, t.way(linear, links=(i,))),
    )


METHOD = Method(
    "outward",
    "motion of the links' points of reference, from the base to the frame",
    (),
    parts_of(motion),
    (
        *CHAIN,
        Symbols(
            {"w": "angular velocity", "v": "velocity of the point of reference"}, "on link {0}"
        ),
        Symbols(
            {"al": "angular acceleration", "a": "acceleration of the point of reference"},
            "on link {0}",
        ),
        Symbols({"u": "velocity"}, "that joint {0} gives to the point of reference"),
        *IN_REFERENCE,
    ),
    bodies=tuple(Bodies),  # they do not matter
)
