"""How bodies move that carry others, and what a joint imposes on all that it carries.

A body gives to the points that ride on it the acceleration A + Om r, with Om = al~ + w~ w~ (Mata et al.
2002, section 4.1). At a joint the ride is looked at twice: before the joint moves, as its parent's
body would carry whatever stands there, and beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Mat3, Values, Vec3
from gen_robot.algorithms.classical import inertia_moment, turning
from gen_robot.algorithms.crossing import Crossing, crossing
from gen_robot.algorithms.joint_terms import dofs, joint_motion, posed
from gen_robot.algorithms.meetings import Meetings, Path
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.travelling import NO_CHANGE, Across, Change, Imposed
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class Carrier:
    """Hold how a body moves: w, al, Om, and the acceleration A at the frame's origin."""

    w: Vec3
    al: Vec3
    Om: Mat3
    A: Vec3

    @staticmethod
    def of(w: Vec3, al: Vec3, A: Vec3) -> Carrier:
        return Carrier(w, al, turning(w, al), A)

    @staticmethod
    def base(model: Model, root: Link) -> Carrier:
        """Return a base that does not turn."""
        return Carrier.of(ORIGIN, ORIGIN, model.base_acceleration(root))

    def outward(self, way: Crossing) -> Carrier:
        """Return it in the frame between this body's and the next."""
        w, al, A = (way.turns.down(v) for v in (self.w, self.al, self.A))
        Om = turning(w, al)
        return Carrier(w, al, Om, A + Om @ way.beside)

    def inward(self, way: Crossing) -> Carrier:
        """Return it in the next body's frame, from the frame between."""
        w, al, A = (way.turn.down(v) for v in (self.w, self.al, self.A))
        Om = turning(w, al)
        if all(isinstance(step, Turn) for step in way.turn.steps):
            # About z, the element zz does not turn.
            Om = Mat3(Om.x, Om.y, Vec3(Om.z.x, Om.z.y, self.Om.z.z))
        return Carrier(w, al, Om, A + Om.z * way.along)

    def next(self, rate: Motion, push: Motion) -> Carrier:
        """Return how a body moves that has these rates against this one, in its frame."""
        w = self.w + rate.angular
        al = self.al + push.angular + self.w.cross(rate.angular)
        twice = self.w + self.w + rate.angular
        return Carrier.of(w, al, self.A + push.linear + twice.cross(rate.linear))

    def needs(self, body: Moments) -> Wrench:
        """Return the force m A + Om l and the moment of a body that rides on it."""
        force = self.A * body.mass + self.Om @ body.first
        moment = inertia_moment(self.w, self.al, self.Om, body.second) + body.first.cross(self.A)
        return Wrench(force, moment)


@dataclass(frozen=True)
class Ride:
    """Hold a link that was come to from the base, and all that is known there on the way out."""

    link: Link
    pose: Pose
    way: Crossing
    rate: Motion  # of its joint
    push: Motion
    before: Carrier  # its parent's body, in the frame before the joint moves
    carrier: Carrier  # the same in the link's frame
    moving: Carrier  # the link itself
    across: Across
    own: tuple[Imposed, ...]
    path: Path


def ride(
    met: Meetings, link: Link, parent: Carrier, path: Path, q: Values, qd: Values, qdd: Values
) -> Ride:
    """Go from a body to a link that it carries."""
    t, i = met.t, link.number
    pose = posed(t, link, q)
    way = crossing(pose)
    rate, push = joint_motion(link, qd), joint_motion(link, qdd)
    t.step(i, "how its parent's body would carry it: omega, alpha, Om, A, before its joint moves")
    before = _named(t, i, parent.outward(way), "b")
    _named_twice(met, i, before, "b")
    t.step(i, "how it moves: omega_i, alpha_i, Om_i, A_i")
    carrier = before.inward(way)
    moving = _named(t, i, carrier.next(rate, push))
    _named(t, i, carrier, "c")
    _named_twice(met, i, carrier, "c")
    t.step(i, "how fast its origin leaves its parent's; what its joint imposes: V, P, Q")
    beside = t.vector(met.name("D"), i, value=before.w.cross(met.twice(way.beside)))
    along = carrier.w.cross(met.twice(way.shift_along)) + met.twice(rate.linear)
    across = Across(link, pose, way, beside, t.vector(met.name("Da"), i, value=along))
    own = tuple(imposed(met, carrier, rate, k, S) for k, S in dofs(link))
    path = met.arrive(path, across, own)
    return Ride(link, pose, way, rate, push, before, carrier, moving, across, own, path)


