"""Inertia matrix by the composite rigid body algorithm (Featherstone and Orin 2000, eqs. 9, 10).

The wrench that a unit rate of joint j needs of its composite body travels towards the base and leaves
its component along each joint axis it passes.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Moments, Pose
from gen_robot.algebra.vectors import Matrix, Values
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000, WALKER_ORIN_1982
from gen_robot.algorithms.symbols import COMPOSITE, INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Link, Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix D."""
    D = zeros(model.nv)

    def visit(link: Link, path: list[tuple[Link, Pose]]) -> Moments:
        j = link.number
        pose = posed(t, link, q)
        path = [*path, (link, pose)]

        composite = body(t, link, q)
        for child in model.children(j):
            composite = composite + added_up(child, link, visit(child, path))

        t.step(j, "composite moments phi_j, psi_j (eq. 9)")
        t.moments("phi", "psi", j, value=composite)
        for i, motion in dofs(link):
            t.step(j, "wrench of a unit rate, towards the base; D_jk (eq. 10)")
            wrench = t.wrench("F", "N", j, j, value=composite.momentum(motion))
            put(t, D, i, i, wrench.dot(motion) + link.rotor_inertia)
            for k, other in dofs(link)[: i - link.v_index]:
                put(t, D, i, k, wrench.dot(other))
            for (_, inner), (ancestor, _) in zip(path[:0:-1], path[-2::-1], strict=True):
                pair = j, ancestor.number
                wrench = inner.up_wrench(wrench, t.way("F", "N", links=pair))
                t.wrench("F", "N", *pair, value=wrench)
                for k, other in dofs(ancestor):
                    put(t, D, i, k, wrench.dot(other))
        t.step(j, "its composite seen from the parent (eq. 9)")
        return pose.up_moments(composite, t.way("phi", "psi", links=(j,)))

    for root in model.roots:
        visit(root, [])
    return D


METHOD = Method(
    "crba",
    "composite rigid bodies",
    ((FEATHERSTONE_ORIN_2000, "eqs. 9, 10"), (WALKER_ORIN_1982, "method 3")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        COMPOSITE,
        Symbols(
            {"F": "force", "N": "moment"},
            "that a unit rate of joint {0} needs, as seen from link {1}",
            links=2,
        ),
        INERTIA_MATRIX,
    ),
    limbs=tuple(Limbs),
)
