"""Inertia matrix N^T M N by the natural orthogonal complement (Saha 1999, eqs. 10-18).

Block (i, j) of N is the twist B_ij p_j that a unit rate of joint j gives to link i, for every joint
on the way from the base to link i: a tree has zero blocks. It is taken at the mass centre C_i,
where the extended mass M_i has no coupling; a link that regrouping left without one has it at its
origin.
"""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift
from gen_robot.algebra.vectors import Matrix, Scalar, Values, square
from gen_robot.algorithms.coverage import KNOWN_BODIES
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import ANGELES_MA_1988, SAHA_1999
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix I = N^T M N."""
    terms: dict[tuple[int, int], list[Scalar]] = {}

    def visit(link: Link, twists: list[tuple[int, Motion]]) -> None:
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "twists at its origin, one for each joint on its way (eq. 10)")
        seen = []
        for j, twist in twists:
            moved = pose.down_motion(twist, t.way("w", "v", links=(i, j + 1)))
            seen.append((j, t.motion("w", "v", i, j + 1, value=moved)))
        seen += dofs(link)

        t.step(i, "block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18)")
        to_centre, M = _extended_mass(body(t, link, q))
        N: list[tuple[int, Motion]] = []
        for j, twist in seen:
            at_centre = to_centre.down_motion(twist)
            N.append((j, t.motion("w", "c", i, j + 1, value=at_centre)))
            momentum = t.wrench("p", "L", i, j + 1, value=M.momentum(at_centre))
            for k, other in N:
                part = t.scalar("d", i, j + 1, k + 1, value=momentum.dot(other))
                terms.setdefault((j, k), []).append(part)
        for j, _ in dofs(link):
            terms[j, j].append(link.rotor_inertia)
        for child in model.children(i):
            visit(child, seen)

    for root in model.roots:
        visit(root, [])
    t.step(0, "sum over the links (eq. 18)")
    D = zeros(model.nv)
    for (j, k), (first, *others) in terms.items():
        put(t, D, j, k, sum(others, start=first))
    return D


def _extended_mass(own: Moments) -> tuple[Pose, Moments]:
    """Return the way from a link's origin to its mass centre, and its moments about that."""
    if not own.mass > 0:
        return Pose(()), own
    r = own.first * (ONE / own.mass)
    about = Moments(own.mass, ORIGIN, own.second - square(r) * own.mass)
    return Pose((Shift(r),)), about


METHOD = Method(
    "noc",
    "natural orthogonal complement",
    ((ANGELES_MA_1988, ""), (SAHA_1999, "eqs. 10-18")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        Symbols(
            {
                "w": "angular velocity",
                "v": "velocity of the origin",
                "c": "velocity of the mass centre",
            },
            "of link {0} at a unit rate of joint {1}",
            links=2,
        ),
        Symbols(
            {"p": "momentum", "L": "angular momentum"},
            "of link {0} at a unit rate of joint {1}",
            links=2,
        ),
        Symbols(
            {"d": "part"}, "of link {0} in element ({1},{2}) of the matrix", links=3, parts=False
        ),
        INERTIA_MATRIX,
    ),
    covers=KNOWN_BODIES,
    wins_on_long_chains=False,
)
