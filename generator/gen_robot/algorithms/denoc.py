"""Coriolis matrix N^T (M Ndot + Omega M N) by decoupled complements (Saha 1999, eqs. 10-18).

Column j of N = N_l N_d is the twist B_ij p_j that a unit rate of joint j gives to each link i beyond
it; Ndot is how that twist changes while the robot moves. N_l^T is a recursion of wrenches towards the
base, so a column costs what inverse dynamics does. The paper refers twists to mass centres, this is at
the origins of the links. It adds w x I w_j of link i, where I is its inertia tensor; here the second
moments -S stand for I, which differ from it by tr(I)/2 times the unit matrix. C qd stays what it is,
and C + C^T = Mdot too; but C becomes that of Christoffel's symbols, as every other way gives it, for
then each particle adds dm N_k . d(N_j)/dt.
"""

from __future__ import annotations

from gen_robot.algebra.flow import Flow
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.vectors import Matrix, Values
from gen_robot.algorithms.joint_terms import AT_REST, body, dofs, joint_motion, posed
from gen_robot.algorithms.matrix import zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import SAHA_1999
from gen_robot.algorithms.symbols import VELOCITY, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


def coriolis_matrix(model: Model, t: Tape, q: Values, qd: Values) -> Matrix:
    """Return C(q, qd) of Christoffel's symbols."""
    C = zeros(model.nv)
    poses: dict[int, Pose] = {}
    moving: dict[int, Motion] = {0: AT_REST}
    bodies: dict[int, tuple[Moments, Flow]] = {}
    for link in model.links:
        i = link.number
        pose = poses[i] = posed(t, link, q)
        t.step(i, "its twist t_i (eq. 10)")
        carried = pose.down_motion(moving[link.parent], t.way("omega", "v", links=(i,)))
        moving[i] = t.motion("omega", "v", i, value=carried + joint_motion(link, qd))
        t.step(i, "how its mass flows: p, G")
        own = body(t, link, q)
        bodies[i] = own, t.flow("p", "G", i, value=Flow.of(moving[i], own))

    def visit(link: Link, j: int, N: Motion, Ndot: Motion) -> Wrench:
        """Return the wrench through a link's joint that column j of M Ndot + Omega M N sums up to."""
        i = link.number
        t.step(i, "M Ndot + Omega M N of the link (eq. 18)")
        own, flow = bodies[i]
        wrench = own.momentum(Ndot) + flow.forces(N.angular)
        for child in model.children(i):
            pose, pair = poses[child.number], (child.number, j + 1)
            t.step(child.number, "columns of N and Ndot (eqs. 10, 14)")
            seen = pose.down_motion(N, t.way("w", "u", links=pair))
            t.motion("w", "u", *pair, value=seen)
            rate = pose.down_motion(Ndot, t.way("wd", "ud", links=pair))
            t.motion("wd", "ud", *pair, value=rate)
            beyond = visit(child, j, seen, rate)
            t.step(child.number, "seen from its parent")
            wrench = wrench + pose.up_wrench(beyond, t.way("f", "n", links=pair))
        felt(link, j, wrench)
        return wrench

    def felt(link: Link, j: int, wrench: Wrench) -> None:
        t.step(link.number, "wrench through the joint; row C_ij (eq. 18)")
        t.wrench("f", "n", link.number, j + 1, value=wrench)
        for k, motion in dofs(link):
            C[k][j] = t.scalar("C", k + 1, j + 1, value=wrench.dot(motion))

    for link in model.links:
        for j, motion in dofs(link):
            wrench = visit(link, j, motion, moving[link.number].cross(motion))
            inner = link
            for ancestor in reversed(model.path(link.parent)):
                t.step(inner.number, "seen from its parent")
                pair = inner.number, j + 1
                wrench = poses[inner.number].up_wrench(wrench, t.way("f", "n", links=pair))
                felt(ancestor, j, wrench)
                inner = ancestor
    return C


METHOD = Method(
    "denoc",
    "decoupled natural orthogonal complements",
    ((SAHA_1999, "eqs. 10-18"),),
    {Quantity.CORIOLIS_MATRIX: coriolis_matrix},
    (
        VELOCITY,
        Symbols(
            {"p": "momentum", "G": "sum of velocity times distance over the particles"},
            "of link {0} alone",
        ),
        Symbols(
            {"w": "angular velocity", "u": "velocity of the origin"},
            "of link {0} at a unit rate of joint {1}",
            links=2,
        ),
        Symbols(
            {"wd": "how the angular velocity", "ud": "how the velocity"},
            "of link {0} at a unit rate of joint {1} changes, as a spatial vector",
            links=2,
        ),
        Symbols(
            {"f": "force", "n": "moment"},
            "through joint {0} for the rate of joint {1}",
            links=2,
        ),
        Symbols({"C": "element"}, "({0},{1}) of the Coriolis matrix", links=2, parts=False),
    ),
    wins_to=0,
)
