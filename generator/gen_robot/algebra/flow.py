"""How the mass of a body flows: what derivatives by velocities need to know of it.

A particle that moves with u answers a further rotation w by the Coriolis force 2 w x u dm. Of all
particles together that is 2 w x p, and its moment 2 (tr(G) w - G w), with p = sum u dm, G = sum u r^T
dm: twelve numbers, where the papers have matrices of six by six. u may be counted from any velocity that
the whole body shares.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Scalar, Vec3


@dataclass(frozen=True)
class Flow:
    """Hold p = sum u dm and G = sum u r^T dm of a body, r from the frame's origin."""

    p: Vec3
    G: Mat3

    @staticmethod
    def of(motion: Motion, body: Moments) -> Flow:
        """Return the flow of a body that moves as one."""
        w, v, l, S = motion.angular, motion.linear, body.first, body.second
        columns = (Vec3(S.xx, S.xy, S.xz), Vec3(S.xy, S.yy, S.yz), Vec3(S.xz, S.yz, S.zz))
        own = (w.cross(c) + v * x for c, x in zip(columns, l, strict=True))
        return Flow(w.cross(l) + v * body.mass, Mat3(*own))

    def __add__(self, other: Flow) -> Flow:
        return Flow(self.p + other.p, self.G + other.G)

    def turned(self, step: Turn | Rotation) -> Flow:
        """Return it in the axes before a turn."""
        return Flow(step.up(self.p), step.up_matrix(self.G))

    def shifted(self, by: Vec3) -> Flow:
        """Return it about an origin that is so far back, u counted from where it was."""
        return Flow(self.p, self.G + dyadic(self.p, by))

    def hurried(self, by: Vec3, body: Moments) -> Flow:
        """Return it with u counted from a velocity that is less by so much."""
        return Flow(self.p + by * body.mass, self.G + dyadic(by, body.first))

    def braked(self, w: Vec3) -> Vec3:
        """Return tr(G) w - G w, the moment of the forces w x u."""
        return _braked(self.G, w)

    def answer(self, w: Vec3) -> Wrench:
        """Return the forces w x u as one wrench."""
        return Wrench(w.cross(self.p), self.braked(w))

    def seen_by(self, motion: Motion) -> Vec3:
        """Return the vector whose product with any w is the power of the forces w x u on a motion."""
        return _braked(self.G.transposed, motion.angular) + self.p.cross(motion.linear)


def dyadic(a: Vec3, b: Vec3) -> Mat3:
    """Return a b^T."""
    return Mat3(a * b.x, a * b.y, a * b.z)


def _braked(G: Mat3, w: Vec3) -> Vec3:
    return Vec3(
        (G.y.y + G.z.z) * w.x - G.y.x * w.y - G.z.x * w.z,
        (G.x.x + G.z.z) * w.y - G.x.y * w.x - G.z.y * w.z,
        (G.x.x + G.y.y) * w.z - G.x.z * w.x - G.y.z * w.y,
    )
