"""Velocity and acceleration of a frame, collected on the way from the frame to the base.

Of the point of reference P, which moves with the frame, and of the frame's axes: how they move against
link i is known, and it is asked how they move against the link before. A joint whose rates are W, of
its turning, and L, of its origin, adds to that

    w' = w + W                  v' = v + L + W x r
    al' = al + Wd + W x w       a' = a + Ld + Wd x r + W x (v + v')

with the arm r from its origin to P. On the way to the joint before, all four are turned and nothing
else: arms from joint to joint do not enter. At the base they are in the axes of the base.
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
    for stage, r in reversed([*zip(way, arms(way, t, End.BASE, reference.point), strict=True)]):
        i, rate, push = stage.number, across_joint(stage, qd), across_joint(stage, qdd)
        t.step(i, "the frame's motion against the link before")
        w, v = _turned(t, stage, "w", "v", moving.velocity)
        al, a = _turned(t, stage, "al", "a", moving.acceleration)
        W = rate.angular
        al = al + push.angular + W.cross(w)
        before, v = v, v + rate.linear + W.cross(r)
        a = a + push.linear + push.angular.cross(r) + W.cross(before + v)
        velocity = t.motion("w", "v", i, value=Motion(w + W, v))
        acceleration = t.motion("al", "a", i, value=Motion(al, a))
        t.step(i, "seen from there")
        moving = FrameMotion(
            _seen(t, stage, "w", "v", velocity), _seen(t, stage, "al", "a", acceleration)
        )
    return from_end(t, way, moving, End.BASE) if reference.axes is End.FRAME else moving


def _turned(t: Tape, stage: Stage, angular: str, linear: str, known: Motion) -> tuple[Vec3, Vec3]:
    """Return a motion in the axes before a joint's own turn."""
    w, v = stage.own.up(known.angular), stage.own.up(known.linear)
    t.motion(f"{angular}j", f"{linear}j", stage.number, value=Motion(w, v))
    return w, v


def _seen(t: Tape, stage: Stage, angular: str, linear: str, known: Motion) -> Motion:
    """Return a motion in the axes of the link before."""
    pose, links = stage.before, (stage.number,)
    w = pose.up(known.angular, t.way(angular, links=links))
    return Motion(w, pose.up(known.linear, t.way(linear, links=links)))


METHOD = Method(
    "inward",
    "motion against the links before, from the frame to the base",
    (),
    parts_of(motion),
    (
        *CHAIN,
        Symbols(
            {"w": "angular velocity", "v": "velocity of its point"},
            "of the frame against the link that link {0} is on",
        ),
        Symbols(
            {"al": "angular acceleration", "a": "acceleration of its point"},
            "of the frame against the link that link {0} is on",
        ),
        Symbols(
            {"wj": "angular velocity", "vj": "velocity of its point"},
            "of the frame against link {0}, in the axes before its joint",
        ),
        Symbols(
            {"alj": "angular acceleration", "aj": "acceleration of its point"},
            "of the frame against link {0}, in the axes before its joint",
        ),
        *IN_REFERENCE,
    ),
    bodies=tuple(Bodies),  # they do not matter
)
