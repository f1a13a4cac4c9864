"""Inverse dynamics by the recursive Newton-Euler algorithm (Featherstone and Orin 2000, eqs. 3-8).

Velocities v_i, accelerations a_i and forces f_i are spatial vectors in link coordinates: an angular
and a linear part. Gravity is an acceleration of the base.
"""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Motion, Wrench
from gen_robot.algebra.vectors import Scalar, Values, Vec3
from gen_robot.algorithms.external import EXTERNAL, External, nothing_external
from gen_robot.algorithms.joint_terms import (
    body,
    dofs,
    joint_motion,
    no_rates,
    posed,
)
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000, LUH_WALKER_PAUL_1980
from gen_robot.algorithms.symbols import TORQUE, VELOCITY, Symbols
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

    def visit(link: Link, v0: Motion, a0: Motion) -> Wrench:
        i = link.number
        pose = posed(t, link, q)

        t.step(i, "velocity v_i (eq. 3)")
        rate = joint_motion(link, qd)
        carried = pose.down_motion(v0, t.way("omega", "v", links=(i,)))
        v = t.motion("omega", "v", i, value=carried + rate)
        t.step(i, "acceleration a_i (eq. 4)")
        carried = pose.down_motion(a0, t.way("alpha", "a", links=(i,)))
        a = carried + joint_motion(link, qdd) + v.cross(rate)
        t.motion("alpha", "a", i, value=a)

        t.step(i, "f_i = I a + v x* I v (eq. 7)")
        own = body(t, link, q)
        momentum = t.wrench("p", "L", i, value=own.momentum(v))
        wrench = own.momentum(a) + _rate_of(momentum, v)
        if pushed := external(link):
            wrench = wrench - pushed
        for child in model.children(i):
            wrench = wrench + added_up(child, link, visit(child, v, a))

        t.step(i, "wrench through the joint; tau_i (eq. 8)")
        t.wrench("f", "n", i, value=wrench)
        for k, motion in dofs(link):
            torque = wrench.dot(motion) + qdd[k] * link.rotor_inertia
            tau[k] = t.scalar("tau", k + 1, value=torque)
        t.step(i, "seen from its parent (eq. 8)")
        return pose.up_wrench(wrench, t.way("f", "n", links=(i,)))

    for root in model.roots:
        base = model.base_carries(root)
        visit(root, Motion(base.w, ORIGIN), Motion(base.al, base.A))
    return tau


def bias(model: Model, t: Tape, q: Values, qd: Values) -> list[Scalar]:
    """Return Coriolis, centrifugal and gravity torques."""
    return inverse_dynamics(model, t, q, qd, no_rates(model))


def gravity(model: Model, t: Tape, q: Values) -> list[Scalar]:
    """Return the torques that hold the robot at rest: the same recursion, without velocities.

    About an axis that is vertical at every q no weight has a moment; the sum of them would leave
    rounding errors there.
    """
    tau: list[Scalar] = [0] * model.nv

    def visit(link: Link, a0: Vec3) -> Wrench:
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "acceleration a_i (eq. 4)")
        a = t.vector("a", i, value=pose.down(a0, t.way("a", links=(i,))))

        t.step(i, "f_i = I a (eq. 7)")
        wrench = body(t, link, q).momentum(Motion(ORIGIN, a))
        for child in model.children(i):
            wrench = wrench + added_up(child, link, visit(child, a))
        if all(t.graph.node(x) is t.graph.const(0) for x in (a.x, a.y)):
            wrench = Wrench(wrench.force, Vec3(wrench.moment.x, wrench.moment.y, ZERO))

        t.step(i, "wrench through the joint; tau_i (eq. 8)")
        t.wrench("f", "n", i, value=wrench)
        for k, motion in dofs(link):
            tau[k] = t.scalar("tau", k + 1, value=wrench.dot(motion))
        t.step(i, "seen from its parent (eq. 8)")
        return pose.up_wrench(wrench, t.way("f", "n", links=(i,)))

    for root in model.roots:
        visit(root, model.base_acceleration(root))
    return tau


def _rate_of(momentum: Wrench, v: Motion) -> Wrench:
    """Return v x* h: how a momentum changes because its frame moves."""
    return Wrench(
        v.angular.cross(momentum.force),
        v.angular.cross(momentum.moment) + v.linear.cross(momentum.force),
    )


METHOD = Method(
    "rnea",
    "recursive Newton-Euler equations in spatial vectors",
    ((FEATHERSTONE_ORIN_2000, "eqs. 3-8"), (LUH_WALKER_PAUL_1980, "")),
    {
        Quantity.INVERSE_DYNAMICS: inverse_dynamics,
        Quantity.INVERSE_DYNAMICS_FEXT: inverse_dynamics,
        Quantity.INVERSE_DYNAMICS_WRENCH: inverse_dynamics,
        Quantity.INVERSE_DYNAMICS_MOVING_BASE: inverse_dynamics,
        Quantity.BIAS: bias,
        Quantity.GRAVITY: gravity,
    },
    (
        VELOCITY,
        Symbols(
            {"alpha": "angular acceleration", "a": "spatial acceleration of the origin"},
            "of link {0}, less gravity, in its frame",
        ),
        Symbols({"p": "momentum", "L": "angular momentum"}, "of link {0} alone"),
        EXTERNAL,
        Symbols({"f": "force", "n": "moment"}, "through joint {0}, in the frame of link {0}"),
        TORQUE,
    ),
    limbs=tuple(Limbs),
    wins_on_long_chains=False,
)
