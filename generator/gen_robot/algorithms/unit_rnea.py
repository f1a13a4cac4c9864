"""Inertia matrix from inverse dynamics of unit accelerations (Walker and Orin 1982, method 1).

At rest and without gravity, the torques that accelerate joint j by one unit and no other joint are
column j of the matrix (Featherstone and Orin 2000, section 3.2). Only what joint j carries moves, and
the matrix is symmetric: of each column the part from joint j outward is enough, so no wrench has to
travel further than to the joint that moves.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Motion, Pose, Wrench
from gen_robot.algebra.vectors import Matrix, Values
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000, WALKER_ORIN_1982
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix D."""
    D = zeros(model.nv)
    poses: dict[int, Pose] = {link.number: posed(t, link, q) for link in model.links}

    def visit(link: Link, j: int, a: Motion) -> Wrench:
        """Return the wrench through a link's joint while joint j alone is accelerated."""
        i = link.number
        t.step(i, "f_i = I a_i at a unit acceleration (eq. 7)")
        wrench = body(t, link, q).momentum(a)
        for child in model.children(i):
            t.step(child.number, "acceleration a_i of what the joint carries (eq. 4)")
            pair = child.number, j + 1
            seen = poses[child.number].down_motion(a, t.way("alpha", "a", links=pair))
            beyond = visit(child, j, t.motion("alpha", "a", *pair, value=seen))
            t.step(child.number, "seen from its parent (eq. 7)")
            wrench = wrench + poses[child.number].up_wrench(beyond, t.way("f", "n", links=pair))
        t.step(i, "wrench through the joint; D_ij (eq. 8)")
        t.wrench("f", "n", i, j + 1, value=wrench)
        for k, motion in dofs(link):
            if k >= j:
                own = link.rotor_inertia if k == j else 0
                put(t, D, k, j, wrench.dot(motion) + own)
        return wrench

    for link in model.links:
        for j, motion in dofs(link):
            visit(link, j, motion)
    return D


METHOD = Method(
    "unit_rnea",
    "inverse dynamics of unit accelerations, one a column",
    ((WALKER_ORIN_1982, "method 1"), (FEATHERSTONE_ORIN_2000, "section 3.2")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        Symbols(
            {"alpha": "angular acceleration", "a": "acceleration of the origin"},
            "of link {0} while joint {1} alone is accelerated by one unit",
            links=2,
        ),
        Symbols(
            {"f": "force", "n": "moment"},
            "through joint {0} while joint {1} alone is accelerated by one unit",
            links=2,
        ),
        INERTIA_MATRIX,
    ),
    wins_to=0,
)
