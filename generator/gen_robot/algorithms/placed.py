"""Placement and Jacobian of a frame by the axes of all links before it.

The axes of each link are known once in the axes of reference, walked through from that end; whatever is
known in a link's own axes is a combination of them.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Matrix, Values
from gen_robot.algorithms.chain import CHAIN, axes, chain, origin
from gen_robot.algorithms.frame_placement import FramePlacement
from gen_robot.algorithms.jacobian_columns import COLUMNS, all_columns
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Model, Place


def placement(model: Model, t: Tape, q: Values, place: Place) -> FramePlacement:
    """Return the frame's axes and origin in the user's base frame."""
    way = chain(model, t, q, place)
    return FramePlacement(axes(way, t, End.BASE)[-1], origin(way, t))


def jacobian(model: Model, t: Tape, q: Values, place: Place, reference: Reference) -> Matrix:
    """Return the frame's Jacobian in a reference."""
    way = chain(model, t, q, place)
    R = axes(way, t, reference.axes)

    def combined(at: int, k: int, motion: Motion) -> Motion:
        return Motion(R[at] @ motion.angular, R[at] @ motion.linear)

    return all_columns(way, t, model.nv, reference, combined)


METHOD = Method(
    "placed",
    "axes of all links in those of the base, or of the frame",
    (),
    {Quantity.PLACEMENT: placement, Quantity.JACOBIAN: jacobian},
    (*CHAIN, COLUMNS),
    bodies=(Bodies.AS_GIVEN,),  # they do not matter
)
