"""Inertia matrix by Walker and Orin's composite bodies (1982, method 3), for serial chains.

While only joint j moves, all links from j outward are one rigid body, and the links before it are in
static equilibrium: the wrench that accelerates the composite body passes every joint on its way to the
base (in the terms of Lin 1991, eqs. 2-11). A composite body is held by its mass m, its centre of mass
r and its second moments S about that. So every body must have its mass where it is, as it has in a
model that was not regrouped.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.exact import ONE
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3, square
from gen_robot.algorithms.coverage import serial_only
from gen_robot.algorithms.joints import Values, posed
from gen_robot.algorithms.matrix import Matrix, put, zeros
from gen_robot.ir.trace import Trace
from gen_robot.model.model import Model


def covers(model: Model) -> str | None:
    """Say why this method does not cover a robot; None: it does."""
    if any(link.body.mass.sign < 0 or not link.body.mass and link.body.first != ORIGIN for link in model.links):
        return "walker_orin covers models that were not regrouped"
    return serial_only("walker_orin", model)


def inertia_matrix(model: Model, t: Trace, q: Values) -> Matrix:
    """Return the inertia matrix H."""
    H = zeros(model.nv)
    poses = [posed(t, link, q) for link in model.links]
    composite: _Body | None = None
    for link in reversed(model.links):
        j = link.number
        t.step(j, "its composite body: centre of mass r_j, second moments S_j (eqs. 3, 4)")
        own = _Body.of(link.body)
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
    def of(body: Moments) -> _Body:
        r = body.first * (ONE / body.mass) if body.mass else ORIGIN
        return _Body(body.mass, r, body.second - square(r) * body.mass)

    def seen_across(self, pose: Pose) -> _Body:
        """Return the body in the axes of the parent."""
        S = self.S
        for step in reversed(pose.steps):
            if isinstance(step, Turn):
                S = step.up_tensor(S)
        return _Body(self.m, pose.up_point(self.r), S)

    def joined(self, other: _Body) -> _Body:
        """Return one body of two: each mass is as far from the common centre as the other is heavy."""
        S = self.S + other.S
        if not self.m:
            return _Body(other.m, other.r, S)
        m = self.m + other.m
        d = other.r - self.r
        reduced = d * (self.m * other.m / m)
        apart = SymMat3(
            d.x * reduced.x,
            d.y * reduced.y,
            d.z * reduced.z,
            d.x * reduced.y,
            d.x * reduced.z,
            d.y * reduced.z,
        )
        return _Body(m, self.r + d * (other.m / m), S + apart)

    def wrench(self, axis: Motion) -> Wrench:
        """Return what accelerates the body by a unit of the joint, about the joint's origin."""
        at_centre = Motion(axis.angular, axis.linear + axis.angular.cross(self.r))
        needed = Moments(self.m, ORIGIN, self.S).momentum(at_centre)
        return Wrench(needed.force, needed.moment + self.r.cross(needed.force))
