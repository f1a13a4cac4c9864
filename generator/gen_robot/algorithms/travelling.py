"""What travels between a joint and the links that it carries, so that the two can meet.

Joint j imposes changes: a unit of q_j or qd_j gives all links from j on an angular velocity and an
acceleration, as of one body. Link i and all that it carries answer to both by a torque at i, and ask
for a wrench if joint i itself changes. u, the velocity that a body's flow counts, is relative to the
frame's origin, so it changes with the origin; so do R and V.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Motion, Note, Pose, Wrench
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.algorithms.crossing import Crossing
from gen_robot.algorithms.joint_terms import AT_REST
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link


@dataclass(frozen=True)
class Across:
    """Hold a link's transform, and twice the velocity at which its origin leaves the parent's."""

    link: Link
    pose: Pose
    way: Crossing
    beside: Vec3  # of the frame between the two, in its axes
    along: Vec3  # of the link's origin off the one between, in the link's axes

    def back(self, wrench: Wrench, between: bool, note: Note) -> Wrench:
        """Give a wrench in the parent's frame that is known in the link's, or in the one between."""
        return (self.way.outer if between else self.pose).up_wrench(wrench, note)


@dataclass(frozen=True)
class Change:
    """Hold what a unit of q_j or qd_j gives to all links from j on: a rotation, an acceleration."""

    spin: Vec3
    acceleration: Motion

    def outward(self, across: Across) -> Change:
        """Return it in the frame between a link's and its parent's, from the parent's."""
        turns, by = across.way.turns, across.way.beside
        spin, angular = turns.down(self.spin), turns.down(self.acceleration.angular)
        linear = turns.down(self.acceleration.linear) + angular.cross(by)
        return Change(spin, Motion(angular, linear + spin.cross(across.beside)))

    def inward(self, across: Across) -> Change:
        """Return it in the link's frame, from the one between."""
        turn, by = across.way.turn, across.way.shift_along
        spin, angular = turn.down(self.spin), turn.down(self.acceleration.angular)
        linear = turn.down(self.acceleration.linear) + angular.cross(by)
        return Change(spin, Motion(angular, linear + spin.cross(across.along)))


NO_CHANGE = Change(ORIGIN, AT_REST)
NO_WRENCH = Wrench(ORIGIN, ORIGIN)


@dataclass(frozen=True)
class Imposed:
    """Hold what degree of freedom k imposes on all that it carries by a unit of qdd, of qd, of q."""

    k: int
    S: Motion
    by_qd: Change  # w; V
    by_q: Change  # P; Q

    def outward(self, across: Across) -> Imposed:
        S = across.way.outer.down_motion(self.S)
        return Imposed(self.k, S, self.by_qd.outward(across), self.by_q.outward(across))

    def inward(self, across: Across) -> Imposed:
        S = across.way.inner.down_motion(self.S)
        return Imposed(self.k, S, self.by_qd.inward(across), self.by_q.inward(across))


@dataclass(frozen=True)
class Answer:
    """Hold what turns an acceleration, and an angular velocity, of all from i on into a torque at i."""

    N: Wrench
    R: Vec3

    def to(self, change: Change) -> Scalar:
        return self.N.dot(change.acceleration) + self.R.dot(change.spin)

    def up(self, across: Across, between: bool, t: Tape, pair: tuple[int, int], R2: str) -> Answer:
        """Return it at the parent's origin, from the link's frame or the one between."""
        way, R, force = across.way, self.R, self.N.force
        N = across.back(self.N, between, t.way("F", "N", links=pair))
        if not between:
            R = way.turn.up(t.vector(f"{R2}a", *pair, value=R + across.along.cross(force)))
            force = way.turn.up(force)
        R = t.vector(f"{R2}b", *pair, value=R + across.beside.cross(force))
        R = way.turns.up(R, t.way(R2, links=pair))
        return Answer(t.wrench("F", "N", *pair, value=N), t.vector(R2, *pair, value=R))


@dataclass(frozen=True)
class Asked:
    """Hold the wrenches that a unit of qd_i and one of q_i ask for."""

    by_qd: Wrench
    by_q: Wrench

    def up(self, across: Across, between: bool, t: Tape, pair: tuple[int, int]) -> Asked:
        """Return them at the parent's origin, from the link's frame or the one between."""
        by_qd = across.back(self.by_qd, between, t.way("Fv", "Nv", links=pair))
        by_q = across.back(self.by_q, between, t.way("Fq", "Nq", links=pair))
        t.wrench("Fv", "Nv", *pair, value=by_qd)
        return Asked(by_qd, t.wrench("Fq", "Nq", *pair, value=by_q))


def carried_along(S: Motion, wrench: Wrench) -> Wrench:
    """Return the derivative of a wrench that is carried along by a motion."""
    w, v, force = S.angular, S.linear, wrench.force
    return Wrench(w.cross(force), w.cross(wrench.moment) + v.cross(force))
