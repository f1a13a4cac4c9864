"""Centre of mass of all that moves, and its Jacobian, from composite first moments.

Of a link with all that it carries, phi is the first moment about its origin. A unit rate of joint k
moves the centre of mass by z_k x phi_k / m: that is the same for all bodies that ask the joints for the
same torques, so masses may have been moved. Where the centre is, is not.
"""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Matrix, Scalar, SymMat3, Values, Vec3
from gen_robot.algorithms.chain import Chain, stage
from gen_robot.algorithms.joint_terms import body
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Link, Model
from gen_robot.model.user_base import on_user_base

_POINT = SymMat3(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)

FIRST_MOMENTS = (
    Symbols(
        {"phi": "first moment"}, "of link {0} with all that it carries, by the mass of the robot"
    ),
    Symbols({"phij": "the same"}, "in the axes before the turn of joint {0}"),
    Symbols({"c": "velocity of the centre of mass"}, "that a unit rate of joint {0} gives"),
)

Turned = Callable[[Chain, Vec3, int], Vec3]
"""Takes the way to a joint, a vector there, a degree of freedom; gives it in the axes of the base."""


def centre_of_mass(model: Model, t: Tape, q: Values) -> list[Scalar]:
    """Return where the centre of mass is in the base; the model's masses are where the robot's are."""
    return list(_moments(model, t, q, lambda way, carried: None))


def jacobian(model: Model, t: Tape, q: Values, turned: Turned) -> Matrix:
    """Return the Jacobian of the centre of mass, in the axes of the user's base frame."""
    columns = [ORIGIN] * model.nv

    def note(way: Chain, carried: Moments) -> None:
        own = way[-1]
        for k, motion in own.motions:
            t.step(own.number, "column of the Jacobian: z_k x phi_k, in the axes of the base")
            v = motion.linear * carried.mass + motion.angular.cross(carried.first)
            columns[k] = t.vector("c", k + 1, value=turned(way, v, k))

    _moments(model, t, q, note)
    return [list(row) for row in zip(*columns, strict=True)]


def _moments(model: Model, t: Tape, q: Values, note: Callable[[Chain, Moments], object]) -> Vec3:
    """Return the robot's first moment by its mass; `note` is told each link's, before its joint."""
    model = on_user_base(model)
    share, later = _share(model)

    def visit(link: Link, before: Chain) -> Moments:
        i = link.number
        own = stage(t, link, q)
        way = (*before, own)
        mass = body(t, link, q)
        carried = Moments(mass.mass * share, mass.first * share, _POINT)
        for child in model.children(i):
            carried = carried + visit(child, way)
        t.step(i, "first moment phi_i of all that it carries, seen from its parent")
        t.vector("phi", i, value=carried.first)
        carried = own.own.up_moments(carried)
        t.vector("phij", i, value=carried.first)
        note(way, Moments(carried.mass * later, carried.first * later, _POINT))
        return own.before.up_moments(carried)

    total = ORIGIN
    for root in model.roots:
        total = total + visit(root, ()).first
    return total * later


def _share(model: Model) -> tuple[Scalar, Scalar]:
    """Return what masses are divided by: before the recursion if that is known, or else after it."""
    mass = model.mass
    return (ONE / mass, ONE) if isinstance(mass, Number) else (ONE, 1 / mass)


METHOD = Method(
    "first_moments",
    "first moments, from the tips to the base",
    (),
    {Quantity.CENTRE_OF_MASS: centre_of_mass},
    FIRST_MOMENTS,
    bodies=(Bodies.AS_GIVEN,),  # what the base is given by moving masses is missing
)
