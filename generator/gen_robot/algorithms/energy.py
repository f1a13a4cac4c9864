"""Kinetic and potential energy, link by link."""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.pose import Moments, Motion
from gen_robot.algebra.vectors import Scalar, SymMat3, Values, complement
from gen_robot.algorithms.joint_terms import AT_REST, body, dofs, joint_motion, posed
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.symbols import VELOCITY, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model

_HALF = ONE / 2
_POINT = SymMat3(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


def kinetic_energy(model: Model, t: Tape, q: Values, qd: Values) -> Scalar:
    """Return 1/2 qd^T M qd; a rotor's share is 1/2 J qd^2."""

    def visit(link: Link, v0: Motion) -> Scalar:
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "velocity, angular and of its origin")
        carried = pose.down_motion(v0, t.way("omega", "v", links=(i,)))
        motion = t.motion("omega", "v", i, value=carried + joint_motion(link, qd))
        t.step(i, "its energy 1/2 w.J w + w.(l x v) + 1/2 m v.v, and its rotor's")
        w, v, own = motion.angular, motion.linear, body(t, link, q)
        energy = w.dot((complement(own.second) * _HALF) @ w + own.first.cross(v))
        energy = energy + v.dot(v) * (own.mass * _HALF)
        for k, _ in dofs(link):
            energy = energy + qd[k] * qd[k] * (link.rotor_inertia * _HALF)
        t.scalar("E", i, value=energy)
        for child in model.children(i):
            energy = energy + visit(child, motion)
        return energy

    return sum((visit(root, AT_REST) for root in model.roots), start=ZERO)


def potential_energy(model: Model, t: Tape, q: Values) -> Scalar:
    """Return the moving links' energy against gravity, zero at the origin of the user's base frame.

    The model's masses are where the robot's are: regrouping changes the energy by a constant.
    """

    def visit(link: Link) -> Moments:
        i = link.number
        pose = posed(t, link, q)
        own = body(t, link, q)
        composite = Moments(own.mass, own.first, _POINT)
        for child in model.children(i):
            composite = composite + visit(child)
        t.step(i, "first moment of all that it carries, seen from its parent")
        t.vector("phi", i, value=composite.first)
        return pose.up_moments(composite)

    energy: Scalar = ZERO
    for root in model.roots:
        carried, base = visit(root), model.base_frames[root.number]
        first = base.origin * carried.mass + base.rotation @ carried.first
        energy = energy - model.gravity.dot(first)
    return energy


METHOD = Method(
    "recursive",
    "link by link",
    (),
    {Quantity.KINETIC_ENERGY: kinetic_energy, Quantity.POTENTIAL_ENERGY: potential_energy},
    (
        VELOCITY,
        Symbols({"E": "energy"}, "of link {0}", parts=False),
        Symbols({"phi": "first moment"}, "of link {0} with all that it carries"),
    ),
)
