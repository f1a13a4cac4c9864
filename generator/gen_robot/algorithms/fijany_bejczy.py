"""Inertia matrix by Fijany and Bejczy's composite bodies (1989; as Lin 1991 restates it, eqs. A10-A15).

A composite body is Renaud's, about its link's own origin and in its axes. What a unit acceleration of
joint j asks of it is turned at once into the axes of one common frame, where all wrenches, axes and
distances are: from joint to joint towards the base nothing is turned any more, a moment gains s x f.
The common frame is that of the first link (the papers try this one and the last), so nothing depends
on the first joint's angle.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import IDENTITY, ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.vectors import Mat3, Matrix, Values, Vec3
from gen_robot.algorithms.common_frame import Seen
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FIJANY_BEJCZY_1989, LIN_1991
from gen_robot.algorithms.symbols import COMPOSITE, INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class _Seen:
    """Hold a link as the common frame sees it."""

    link: Link
    R: Mat3  # its axes
    s: Vec3  # from its parent's origin to its own

    def motions(self) -> list[tuple[int, Motion]]:
        return [(k, Motion(self.R @ m.angular, self.R @ m.linear)) for k, m in dofs(self.link)]


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix H."""
    H = zeros(model.nv)

    def visit(link: Link, pose: Pose, path: list[_Seen]) -> Moments:
        j = link.number
        composite = body(t, link, q)
        for child in model.children(j):
            inner = posed(t, child, q)
            t.step(child.number, "its axes R and the way s to it, in the common frame")
            seen = Seen(path[-1].R, ORIGIN).beyond(inner)
            R, s = seen.R, seen.s
            t.matrix("R", child.number, value=R)
            t.vector("s", child.number, value=s)
            composite = composite + visit(child, inner, [*path, _Seen(child, R, s)])

        t.step(j, "composite moments phi_j, psi_j (eqs. A7, A8)")
        t.moments("phi", "psi", j, value=composite)
        for place, (i, motion) in enumerate(dofs(link)):
            t.step(j, "force and moment of a unit acceleration (eqs. A10, A11)")
            own = t.wrench("f", "n", j, value=composite.momentum(motion))
            put(t, H, i, i, own.dot(motion) + link.rotor_inertia)
            for k, other in dofs(link)[:place]:
                put(t, H, i, k, own.dot(other))
            t.step(j, "the same in the common frame, towards the base; H_mj (eqs. A13-A15)")
            R = path[-1].R
            wrench = Wrench(R @ own.force, R @ own.moment)
            for outer, inner_link in zip(path[:0:-1], path[-2::-1], strict=True):
                moment = wrench.moment + outer.s.cross(wrench.force)
                wrench = Wrench(wrench.force, moment)
                t.wrench("f", "n", j, inner_link.link.number, value=wrench)
                for k, other in inner_link.motions():
                    put(t, H, i, k, wrench.dot(other))
        t.step(j, "its composite seen from the parent (eqs. A7, A8)")
        return pose.up_moments(composite, t.way("phi", "psi", links=(j,)))

    for root in model.roots:
        pose = posed(t, root, q)
        visit(root, pose, [_Seen(root, IDENTITY, ORIGIN)])
    return H


METHOD = Method(
    "fijany_bejczy",
    "composite bodies, wrenches in one common frame",
    ((FIJANY_BEJCZY_1989, ""), (LIN_1991, "eqs. A7-A15")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        COMPOSITE,
        Symbols(
            {"R": "axes, by columns,", "s": "way from its parent's origin to the origin"},
            "of link {0}, in the frame of the first link",
        ),
        Symbols({"f": "force", "n": "moment"}, "that a unit acceleration of joint {0} needs"),
        Symbols(
            {"f": "force", "n": "moment"},
            "that a unit acceleration of joint {0} needs, about the origin of link {1}, in the frame "
            "of the first link",
            links=2,
        ),
        INERTIA_MATRIX,
    ),
    wins_from=9,
)
