"""Inertia matrix by the Gibbs function's Hessian (Mata et al. 2002, section 4.2; Provenzano et al.).

The Hessian of the Gibbs function with respect to the joint accelerations is the inertia matrix. Its
element (j, k) needs the composite body of all links from j outward - first moment phi_j, second
moments psi_j, about O_j - and axis k seen from link j: its direction z_kj and the velocity v_kj that a
unit rate about it gives to O_j. The papers turn O_k O_j forward; the velocity needs fewer operations.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Moments, Motion
from gen_robot.algebra.vectors import Matrix, Values
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import MATA_2002, PROVENZANO
from gen_robot.algorithms.symbols import COMPOSITE, INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Link, Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix D."""
    D = zeros(model.nv)

    def visit(link: Link, axes: list[tuple[int, Motion]]) -> Moments:
        j = link.number
        pose = posed(t, link, q)
        t.step(j, "axes of the joints before it, z_kj and v_kj (steps 2, 3)")
        seen = []
        for k, axis in axes:
            moved = pose.down_motion(axis, t.way("z", "v", links=(k + 1, j)))
            seen.append((k, t.motion("z", "v", k + 1, j, value=moved)))
        own = dofs(link)

        composite = body(t, link, q)
        for child in model.children(j):
            composite = composite + added_up(child, link, visit(child, seen + own))

        t.step(j, "composite moments phi_j, psi_j (step 1)")
        t.moments("phi", "psi", j, value=composite)
        t.step(j, "row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4)")
        for i, motion in own:
            momentum = composite.momentum(motion)
            t.wrench("F", "N", j, value=momentum)
            put(t, D, i, i, momentum.dot(motion) + link.rotor_inertia)
            for k, axis in [*seen, *own]:
                if k != i:
                    put(t, D, i, k, momentum.dot(axis))
        t.step(j, "its composite seen from the parent (step 1)")
        return pose.up_moments(composite, t.way("phi", "psi", links=(j,)))

    for root in model.roots:
        visit(root, [])
    return D


METHOD = Method(
    "gah",
    "Hessian of the Gibbs function",
    ((MATA_2002, "section 4.2"), (PROVENZANO, "")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        Symbols(
            {"z": "direction of the axis", "v": "velocity that a unit rate gives"},
            "of joint {0}, at the origin of link {1} and in its frame",
            links=2,
        ),
        COMPOSITE,
        Symbols({"F": "force", "N": "moment"}, "that a unit rate of joint {0} needs"),
        INERTIA_MATRIX,
    ),
    limbs=tuple(Limbs),
)
