"""Placement and Jacobian of a frame, vector after vector being carried from link to link.

Of the placement the origin and two axes are carried to the base; the third axis is their product.
"""

from __future__ import annotations

from gen_robot.algebra.frame import X, Z
from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Mat3, Matrix, Values, Vec3
from gen_robot.algorithms import centre_of_mass
from gen_robot.algorithms.chain import CHAIN, Chain, chain, origin, turned
from gen_robot.algorithms.frame_placement import FRAME, FramePlacement
from gen_robot.algorithms.jacobian_columns import COLUMNS, all_columns
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Model, Place


def placement(model: Model, t: Tape, q: Values, place: Place) -> FramePlacement:
    """Return the frame's axes and origin in the user's base frame."""
    way = chain(model, t, q, place)
    last, number = len(way) - 1, place.link
    position = origin(way, t)

    def carried(symbol: str, axis: Vec3) -> Vec3:
        t.step(number, f"axis {symbol[0]} of the frame, carried to the base")
        v = turned(way, last, End.BASE, axis, lambda link: t.way(symbol, links=(number, link)))
        return t.vector(symbol, number, value=v)

    x, z = carried("xf", X), carried("zf", Z)
    t.step(number, "axis y of the frame, by their product")
    return FramePlacement(Mat3(x, t.vector("yf", number, value=z.cross(x)), z), position)


def jacobian(model: Model, t: Tape, q: Values, place: Place, reference: Reference) -> Matrix:
    """Return the frame's Jacobian in a reference."""
    way = chain(model, t, q, place)

    def carried(at: int, k: int, motion: Motion) -> Motion:
        def along(symbol: str, v: Vec3) -> Vec3:
            return turned(way, at, reference.axes, v, lambda i: t.way(symbol, links=(k + 1, i)))

        return Motion(along("z", motion.angular), along("v", motion.linear))

    return all_columns(way, t, model.nv, reference, carried)


def com_jacobian(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the Jacobian of the centre of mass."""

    def carried(way: Chain, v: Vec3, k: int) -> Vec3:
        last = len(way) - 1
        return turned(way, last, End.BASE, v, lambda i: t.way("c", links=(k + 1, i)))

    return centre_of_mass.jacobian(model, t, q, carried)


METHOD = Method(
    "carried",
    "vectors carried from link to link, each by itself",
    (),
    {
        Quantity.PLACEMENT: placement,
        Quantity.JACOBIAN: jacobian,
        Quantity.CENTRE_OF_MASS_JACOBIAN: com_jacobian,
    },
    (
        *CHAIN,
        FRAME,
        COLUMNS,
        *centre_of_mass.FIRST_MOMENTS,
        Symbols(
            {"c": "velocity of the centre of mass"},
            "that a unit rate of joint {0} gives, on its way across link {1}",
            links=2,
        ),
        Symbols(
            {"z": "angular velocity", "v": "velocity of the point of reference"},
            "that a unit rate of joint {0} gives to the frame, on its way across link {1}",
            links=2,
        ),
        Symbols(
            {"[xz]f": "direction of an axis of the frame"},
            "on link {0}, on its way across link {1}",
            links=2,
        ),
    ),
    bodies=tuple(Bodies),  # they do not matter
)
