"""Inertia matrix by Walker and Orin's composite bodies (1982, method 3), for serial chains.

While only joint j moves, all links from j outward are one rigid body, and the links before it are
in static equilibrium: the wrench that accelerates the composite body passes every joint on its way
to the base (in the terms of Lin 1991, eqs. 2-11). A composite body is held by its mass m, its
centre of mass r and its second moments S about that; regrouped bodies have none, so the model must
be the plain one.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench
from gen_robot.algebra.vectors import Matrix, Scalar, SymMat3, Values, Vec3, dyad, square
from gen_robot.algorithms.coverage import SERIAL
from gen_robot.algorithms.joint_terms import body, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import LIN_1991, WALKER_ORIN_1982
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies, Frames
from gen_robot.model.model import Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix H; the model's masses are where the robot's are, not regrouped."""
    H = zeros(model.nv)
    poses = [posed(t, link, q) for link in model.links]
    composite: _Body | None = None
    for link in reversed(model.links):
        j = link.number
        t.step(j, "its composite body: centre of mass r_j, second moments S_j (eqs. 3, 4)")
        assert link.body.mass.sign > 0 or link.body.first == ORIGIN, "a body without a centre"
        own = _Body.of(body(t, link, q))
        composite = own.joined(composite.seen_across(poses[j])) if composite else own
        t.vector("r", j, value=composite.r)
        t.tensor("S", j, value=composite.S)
        t.step(j, "wrench of a unit acceleration, towards the base; H_mj (eqs. 5-11)")
        (axis,) = link.kind.motions
        wrench = t.wrench("f", "n", j, j, value=composite.wrench(axis))
        put(t, H, j - 1, j - 1, wrench.dot(axis) + link.rotor_inertia)
        for before in reversed(model.links[: j - 1]):
            m = before.number
            wrench = poses[m].up_wrench(wrench, t.way("f", "n", links=(j, m)))
            t.wrench("f", "n", j, m, value=wrench)
            put(t, H, j - 1, m - 1, wrench.dot(before.kind.motions[0]))
    return H


@dataclass(frozen=True)
class _Body:
    """Hold a body by its centre of mass; a body without mass has it at the origin."""

    m: Scalar
    r: Vec3
    S: SymMat3

    @staticmethod
    def of(own: Moments) -> _Body:
        r = own.first * (ONE / own.mass) if own.mass else ORIGIN
        return _Body(own.mass, r, own.second - square(r) * own.mass)

    def seen_across(self, pose: Pose) -> _Body:
        """Return the body in the axes of the parent."""
        S = self.S
        for step in reversed(pose.steps):
            if not isinstance(step, Shift):
                S = step.up_tensor(S)
        return _Body(self.m, pose.up_point(self.r), S)

    def joined(self, other: _Body) -> _Body:
        """Return the one body that two make: they turn as two points about their common centre."""
        S = self.S + other.S
        if not self.m:
            return _Body(other.m, other.r, S)
        m = self.m + other.m
        d = other.r - self.r
        reduced = self.m * other.m / m
        return _Body(m, self.r + d * (other.m / m), S + dyad(d, d * reduced))

    def wrench(self, axis: Motion) -> Wrench:
        """Return what accelerates the body by a unit of the joint, about the joint's origin."""
        at_centre = Motion(axis.angular, axis.linear + axis.angular.cross(self.r))
        needed = Moments(self.m, ORIGIN, self.S).momentum(at_centre)
        return Wrench(needed.force, needed.moment + self.r.cross(needed.force))


METHOD = Method(
    "walker_orin",
    "composite bodies by their centres of mass",
    ((WALKER_ORIN_1982, "method 3"), (LIN_1991, "eqs. 2-11")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        Symbols(
            {"r": "centre of mass", "S": "second moments about it"},
            "of link {0} with all that it carries",
        ),
        Symbols(
            {"f": "force", "n": "moment"},
            "that a unit rate of joint {0} needs, as seen from link {1}",
            links=2,
        ),
        INERTIA_MATRIX,
    ),
    covers=SERIAL,
    # Bodies that lost mass to others have no centre of mass.
    bodies=(Bodies.AS_GIVEN,),
    frames=(Frames.ATTACHED,),
    wins_on_long_chains=False,
)
