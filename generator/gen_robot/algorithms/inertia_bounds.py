"""Upper bounds of the inertia matrix's diagonal, for methods that free joints without forming it.

A pivot counts as zero against the diagonal element M_kk. About any axis through O_k a composite
body resists with at most its polar second moment P_k, the integral of |x - O_k|^2 dm. Seen from a
distance s, this is at most P + 2 F s + m s^2, where F is at least the length of its first moment,
and then F + m s is: bounds in exact numbers, prepared off-line, and reached by a straight arm. Only
slides beyond joint k make them depend on the state. The elements of articulated inertias are below
the same bounds, so they also measure the rounding errors that a pivot may have caught on its way.
Masses must be where the robot's are, not regrouped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Shift
from gen_robot.algebra.vectors import Scalar, Values
from gen_robot.algorithms.articulated import Pivot
from gen_robot.algorithms.joint_terms import dofs
from gen_robot.algorithms.lane_sums import summed
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.node import CONST
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import pose


def pivot_check(model: Model, t: Tape, q: Values, epsilon: Number) -> Pivot:
    """Return what asks each pivot to be above 8 n eps times the bound of its diagonal element."""
    bounds = diagonal_bounds(model, q)
    tips = {
        k for link in model.links if not model.children(link.number) for k, _ in dofs(link)[-1:]
    }

    def check(dof: int, pivot: Scalar) -> None:
        # A constant is exact, and the first pivot of a last link is the diagonal element itself.
        exact = dof in tips or t.graph.node(pivot).op == CONST
        diagonal = pivot if exact else bounds[dof]
        check_pivot(t, dof + 1, pivot, diagonal, model.nv, epsilon)

    return check


@dataclass(frozen=True)
class _Bound:
    """Hold a composite body's mass, and bounds of its first and its polar second moment."""

    m: Scalar
    F: Scalar
    P: Scalar

    def __add__(self, other: _Bound) -> _Bound:
        return _Bound(self.m + other.m, self.F + other.F, self.P + other.P)

    def summed(self, lanes: int) -> _Bound:
        """Return the bounds of all lanes together."""
        return _Bound(*(summed(x, lanes) for x in (self.m, self.F, self.P)))

    def seen_from(self, distance: Scalar) -> _Bound:
        """Return the bounds about a point at a distance."""
        further = self.F + distance * self.m
        return _Bound(self.m, further, self.P + (self.F + further) * distance)


def diagonal_bounds(model: Model, q: Values) -> list[Scalar]:
    """Return a number at least as large as M_kk for each degree of freedom k."""
    bounds: list[Scalar] = [ZERO] * model.nv
    bodies: dict[int, _Bound] = {}
    for link in reversed(model.links):
        own = link.body
        body = _Bound(own.mass, own.first.dot(own.first).sqrt(), own.second.trace)
        for child in model.children(link.number):
            beyond = bodies[child.number].seen_from(_distance(child, q))
            body = body + (beyond if child.width == link.width else beyond.summed(child.width))
        bodies[link.number] = body
        for k, motion in dofs(link):
            # Turning and advancing of a screw are at right angles, so their squares add up.
            w, v = motion.angular, motion.linear
            bounds[k] = body.P * w.dot(w) + body.m * v.dot(v) + link.rotor_inertia
    return bounds


def _distance(link: Link, q: Values) -> Scalar:
    """Return a bound of the distance from the parent's origin.

    Of a slide x it has (L + x^2 / L) / 2, which is at least |x|, needs no root on-line, and is close
    where x is near L, a length that the joint may well reach.
    """
    attached = replace(link, turned=None, lead=None)
    reach = [abs(x) for x in (link.limits.lower, link.limits.upper) if x]
    L = max(reach, default=ONE)
    total: Scalar = ZERO
    for step in pose(attached, q).steps:
        if isinstance(step, Shift):
            fixed = [x for x in step.by if isinstance(x, Number)]
            total = total + sum((x * x for x in fixed), start=ZERO).sqrt()
            for x in step.by:
                if not isinstance(x, Number):
                    total = total + (x * x * (1 / L) + L) * (ONE / 2)
    return total
