"""How a link moves, in classical accelerations (Mata et al. 2002, section 4.1).

Om = al~ + w~ w~ carries all that turns with a link, so that the acceleration of any of its points
is A + Om r, its force m A + Om l, and the moment of its second moments S is the axial vector of Om
S - (Om S)^T.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.pose import Moments, Pose, Wrench
from gen_robot.algebra.vectors import Mat3, SymMat3, Values, Vec3
from gen_robot.algorithms.joint_terms import joint_motion, offset
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import BaseMotion, Link

MOVING = (
    Symbols(
        {"omega": "angular velocity", "alpha": "angular acceleration"}, "of link {0}, in its frame"
    ),
    Symbols({"w[xyz]{2}_": "product of components"}, "of omega of link {0}", parts=False),
    Symbols(
        {r"Om\d\d_": "element (row, column)"},
        "of alpha~ + omega~ omega~ of link {0}",
        parts=False,
    ),
    Symbols({"A": "acceleration of the origin"}, "of link {0}, less gravity, in its frame"),
    Symbols({"A0_": "acceleration of the origin"}, "of link {0}, in its parent's axes, without d"),
)
"""What `Moving.carry` names."""


@dataclass(frozen=True)
class Moving:
    """Hold a link's angular velocity and acceleration, Om, and the acceleration of its origin."""

    w: Vec3
    al: Vec3
    Om: Mat3
    A: Vec3

    @staticmethod
    def base(motion: BaseMotion) -> Moving:
        """Return what carries all links: most bases stand still."""
        return Moving(motion.w, motion.al, turning(motion.w, motion.al), motion.A)

    def carry(self, t: Tape, link: Link, pose: Pose, qd: Values, qdd: Values) -> Moving:
        """Return how a link moves that this one carries (steps 1, 2)."""
        i = link.number
        rate, push = joint_motion(link, qd), joint_motion(link, qdd)

        t.step(i, "angular velocity omega_i and acceleration alpha_i (step 1)")
        carried = pose.down(self.w, t.way("omega", links=(i,)))
        w = t.vector("omega", i, value=carried + rate.angular)
        al = pose.down(self.al, t.way("alpha", links=(i,)))
        al = al + push.angular + carried.cross(rate.angular)
        t.vector("alpha", i, value=al)
        t.step(i, "Om_i = alpha~ + omega~ omega~")
        Om = turning(w, al)
        _label(t, i, w, Om)
        t.step(i, "acceleration A_i of its origin (step 2)")
        before, along = offset(pose)
        start = t.vector("A0_", i, value=self.A + self.Om @ before)
        A = pose.down(start, t.way("A", links=(i,))) + Om.z * along + push.linear
        twice = carried + carried + rate.angular
        A = t.vector("A", i, value=A + twice.cross(rate.linear))
        return Moving(w, al, Om, A)

    def needs(self, own: Moments) -> Wrench:
        """Return the force m A + Om l and the moment t + l x A of a body that moves so (step 3)."""
        force = self.A * own.mass + self.Om @ own.first
        moment = inertia_moment(self.w, self.al, self.Om, own.second) + own.first.cross(self.A)
        return Wrench(force, moment)


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


def _label(t: Tape, i: int, w: Vec3, Om: Mat3) -> None:
    for first, a in zip("xyz", w, strict=True):
        for second, b in zip("xyz", w, strict=True):
            if first <= second:
                t.scalar(f"w{first}{second}_", i, value=a * b)
    for row in range(3):
        for column, v in enumerate((Om.x, Om.y, Om.z)):
            t.scalar(f"Om{row + 1}{column + 1}_", i, value=tuple(v)[row])
