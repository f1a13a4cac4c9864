"""U D U^T of the inertia matrix, its inverse, and forward dynamics (Saha 1999), here for trees.

Gaussian elimination from the last column on, done on the recursion that forms the matrix: the pivot
of column j is m_j = p_j^T Mh_j p_j with Mh_j the inertia of articulated body j, and what is left is
Psi_j Mh_j (eqs. 34, 35). The paper refers each articulated body to a mass centre, this is in the
links' own frames. Element (i, j) of U is zero unless joint i is on the way to joint j.
"""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.pose import Pose
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms import aba
from gen_robot.algorithms.articulated import Articulated, Pivot, free
from gen_robot.algorithms.coverage import INDEPENDENT_KNOWN
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.matrix import zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import SAHA_1999
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Link, Model


def factors(model: Model, t: Tape, q: Values, check: Pivot) -> tuple[Matrix, list[Scalar]]:
    """Return U and the diagonal of D; the model's masses are where the robot's are."""
    U, D, _ = _eliminated(model, t, q, check)
    return U, D


def factors_inverse(model: Model, t: Tape, q: Values, check: Pivot) -> tuple[Matrix, list[Scalar]]:
    """Return V = U^-1 and the diagonal of D (eq. 40)."""
    U, D, _ = _eliminated(model, t, q, check)
    return _inverse(t, U), D


def inertia_inverse(model: Model, t: Tape, q: Values, check: Pivot) -> Matrix:
    """Return I^-1 = U^-T D^-1 U^-1 (eq. 36)."""
    n = model.nv
    U, _, inverse = _eliminated(model, t, q, check)
    V = _inverse(t, U)
    result = zeros(n)
    for i in range(n):
        t.step(i + 1, "row of the inverse (eq. 48)")
        for j in range(i + 1):
            parts = (V[k][i] * inverse[k] * V[k][j] for k in range(j + 1))
            result[i][j] = result[j][i] = sum(parts, start=ZERO)
    return result


forward_dynamics = aba.forward_dynamics
"""Return U^-T D^-1 U^-1 (tau - h) in order n, none of the factors being formed.

U^-1 is a recursion of wrenches towards the base, U^-T one of accelerations away from it. With the
wrenches that h is made of in the first of them, this is the articulated-body algorithm.
"""


def _inverse(t: Tape, U: Matrix) -> Matrix:
    """Return V = U^-1, column after column."""
    n = len(U)
    V = zeros(n)
    for j in range(n):
        t.step(j + 1, "column of V = U^-1 (eq. 39)")
        V[j][j] = ONE
        for i in reversed(range(j)):
            total = sum((V[i][k] * U[k][j] for k in range(i + 1, j)), start=U[i][j])
            V[i][j] = t.scalar("V", i + 1, j + 1, value=-total)
    return V


def _eliminated(
    model: Model, t: Tape, q: Values, check: Pivot
) -> tuple[Matrix, list[Scalar], list[Scalar]]:
    """Return U, the pivots m_j and their inverses."""
    U = zeros(model.nv)
    D: list[Scalar] = [ZERO] * model.nv
    inverse: list[Scalar] = [ZERO] * model.nv

    def pivot(j: int, value: Scalar) -> None:
        check(j, value)
        D[j] = value

    def visit(link: Link, path: list[tuple[Link, Pose]]) -> Articulated:
        number = link.number
        pose = posed(t, link, q)
        path = [*path, (link, pose)]
        inertia = Articulated.of(body(t, link, q))
        for child in model.children(number):
            inertia = inertia + visit(child, path)

        inertia.named(t, number)
        own = dofs(link)
        while own:
            j, motion = own.pop()
            t.step(number, "pivot m_j of the articulated body; Psi_j Mh_j (eqs. 34, 35)")
            joint, inertia = free(t, j, inertia, motion, link.rotor_inertia, pivot)
            inverse[j] = joint.inverse
            t.step(number, "column alpha_ij of U (eq. 34)")
            U[j][j] = ONE
            wrench = joint.K
            for i, other in own:
                U[i][j] = t.scalar("U", i + 1, j + 1, value=wrench.dot(other))
            for (_, inner), (ancestor, _) in zip(path[:0:-1], path[-2::-1], strict=True):
                pair = ancestor.number, j + 1
                wrench = inner.up_wrench(wrench, t.way("Kf", "Km", links=pair))
                t.wrench("Kf", "Km", *pair, value=wrench)
                for i, other in dofs(ancestor):
                    U[i][j] = t.scalar("U", i + 1, j + 1, value=wrench.dot(other))
        t.step(number, "seen from its parent")
        return inertia.up(t, number, pose)

    for root in model.roots:
        visit(root, [])
    return U, D, inverse


METHOD = Method(
    "udut",
    "Gaussian elimination on the recursion that forms the matrix",
    ((SAHA_1999, "eqs. 34-48"),),
    {
        Quantity.FORWARD_DYNAMICS: forward_dynamics,
        Quantity.INERTIA_INVERSE: inertia_inverse,
        Quantity.FACTORS: factors,
        Quantity.FACTORS_INVERSE: factors_inverse,
    },
    (
        *aba.SYMBOLS,
        Symbols(
            {"Kf": "force", "Km": "moment"}, "of K of joint {1}, as seen from link {0}", links=2
        ),
        Symbols({"U": "element"}, "({0},{1}) of U", links=2, parts=False),
        Symbols({"V": "element"}, "({0},{1}) of U^-1", links=2, parts=False),
    ),
    covers=INDEPENDENT_KNOWN,
    bodies=(Bodies.AS_GIVEN,),  # articulated recursions lose digits if masses are moved
    structured=True,
)
