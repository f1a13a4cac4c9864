"""How a link moves, in classical accelerations (Mata et al. 2002, section 4.1).

Om = al~ + w~ w~ carries all that turns with a link, so that the acceleration of any of its points
is A + Om r, its force m A + Om l, and the moment of its second moments S is the axial vector of Om
S - (Om S)^T.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Pose, Wrench
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Values, Vec3
from gen_robot.algorithms.joint_terms import joint_motion, offset
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.hold import is_parallel
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
    Symbols(
        {"rate": "rate about the axis"},
        "of link {0}, of its row of parallel joints",
        parts=False,
    ),
    Symbols({"A": "acceleration of the origin"}, "of link {0}, less gravity, in its frame"),
    Symbols({"A0_": "acceleration of the origin"}, "of link {0}, in its parent's axes, without d"),
)
"""What `Moving.carry` names."""


@dataclass(frozen=True)
class Row:
    """Hold what a row of parallel joints begins with, in the axes that it is carried in, and its rate.

    With w the angular velocity and r the rate that the row's joints add up to, alpha is al + w x (r z):
    between parallel axes only r changes.
    """

    al: Vec3  # alpha without what r adds to it
    before: Scalar  # the angular velocity about the axes before the row, w_z - r
    rate: Scalar  # r

    def seen(self, pose: Pose) -> Row:
        """Return the same in the axes of a link of the row."""
        before, rate = (pose.down(Vec3(ZERO, ZERO, x)).z for x in (self.before, self.rate))
        return Row(pose.down(self.al), before, rate)


@dataclass(frozen=True)
class Moving:
    """Hold a link's angular velocity and acceleration, Om, and the acceleration of its origin."""

    w: Vec3
    al: Vec3
    Om: Mat3
    A: Vec3
    row: Row | None = None  # of a link that turns about its axis

    @staticmethod
    def base(motion: BaseMotion) -> Moving:
        """Return what carries all links: most bases stand still."""
        return Moving(motion.w, motion.al, turning(motion.w, motion.al), motion.A)

    def carry(
        self, t: Tape, link: Link, pose: Pose, qd: Values, qdd: Values, is_tip: bool = False
    ) -> Moving:
        """Return how a link moves that this one carries (steps 1, 2); a tip carries none itself."""
        i = link.number
        rate, push = joint_motion(link, qd), joint_motion(link, qdd)

        t.step(i, "angular velocity omega_i and acceleration alpha_i (step 1)")
        carried = pose.down(self.w, t.way("omega", links=(i,)))
        w = t.vector("omega", i, value=carried + rate.angular)
        row = None
        if link.kind.turns_about_z:
            row = self._row(t, link, pose, carried, rate.angular.z, push.angular)
            al = row.al + w.cross(Vec3(ZERO, ZERO, row.rate))
        else:
            al = pose.down(self.al, t.way("alpha", links=(i,)))
            al = al + push.angular + carried.cross(rate.angular)
        t.vector("alpha", i, value=al)
        t.step(i, "Om_i = alpha~ + omega~ omega~")
        Om = turning(w, al)
        if row and (link.turned or is_tip):
            Om = _turning_in_row(w, al, row, is_tip)
        _label(t, i, w, Om)
        t.step(i, "acceleration A_i of its origin (step 2)")
        before, along = offset(pose)
        start = t.vector("A0_", i, value=self.A + self.Om @ before)
        A = pose.down(start, t.way("A", links=(i,))) + Om.z * along + push.linear
        twice = carried + carried + rate.angular
        A = t.vector("A", i, value=A + twice.cross(rate.linear))
        return Moving(w, al, Om, A, row)

    def _row(self, t: Tape, link: Link, pose: Pose, carried: Vec3, rate: Scalar, push: Vec3) -> Row:
        """Return the row that a link is in: its parent's, or one that begins with it."""
        if self.row and link.lead and is_parallel(link):
            row = self.row.seen(pose)
            added = t.scalar("rate", link.number, value=row.rate + rate)
            return Row(row.al + push, row.before, added)
        al = pose.down(self.al, t.way("alpha", links=(link.number,)))
        return Row(al + push, carried.z, rate)

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


def _turning_in_row(w: Vec3, al: Vec3, row: Row, is_tip: bool) -> Mat3:
    """Return Om where nobody needs the x and y of alpha.

    Its third column does not depend on the row's rate: where frames are held, it stays the same.
    """
    Om = turning(w, al)
    x, y = w.x * row.before + row.al.y, w.y * row.before - row.al.x
    if is_tip:
        twice = w.z + row.rate
        first, second = w.x * twice - row.al.y, w.y * twice + row.al.x
    else:
        first, second = (w.x + w.x) * w.z - x, (w.y + w.y) * w.z - y
    return Mat3(Vec3(Om.x.x, Om.x.y, first), Vec3(Om.y.x, Om.y.y, second), Vec3(x, y, Om.z.z))


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
