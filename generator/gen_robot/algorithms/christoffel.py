"""Coefficients of products of velocities, D_mkj = sum of which gives h - g (Lin 1991, eqs. 31-47).

A particle beyond joint j is moved by x_j = v_j + w_j x r at a unit rate. Joint k, which comes before j
or is j itself, turns that by w_k: the particle's acceleration per qd_k qd_j is w_k x x_j, and joint m
feels of it x_m . (w_k x x_j) dm. Summed over all that m and j both carry, with (m, l, S) of the
composite body about the origin of the outer of the two,

    d_mj = sum of x_j x x_m dm = m v_j x v_m + v_j x (w_m x l) + (w_j x l) x v_m + S (w_j x w_m)

and D_mkj = w_k . d_mj (eq. 45), where the paper writes d_mj out for joints that turn or slide. All
else follows: D_mjk = D_mkj, D_jkj = 0 and D_jkm = -D_mkj for k up to m and j (eqs. 32-34). These are
Christoffel's symbols of the first kind.
"""

from __future__ import annotations

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Motion
from gen_robot.algebra.vectors import Scalar, Values, Vec3
from gen_robot.algorithms.coverage import FLAT
from gen_robot.algorithms.joint_terms import body, dofs, posed
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import LIN_1991
from gen_robot.algorithms.symbols import COMPOSITE, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model

Cube = list[list[list[Scalar]]]
"""By the joint that feels a torque, and by the two whose velocities are multiplied."""


def coefficients(model: Model, t: Tape, q: Values) -> Cube:
    """Return D: the torque at m is the sum of D[m][k][j] qd_k qd_j over all k and j."""
    n = model.nv
    D: Cube = [[[ZERO] * n for _ in range(n)] for _ in range(n)]

    def visit(link: Link, before: list[tuple[int, Motion]]) -> Moments:
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "axes of the joints before it, seen from it (eqs. 24, 27)")
        seen = []
        for m, motion in before:
            moved = pose.down_motion(motion, t.way("w", "v", links=(i, m + 1)))
            seen.append((m, t.motion("w", "v", i, m + 1, value=moved)))
        composite = body(t, link, q)
        path = [*seen, *dofs(link)]
        for child in model.children(i):
            composite = composite + visit(child, path)
        t.step(i, "composite moments phi_j, psi_j (eqs. 28-30)")
        t.moments("phi", "psi", i, value=composite)
        for place, (j, motion) in enumerate(dofs(link), len(seen)):
            for m, other in path[:place]:
                t.step(i, "d_mj, and D_mkj for each k up to j (eqs. 45, 46)")
                d = t.vector("d", m + 1, j + 1, value=_meeting(composite, motion, other))
                for k, axis in path[: place + 1]:
                    value = t.scalar("D", m + 1, k + 1, j + 1, value=axis.angular.dot(d))
                    D[m][k][j] = D[m][j][k] = value
                    if k <= m:
                        D[j][k][m] = D[j][m][k] = -value
        t.step(i, "its composite seen from the parent (eqs. 28-30)")
        return pose.up_moments(composite, t.way("phi", "psi", links=(i,)))

    for root in model.roots:
        visit(root, [])
    return D


def _meeting(composite: Moments, j: Motion, m: Motion) -> Vec3:
    """Return d_mj, the sum of x_j x x_m over the particles of the composite body."""
    phi = composite.first
    return (
        composite.second @ j.angular.cross(m.angular)
        + j.linear.cross(m.linear * composite.mass + m.angular.cross(phi))
        + j.angular.cross(phi).cross(m.linear)
    )


METHOD = Method(
    "christoffel",
    "composite bodies and the axes of all joints before them",
    ((LIN_1991, "eqs. 31-47"),),
    {Quantity.CORIOLIS_COEFFICIENTS: coefficients},
    (
        COMPOSITE,
        Symbols(
            {"w": "angular velocity", "v": "velocity of the origin"},
            "of link {0} at a unit rate of joint {1}",
            links=2,
        ),
        Symbols(
            {"d": "sum of x_j x x_m over the particles that joints"}, "{0} and {1} carry", links=2
        ),
        Symbols(
            {"D": "coefficient"},
            "of the velocities of joints {1} and {2} in the torque at joint {0}",
            links=3,
            parts=False,
        ),
    ),
    covers=FLAT,
)