def imposed(met: Meetings, carrier: Carrier, rate: Motion, k: int, S: Motion) -> Imposed:
    """Return what a unit of qdd, qd and q of one degree of freedom does to all that it carries.

    Turning the parent's motion back by S is what a unit of q does to it, as seen from the link.
    """
    w, v, w2, Om = S.angular, S.linear, met.twice(carrier.w), carrier.Om
    by_qd = Change(w, Motion(w2.cross(w), w2.cross(v)) + met.bent(rate, S))
    if met.rates_only:
        return Imposed(k, S, by_qd, NO_CHANGE)
    P = carrier.w.cross(w)
    linear = carrier.A.cross(w) + Om @ v + (P + P).cross(rate.linear)
    return Imposed(k, S, by_qd, Change(P, Motion(Om @ w, linear)))


def _named(t: Tape, i: int, carrier: Carrier, suffix: str = "") -> Carrier:
    t.vector(f"omega{suffix}", i, value=carrier.w)
    t.vector(f"alpha{suffix}", i, value=carrier.al)
    t.vector(f"A{suffix}", i, value=carrier.A)
    for (first, a), (second, b) in combinations_with_replacement(
        zip("xyz", carrier.w, strict=True), 2
    ):
        t.scalar(f"w{first}{second}{suffix}_", i, value=a * b)
    # Elements on its diagonal are sums with a minus.
    t.matrix(f"Om{suffix}", i, value=carrier.Om)
    t.matrix(f"Omn{suffix}", i, value=Mat3(-carrier.Om.x, -carrier.Om.y, -carrier.Om.z))
    return carrier


def _named_twice(met: Meetings, i: int, carrier: Carrier, suffix: str = "") -> None:
    if not met.rates_only:
        met.t.vector(f"omega{suffix}2_", i, value=met.twice(carrier.w))


RIDE = (
    Symbols(
        {"omega": "angular velocity", "alpha": "angular acceleration"}, "of link {0}, in its frame"
    ),
    Symbols({"A": "acceleration of the origin"}, "of link {0}, less gravity, in its frame"),
    Symbols(
        {"Om": "alpha~ + omega~ omega~", "Omn": "-(alpha~ + omega~ omega~)"},
        "of link {0}",
    ),
    Symbols({"w[xyz]{2}_": "product of components"}, "of omega of link {0}", parts=False),
    *(
        Symbols(
            {
                f"omega{at}": "angular velocity",
                f"omega{at}2_": "twice the angular velocity",
                f"alpha{at}": "angular acceleration",
                f"Om{at}": "alpha~ + omega~ omega~",
                f"Omn{at}": "-(alpha~ + omega~ omega~)",
                f"A{at}": "acceleration",
            },
            f"that its parent gives to link {{0}}, {where}",
        )
        for at, where in (("b", "before joint {0} moves"), ("c", "in the frame of link {0}"))
    ),
    *(
        Symbols(
            {f"w[xyz]{{2}}{at}_": "product of components"},
            f"of the omega that its parent gives to link {{0}}, {where}",
            parts=False,
        )
        for at, where in (("b", "before joint {0} moves"), ("c", "in the frame of link {0}"))
    ),
    Symbols(
        {"D": "velocity", "D2_": "twice the velocity"},
        "of joint {0} off the origin of its parent",
    ),
    Symbols(
        {"Da": "velocity", "Da2_": "twice the velocity"}, "of the origin of link {0} off joint {0}"
    ),
)
"""What is named on the way out."""
