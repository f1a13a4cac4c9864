"""Inverse dynamics from the Gibbs-Appell equations (Mata et al. 2002, section 4.1).

Accelerations are classical ones; Om = al~ + w~ w~ carries all that turns with a link, so that the
acceleration of any of its points is A + Om r, its force m A + Om l, and the moment of its second
moments S is the axial vector of Om S - (Om S)^T.
"""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Wrench
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3
from gen_robot.algorithms.joints import NO_RATES, Values, body, dofs, joint_motion, offset, posed
from gen_robot.ir.trace import Trace
from gen_robot.model.model import Link, Model


def inverse_dynamics(model: Model, t: Trace, q: Values, qd: Values, qdd: Values) -> list[Scalar]:
    """Return the joint torques, without friction."""
    tau: list[Scalar] = [0] * model.nv

    def visit(link: Link, w0: Vec3, al0: Vec3, Om0: Mat3, A0: Vec3) -> Wrench:
        i = link.number
        pose = posed(t, link, q)
        rate, push = joint_motion(link, qd), joint_motion(link, qdd)

        t.step(i, "angular velocity omega_i and acceleration alpha_i (step 1)")
        carried = pose.down(w0, t.way("omega", links=(i,)))
        w = t.vector("omega", i, value=carried + rate.angular)
        al = pose.down(al0, t.way("alpha", links=(i,)))
        al = al + push.angular + carried.cross(rate.angular)
        t.vector("alpha", i, value=al)
        t.step(i, "Om_i = alpha~ + omega~ omega~")
        Om = turning(w, al)
        _label(t, i, w, Om)
        t.step(i, "acceleration A_i of its origin (step 2)")
        before, along = offset(pose)
        start = t.vector("A0_", i, value=A0 + Om0 @ before)
        A = pose.down(start, t.way("A", links=(i,))) + Om.z * along + push.linear
        twice = carried + carried + rate.angular
        A = t.vector("A", i, value=A + twice.cross(rate.linear))

        t.step(i, "its own force m A + Om l and moment t + l x A (step 3)")
        own = body(t, link, q)
        force = A * own.mass + Om @ own.first
        moment = inertia_moment(w, al, Om, own.second) + own.first.cross(A)
        wrench = Wrench(force, moment)
        for child in model.children(i):
            wrench = wrench + visit(child, w, al, Om, A)

        t.step(i, "force f_i and moment chi_i through the joint; tau_i (step 4)")
        t.wrench("f", "chi", i, value=wrench)
        for k, motion in dofs(link):
            torque = wrench.dot(motion) + qdd[k] * link.rotor_inertia
            tau[k] = t.scalar("tau", k + 1, value=torque)
        t.step(i, "seen from its parent")
        return pose.up_wrench(wrench, t.way("f", "chi", links=(i,)))

    at_rest = Mat3(ORIGIN, ORIGIN, ORIGIN)
    for root in model.roots:
        visit(root, ORIGIN, ORIGIN, at_rest, model.base_acceleration(root))
    return tau


def bias(model: Model, t: Trace, q: Values, qd: Values) -> list[Scalar]:
    """Return Coriolis, centrifugal and gravity torques."""
    return inverse_dynamics(model, t, q, qd, NO_RATES)


def turning(w: Vec3, al: Vec3) -> Mat3:
    """Return Om = al~ + w~ w~, by columns."""
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
    return Mat3(
        Vec3(-(yy + zz), xy + al.z, xz - al.y),
        Vec3(xy - al.z, -(xx + zz), yz + al.x),
        Vec3(xz + al.y, yz - al.x, -(xx + yy)),
    )


def inertia_moment(w: Vec3, al: Vec3, Om: Mat3, S: SymMat3) -> Vec3:
    """Return the axial vector of Om S - (Om S)^T, with Om's own elements shared."""
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    return Vec3(
        S.xy * Om.x.z + S.yy * Om.y.z - S.xz * Om.x.y - S.zz * Om.z.y + S.yz * (zz - yy),
        S.yz * Om.y.x + S.zz * Om.z.x - S.xx * Om.x.z - S.xy * Om.y.z + S.xz * (xx - zz),
        (S.xx + S.yy) * al.z
        + (S.xx - S.yy) * (w.x * w.y)
        + S.xz * Om.z.y
        - S.yz * Om.z.x
        + S.xy * (yy - xx),
    )


def _label(t: Trace, i: int, w: Vec3, Om: Mat3) -> None:
    for first, a in zip("xyz", w, strict=True):
        for second, b in zip("xyz", w, strict=True):
            if first <= second:
                t.scalar(f"w{first}{second}_", i, value=a * b)
    for row in range(3):
        for column, v in enumerate((Om.x, Om.y, Om.z)):
            t.scalar(f"Om{row + 1}{column + 1}_", i, value=tuple(v)[row])
