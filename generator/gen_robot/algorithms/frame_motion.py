"""What the recursions of a frame's velocity and acceleration have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Values
from gen_robot.algorithms.chain import Chain, Stage, across
from gen_robot.algorithms.joint_terms import AT_REST, no_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Model, Place


@dataclass(frozen=True)
class FrameMotion:
    """Hold how a frame, and the point of reference that moves with it, are moving.

    The acceleration is that of the point, as an accelerometer feels it: not the spatial one.
    """

    velocity: Motion
    acceleration: Motion


STILL = FrameMotion(AT_REST, AT_REST)

IN_REFERENCE = (
    Symbols({"wr": "angular velocity", "vr": "velocity of its point"}, "of the frame on link {0}"),
    Symbols(
        {"alr": "angular acceleration", "ar": "acceleration of its point"},
        "of the frame on link {0}",
    ),
    Symbols(
        {
            "wr": "angular velocity",
            "vr": "velocity of its point",
            "alr": "angular acceleration",
            "ar": "acceleration of its point",
        },
        "of the frame on link {0}, on their way across link {1}",
        links=2,
    ),
)
"""What `in_other_axes` names."""


Recursion = Callable[[Model, Tape, Values, Values, Values, Place, Reference], FrameMotion]
"""Takes q, qd, qdd, and gives all of a frame's motion in a reference."""


def parts_of(motion: Recursion) -> dict[Quantity, Callable[..., Motion]]:
    """Return what a recursion gives that is asked for one by one."""

    def velocity(
        model: Model, t: Tape, q: Values, qd: Values, place: Place, reference: Reference
    ) -> Motion:
        return motion(model, t, q, qd, no_rates(model), place, reference).velocity

    def acceleration(
        model: Model,
        t: Tape,
        q: Values,
        qd: Values,
        qdd: Values,
        place: Place,
        reference: Reference,
    ) -> Motion:
        return motion(model, t, q, qd, qdd, place, reference).acceleration

    def drift(
        model: Model, t: Tape, q: Values, qd: Values, place: Place, reference: Reference
    ) -> Motion:
        return acceleration(model, t, q, qd, no_rates(model), place, reference)

    return {
        Quantity.FRAME_VELOCITY: velocity,
        Quantity.FRAME_ACCELERATION: acceleration,
        Quantity.DRIFT: drift,
    }


def across_joint(stage: Stage, rates: Values) -> Motion:
    """Return how a stage's joint moves at these rates."""
    total = AT_REST
    for k, motion in stage.motions:
        total = total + motion * rates[k]
    return total


def from_end(t: Tape, way: Chain, moving: FrameMotion, end: End) -> FrameMotion:
    """Express how a frame moves, known in the axes of one end, in those of the other."""
    velocity = in_other_axes(t, way, "wr", "vr", moving.velocity, end)
    return FrameMotion(velocity, in_other_axes(t, way, "alr", "ar", moving.acceleration, end))


def in_other_axes(
    t: Tape, way: Chain, angular: str, linear: str, known: Motion, end: End
) -> Motion:
    """Express a motion, known in the axes of one end, in those of the other."""
    link = way[-1].number
    t.step(link, "motion of the frame, in the axes of reference")
    w = across(way, end, known.angular, lambda i: t.way(angular, links=(link, i)))
    v = across(way, end, known.linear, lambda i: t.way(linear, links=(link, i)))
    return t.motion(angular, linear, link, value=Motion(w, v))
