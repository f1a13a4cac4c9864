"""Inverse dynamics from the Gibbs-Appell equations (Mata et al. 2002, section 4.1)."""

from __future__ import annotations

from gen_robot.algebra.pose import Wrench
from gen_robot.algebra.vectors import Scalar, Values
from gen_robot.algorithms.classical import MOVING, Moving
from gen_robot.algorithms.external import EXTERNAL, External, nothing_external
from gen_robot.algorithms.joint_terms import dofs, no_rates, posed, torque_body
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import MATA_2002
from gen_robot.algorithms.symbols import TORQUE, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Link, Model


def inverse_dynamics(
    model: Model,
    t: Tape,
    q: Values,
    qd: Values,
    qdd: Values,
    external: External = nothing_external,
) -> list[Scalar]:
    """Return the joint torques, without friction."""
    tau: list[Scalar] = [0] * model.nv

    def visit(link: Link, before: Moving) -> Wrench:
        i = link.number
        pose = posed(t, link, q)
        moving = before.carry(t, link, pose, qd, qdd, is_tip=not model.children(i))
        t.step(i, "its own force m A + Om l and moment t + l x A (step 3)")
        wrench = moving.needs(torque_body(t, link, q))
        if pushed := external(link):
            wrench = wrench - pushed
        for child in model.children(i):
            wrench = wrench + added_up(child, link, visit(child, moving))

        t.step(i, "force f_i and moment chi_i through the joint; tau_i (step 4)")
        t.wrench("f", "chi", i, value=wrench)
        for k, motion in dofs(link):
            torque = wrench.dot(motion) + qdd[k] * link.rotor_inertia
            tau[k] = t.scalar("tau", k + 1, value=torque)
        t.step(i, "seen from its parent")
        return pose.up_wrench(wrench, t.way("f", "chi", links=(i,)))

    for root in model.roots:
        visit(root, Moving.base(model.base_carries(root)))
    return tau


def bias(model: Model, t: Tape, q: Values, qd: Values) -> list[Scalar]:
    """Return Coriolis, centrifugal and gravity torques."""
    return inverse_dynamics(model, t, q, qd, no_rates(model))


METHOD = Method(
    "gibbs_appell",
    "Gibbs-Appell equations",
    ((MATA_2002, "section 4.1"),),
    {
        Quantity.INVERSE_DYNAMICS: inverse_dynamics,
        Quantity.INVERSE_DYNAMICS_WRENCH: inverse_dynamics,
        Quantity.INVERSE_DYNAMICS_MOVING_BASE: inverse_dynamics,
        Quantity.BIAS: bias,
    },
    (
        *MOVING,
        EXTERNAL,
        Symbols({"f": "force", "chi": "moment"}, "through joint {0}, in the frame of link {0}"),
        TORQUE,
    ),
    limbs=tuple(Limbs),
    structured=True,
)
