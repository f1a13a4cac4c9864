"""Placement and Jacobian of a frame by the axes of all links before it.

The axes of each link are known once in the axes of reference, walked through from that end; whatever is
known in a link's own axes is a combination of them.
"""

from __future__ import annotations

from gen_robot.algebra.frame import IDENTITY
from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Mat3, Matrix, Values, Vec3
from gen_robot.algorithms import centre_of_mass
from gen_robot.algorithms.chain import CHAIN, Chain, axes, chain, next_axes, origin
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


def com_jacobian(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the Jacobian of the centre of mass."""

    known: dict[int, tuple[Mat3, Mat3]] = {}

    def walked(way: Chain) -> tuple[Mat3, Mat3]:
        number = way[-1].number
        if number not in known:
            behind = walked(way[:-1])[1] if way[:-1] else IDENTITY
            known[number] = next_axes(t, behind, way[-1])
        return known[number]

    def combined(way: Chain, v: Vec3, k: int) -> Vec3:
        return walked(way)[0] @ v

    return centre_of_mass.jacobian(model, t, q, combined)


METHOD = Method(
    "placed",
    "axes of all links in those of the base, or of the frame",
    (),
    {
        Quantity.PLACEMENT: placement,
        Quantity.JACOBIAN: jacobian,
        Quantity.CENTRE_OF_MASS_JACOBIAN: com_jacobian,
    },
    (*CHAIN, COLUMNS, *centre_of_mass.FIRST_MOMENTS),
    bodies=tuple(Bodies),  # they do not matter
)
