"""Forward dynamics from the sparse system of bodies and joints (Featherstone and Orin 2000, eq. 27).

Unknown are the accelerations a of all bodies and the constraint forces beta of all joints:

    [ I    T ] [  a    ]   [ f_a - v x I v ]
    [ T^T  0 ] [ -beta ] = [ T^T a_0       ]

The matrix has a perfect elimination order (Baraff 1996): tips first, each body before its joint. A
body that is eliminated leaves S = T^T K^-1 T at its joint, a joint X^T T S^-1 T^T X in its parent's
block, and nothing elsewhere is filled. K is then the articulated inertia, found without knowing of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.pose import Moments, Motion, Pose
from gen_robot.algebra.vectors import Matrix, Scalar, Values, Vec3
from gen_robot.algorithms.articulated import Articulated, Pivot
from gen_robot.algorithms.block import FACTORED, Factored, columns, product
from gen_robot.algorithms.joint_terms import body, joint_motion, no_rates, posed
from gen_robot.algorithms.loose_bodies import (
    LOOSE,
    SIX,
    SOLID,
    UNITS,
    JointSpace,
    down,
    minus,
    own_force,
    plus,
    rates_of,
    spin_terms,
    up,
)
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import BARAFF_1996, FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies, Frames
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class _Eliminated:
    """Hold what is needed of a body and its joint when their parent's acceleration is known."""

    pose: Pose
    joint: JointSpace
    K: Factored
    S: Factored
    pushed: list[Scalar]  # what is known of the wrench on the body: its joint's less r_i
    c: list[Scalar]
    d: list[Scalar]  # S beta = B^T X a + d


def forward_dynamics(
    model: Model, t: Tape, q: Values, qd: Values, tau: Values, check: Pivot
) -> list[Scalar]:
    """Return the joint accelerations; no pivot can fail, for each body has inertia of its own."""
    qdd: list[Scalar] = no_rates(model)
    eliminated: dict[int, _Eliminated] = {}

    def inward(link: Link, before: Vec3) -> tuple[Matrix, list[Scalar]]:
        """Return what a link with all that it carries adds to its parent's block and wrench."""
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "angular velocity; c_i and p_i, what velocities ask for (eqs. 4, 23)")
        c, carried = spin_terms(t, link, pose, before, qd)
        w = t.vector("omega", i, value=carried + joint_motion(link, qd).angular)
        own = body(t, link, q)
        r = own_force(t, link, own, w)
        K = _rows(own)
        for child in model.children(i):
            block, wrench = inward(child, w)
            K = [plus(row, other) for row, other in zip(K, block, strict=True)]
            r = plus(r, wrench)

        t.step(i, "eliminate the body: K^-1, and S = B^T K^-1 B of its joint (eq. 27)")
        joint = JointSpace.of(link)
        factored = Factored.of(t, i, K)
        answers = [factored.lowered(column) for column in joint.basis]
        S = [[product(a, factored.scaled(b)) for b in answers] for a in answers]
        for k, soft in enumerate(joint.softness):
            S[k][k] = S[k][k] + soft
        known = joint.known(tau)
        pushed = minus(known, r)
        free = factored.lowered(pushed)
        away = [product(answer, factored.scaled(free)) for answer in answers]
        d = plus(minus(joint.along(c), away), joint.given(tau))
        t.step(i, "eliminate the joint: what it leaves in its parent's block (eq. 27)")
        S_factored = Factored.of(t, i, S, label=6)
        eliminated[i] = _Eliminated(pose, joint, factored, S_factored, pushed, c, d)
        seen = columns([joint.along(down(pose, unit)) for unit in UNITS])  # B^T X, by rows
        lowered = [S_factored.lowered(column) for column in columns(seen)] if seen else []
        scaled = [S_factored.scaled(column) for column in lowered]
        left = (
            [[product(lowered[a], scaled[b]) for b in SIX] for a in SIX]
            if seen
            else [[0] * 6 for _ in SIX]
        )
        force = plus(known, joint.force(S_factored.solved(d))) if seen else known
        return left, up(pose, force)

    def outward(link: Link, before: list[Scalar]) -> None:
        i = link.number
        one = eliminated[i]
        t.step(i, "constraint force beta_i, acceleration a_i, and qdd_i (eq. 27)")
        moved = down(one.pose, before)
        unknown = one.S.solved(plus(one.joint.along(moved), one.d)) if one.joint.basis else []
        force = plus(one.pushed, one.joint.force(unknown)) if unknown else one.pushed
        a = one.K.solved(force)
        t.motion("al", "a", i, value=Motion(Vec3(*a[:3]), Vec3(*a[3:])))
        across = minus(minus(a, moved), one.c)
        for k, value in rates_of(t, one.joint, tau, unknown, across):
            qdd[k] = value
        for child in model.children(i):
            outward(child, a)

    for root in model.roots:
        base = model.base_carries(root)
        inward(root, base.w)
        outward(root, [*base.al, *base.A])
    return qdd


def _rows(own: Moments) -> Matrix:
    return [list(row) for row in Articulated.of(own).rows]


METHOD = Method(
    "sparse_kkt",
    "elimination of bodies and joints from the system of all of them",
    ((FEATHERSTONE_ORIN_2000, "eqs. 23-27"), (BARAFF_1996, "")),
    {
        Quantity.FORWARD_DYNAMICS: forward_dynamics,
        Quantity.FORWARD_DYNAMICS_MOVING_BASE: forward_dynamics,
    },
    (*LOOSE, FACTORED),
    covers=SOLID,
    bodies=(Bodies.AS_GIVEN,),  # what has lost mass to others does not answer by itself
    frames=(Frames.ATTACHED,),
    wins_to=0,
    loses=1,
)
