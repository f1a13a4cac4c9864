"""Upper bounds of the inertia matrix's diagonal, for methods that free joints without forming it.

A pivot counts as zero against the diagonal element M_kk. What a composite body resists about any
axis through O_k is at most its polar second moment P_k, the integral of |x - O_k|^2 dm, and by
Minkowski's inequality sqrt(P) grows by at most sqrt(m) |s| when the body is seen from a distance
|s|: a bound in exact numbers, prepared off-line. Only slides beyond joint k add to it on-line.
Every element of an articulated inertia is below the same bound, so it also measures the rounding
errors that a pivot may have caught on its way. Masses must be where the robot's are, not regrouped.
"""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.exact import ZERO, Exact
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Shift
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.articulated import Pivot
from gen_robot.algorithms.joints import Values, dofs
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.ir.graph import CONST
from gen_robot.ir.trace import Trace
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import pose


def pivot_check(model: Model, t: Trace, q: Values, epsilon: Exact) -> Pivot:
    """Return what asks each pivot to be above 8 n eps times the bound of its diagonal element."""
    bounds = diagonal_bounds(model, q)
    tips = {k for link in model.links if not model.children(link.number) for k, _ in dofs(link)[-1:]}

    def check(dof: int, pivot: Scalar) -> None:
        # A constant is exact, and the first pivot of a last link is the diagonal element itself.
        exact = dof in tips or t.graph.node(pivot).op == CONST
        diagonal = pivot if exact else bounds[dof]
        check_pivot(t, dof + 1, pivot, diagonal, model.nv, epsilon)

    return check


def diagonal_bounds(model: Model, q: Values) -> list[Scalar]:
    """Return a number at least as large as M_kk for each degree of freedom k."""
    bounds: list[Scalar] = [ZERO] * model.nv
    mass: dict[int, Exact] = {link.number: link.body.mass for link in model.links}
    polar: dict[int, Scalar] = {link.number: link.body.second.trace for link in model.links}
    for link in reversed(model.links):
        i = link.number
        for k, motion in dofs(link):
            resisting = mass[i] if motion.angular == ORIGIN else polar[i]
            bounds[k] = resisting + link.rotor_inertia
        if link.parent:
            mass[link.parent] += mass[i]
            polar[link.parent] = polar[link.parent] + _seen_from_parent(link, mass[i], polar[i], q)
    return bounds


def _seen_from_parent(link: Link, mass: Exact, polar: Scalar, q: Values) -> Scalar:
    """Return a bound of the polar moment about the parent's origin."""
    attached = replace(link, turned=None, lead=None)
    away, slide = ZERO, ZERO  # the constant part of |s|, and the square of the other
    for step in pose(attached, q).steps:
        if isinstance(step, Shift):
            fixed = [x for x in step.by if isinstance(x, Exact)]
            away += sum((x * x for x in fixed), start=ZERO).sqrt()
            slide = sum((x * x for x in step.by if not isinstance(x, Exact)), start=slide)
    if isinstance(polar, Exact) and isinstance(slide, Exact):
        return (polar.sqrt() + mass.sqrt() * away) ** 2
    # (x + y + z)^2 <= 3 (x^2 + y^2 + z^2) needs no roots on-line.
    return polar * 3 + slide * (mass * 3) + mass * away * away * 3
