"""Forward dynamics by the articulated-body algorithm (Featherstone and Orin 2000, eqs. 12-14).

In link coordinates, for trees. Accelerations are counted from how the robot would move on if no
joint were accelerated: then p_i is the wrench that link i needs for that, gravity included, and the
velocity terms of eqs. 4 and 13 do not appear again. Any wrenches that ask the joints for the same
torques may stand for p_i: those of moved masses are the cheapest. The inertias are those of the
bodies as they are, for single precision's sake. A joint of several degrees of freedom frees
them one after the other.
"""

from __future__ import annotations

from gen_robot.algebra.pose import Motion, Pose, Wrench
from gen_robot.algebra.vectors import Scalar, Values
from gen_robot.algorithms.articulated import ARTICULATED, Articulated, Freed, Pivot, free
from gen_robot.algorithms.classical import MOVING, Moving
from gen_robot.algorithms.coverage import INDEPENDENT
from gen_robot.algorithms.external import EXTERNAL, External, nothing_external
from gen_robot.algorithms.joint_terms import (
    AT_REST,
    body,
    dofs,
    no_rates,
    posed,
    torque_body,
)
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FEATHERSTONE_1983, FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies, Limbs
from gen_robot.model.model import Link, Model


def forward_dynamics(
    model: Model,
    t: Tape,
    q: Values,
    qd: Values,
    tau: Values,
    check: Pivot,
    external: External = nothing_external,
) -> list[Scalar]:
    """Return the joint accelerations; the model's masses are where the robot's are."""
    qdd: list[Scalar] = [0] * model.nv
    poses: dict[int, Pose] = {}
    freed: dict[int, list[tuple[int, Freed, Scalar]]] = {}

    def inward(link: Link, before: Moving) -> tuple[Articulated, Wrench]:
        i = link.number
        pose = poses[i] = posed(t, link, q)
        moving = before.carry(t, link, pose, qd, no_rates(model), is_tip=not model.children(i))
        t.step(i, "p_i: what its own body needs to move on")
        p = t.wrench("f", "n", i, value=moving.needs(torque_body(t, link, q)))
        if pushed := external(link):
            p = p - pushed
        inertia = Articulated.of(body(t, link, q))
        for child in model.children(i):
            beyond, needed = inward(child, moving)
            inertia = inertia + added_up(child, link, beyond)
            p = p + added_up(child, link, needed)

        inertia.named(t, i)
        freed[i] = []
        for k, motion in reversed(dofs(link)):
            t.step(i, "articulated inertia, pivot D_i; free the joint (eqs. 12, 13)")
            joint, inertia = free(t, k, inertia, motion, link.rotor_inertia, check)
            u = t.scalar("u", k + 1, value=tau[k] - p.dot(motion))
            p = joint.pushed(p, u)
            freed[i].append((k, joint, u))
        t.wrench("pf", "pm", i, value=p)
        t.step(i, "seen from its parent")
        return inertia.up(t, i, pose), pose.up_wrench(p, t.way("pf", "pm", links=(i,)))

    def outward(link: Link, before: Motion) -> None:
        i = link.number
        t.step(i, "acceleration a_i, and qdd_i (eqs. 4, 14)")
        a = poses[i].down_motion(before, t.way("al", "a", links=(i,)))
        for k, joint, u in reversed(freed[i]):
            qdd[k] = t.scalar("qdd", k + 1, value=u * joint.inverse - joint.K.dot(a))
            a = a + joint.motion * qdd[k]
        t.motion("al", "a", i, value=a)
        for child in model.children(i):
            outward(child, a)

    for root in model.roots:
        inward(root, Moving.base(model.base_carries(root)))
    for root in model.roots:
        outward(root, AT_REST)
    return qdd


SYMBOLS = (
    *MOVING,
    Symbols({"f": "force", "n": "moment"}, "that link {0} alone needs to move on"),
    EXTERNAL,
    *ARTICULATED,
    Symbols({"u": "torque"}, "of joint {0} beyond what moving on asks for", parts=False),
    Symbols({"pf": "force", "pm": "moment"}, "that link {0} passes on with joint {0} free"),
    Symbols({"al": "angular acceleration", "a": "acceleration"}, "of link {0} beyond moving on"),
    Symbols({"qdd": "acceleration"}, "of joint {0}", parts=False),
)

METHOD = Method(
    "aba",
    "articulated bodies",
    ((FEATHERSTONE_ORIN_2000, "eqs. 12-14"), (FEATHERSTONE_1983, "")),
    {
        Quantity.FORWARD_DYNAMICS: forward_dynamics,
        Quantity.FORWARD_DYNAMICS_FEXT: forward_dynamics,
        Quantity.FORWARD_DYNAMICS_WRENCH: forward_dynamics,
        Quantity.FORWARD_DYNAMICS_MOVING_BASE: forward_dynamics,
    },
    SYMBOLS,
    covers=INDEPENDENT,
    bodies=(Bodies.AS_GIVEN,),  # articulated recursions lose digits if masses are moved
    structured=True,
    limbs=tuple(Limbs),
)
