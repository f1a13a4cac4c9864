"""How the mass of a body flows: all that derivatives by velocities need to know of it.

A particle that moves with u answers a further rotation w by the Coriolis force 2 w x u dm. Of all
particles together that is 2 w x p, and its moment 2 (tr(G) w - G w), with p = sum u dm, G = sum u r^T
dm: twelve numbers, where the papers have matrices of six by six. u may be counted from any velocity
that the whole body shares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench, no_note
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Vec3, columns, dyadic


@dataclass(frozen=True)
class Flow:
    """Hold p = sum u dm and G = sum u r^T dm of a body, r from the frame's origin."""

    p: Vec3
    G: Mat3

    @staticmethod
    def of(motion: Motion, body: Moments) -> Flow:
        """Return the flow of a body that moves as one."""
        w, v = motion.angular, motion.linear
        carried = (w.cross(c) for c in columns(body.second))
        G = Mat3(*carried) + dyadic(v, body.first)
        return Flow(w.cross(body.first) + v * body.mass, G)

    def __add__(self, other: Flow) -> Flow:
        return Flow(self.p + other.p, self.G + other.G)

    def up(self, pose: Pose, note: Callable[[int, Flow], object] = no_note) -> Flow:
        """Give the child's flow about the parent's origin, in the parent's axes; u stays what it is."""
        flow = self
        for i, step in enumerate(reversed(pose.steps), 1):
            flow = flow.turned(step) if not isinstance(step, Shift) else flow.shifted(step.by)
            note(i, flow)
        return flow

    def turned(self, step: Turn | Rotation) -> Flow:
        """Return it in the axes before a turn."""
        return Flow(step.up(self.p), step.up_matrix(self.G))

    def shifted(self, by: Vec3) -> Flow:
        """Return it about an origin that is so far back."""
        return Flow(self.p, self.G + dyadic(self.p, by))

    def hurried(self, by: Vec3, body: Moments) -> Flow:
        """Return it with u counted from a velocity that is less by so much."""
        return Flow(self.p + by * body.mass, self.G + dyadic(by, body.first))

    def moment(self, w: Vec3) -> Vec3:
        """Return tr(G) w - G w, the moment of the forces w x u."""
        return _braked(self.G, w)

    def forces(self, w: Vec3) -> Wrench:
        """Return the forces w x u as one wrench."""
        return Wrench(w.cross(self.p), self.moment(w))

    def felt_by(self, motion: Motion) -> Vec3:
        """Return the vector whose product with any w is the power of the forces w x u on a motion."""
        return _braked(self.G.transposed, motion.angular) + self.p.cross(motion.linear)


STILL = Flow(ORIGIN, Mat3(ORIGIN, ORIGIN, ORIGIN))


def _braked(G: Mat3, w: Vec3) -> Vec3:
    return Vec3(
        (G.y.y + G.z.z) * w.x - G.y.x * w.y - G.z.x * w.z,
        (G.x.x + G.z.z) * w.y - G.x.y * w.x - G.z.y * w.z,
        (G.x.x + G.y.y) * w.z - G.x.z * w.x - G.y.z * w.y,
    )
