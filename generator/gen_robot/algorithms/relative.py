"""Derivatives of inverse dynamics from Coriolis' theorem, joint by joint.

Of all that joint i carries, accelerations are split as a rider on the parent's body would: what that
body would give them by itself (A + Om r), Coriolis' part 2 w x u, and what he sees of them. A change of
q_i turns or shifts all that he sees as one body, and leaves the rest as it is; a change of qd_i adds to
u alone. So the derivatives need the moments of what is carried, its flow and its wrench as the
parent sees them, and no velocity of any body. The idea of composite bodies is that of Singh et al.;
their matrices of six by six are twelve numbers here (`algebra/flow.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial

from gen_robot.algebra.flow import STILL, Flow
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Mat3, Matrix, Scalar, SymMat3, Values, Vec3, columns
from gen_robot.algorithms.classical import inertia_moment, turning
from gen_robot.algorithms.crossing import Crossing, crossing
from gen_robot.algorithms.joint_terms import body, dofs, joint_motion, no_rates, posed
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.meetings import AT_BASE, MET, Derivatives, Hubs, Meetings, Path, Terms
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import SINGH_2022
from gen_robot.algorithms.symbols import TORQUE, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.travelling import (
    NO_CHANGE,
    NO_WRENCH,
    Across,
    Answer,
    Asked,
    Change,
    Imposed,
    carried_along,
)
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class Carrier:
    """Hold how a body moves that carries others: w, al, and the acceleration A + Om r at r."""

    w: Vec3
    al: Vec3
    Om: Mat3
    A: Vec3

    @staticmethod
    def of(w: Vec3, al: Vec3, A: Vec3) -> Carrier:
        return Carrier(w, al, turning(w, al), A)

    def outward(self, way: Crossing) -> Carrier:
        """Return it in the frame between this body's and the next."""
        w, al, A = (way.turns.down(v) for v in (self.w, self.al, self.A))
        Om = turning(w, al)
        return Carrier(w, al, Om, A + Om @ way.beside)

    def inward(self, way: Crossing) -> Carrier:
        """Return it in the next one's frame, from the frame between."""
        w, al, A = (way.turn.down(v) for v in (self.w, self.al, self.A))
        Om = turning(w, al)
        if all(isinstance(step, Turn) for step in way.turn.steps):
            # About z, the product of z with Om z does not turn.
            z = Vec3(Om.z.x, Om.z.y, self.Om.z.z)
            Om = Mat3(Om.x, Om.y, z)
        return Carrier(w, al, Om, A + Om.z * way.along)

    def next(self, rate: Motion, push: Motion) -> Carrier:
        """Return how a body moves that moves at these rates against this one, in its frame."""
        w = self.w + rate.angular
        al = self.al + push.angular + self.w.cross(rate.angular)
        twice = self.w + self.w + rate.angular
        return Carrier.of(w, al, self.A + push.linear + twice.cross(rate.linear))

    def needs(self, seen: Seen) -> Wrench:
        """Return the wrench of a body of which it sees moments, flow and wrench."""
        own = seen.body
        force = self.A * own.mass + self.Om @ own.first
        moment = inertia_moment(self.w, self.al, self.Om, own.second) + own.first.cross(self.A)
        return Wrench(force, moment) + seen.flow.forces(self.w) + seen.wrench

    def needs_more(self, seen: Seen, S: Motion) -> Wrench:
        """Return the derivative of that wrench as all that is seen moves by S, about its origin."""
        w, own = S.angular, seen.body
        turned, shifted = w.cross(own.first), self.Om @ S.linear
        force = self.Om @ turned + shifted * own.mass + self.w.cross(w.cross(seen.flow.p))
        moment = inertia_moment(self.w, self.al, self.Om, _turned(own.second, w))
        moment = moment + turned.cross(self.A) + own.first.cross(shifted)
        moment = moment - _turned_matrix(seen.flow.G, w) @ self.w
        rest = Wrench(w.cross(seen.wrench.force), w.cross(seen.wrench.moment))
        return Wrench(force, moment) + rest


@dataclass(frozen=True)
class Seen:
    """Hold moments, flow (twice) and wrench of a body, as seen from one that carries it."""

    body: Moments
    flow: Flow
    wrench: Wrench

    def __add__(self, other: Seen) -> Seen:
        return Seen(self.body + other.body, self.flow + other.flow, self.wrench + other.wrench)

    def given_by(self, link: Link, parent: Link) -> Seen:
        """Return what a link gives to its parent: of lanes the sum."""
        parts = added_up(link, parent, self.body), added_up(link, parent, self.flow)
        return Seen(*parts, added_up(link, parent, self.wrench))

    def up(self, pose: Pose) -> Seen:
        return Seen(pose.up_moments(self.body), self.flow.up(pose), pose.up_wrench(self.wrench))


def _turned(S: SymMat3, w: Vec3) -> SymMat3:
    """Return w~ S - S w~."""
    x, y, z = (w.cross(column) for column in columns(S))
    return SymMat3(x.x + x.x, y.y + y.y, z.z + z.z, y.x + x.y, z.x + x.z, z.y + y.z)


def _turned_matrix(G: Mat3, w: Vec3) -> Mat3:
    """Return w~ G - G w~."""
    rows = G.transposed
    left = Mat3(w.cross(G.x), w.cross(G.y), w.cross(G.z))
    return left + Mat3(w.cross(rows.x), w.cross(rows.y), w.cross(rows.z)).transposed


@dataclass(frozen=True)
class View:
    """Hold what a parent's body sees of a link and all that it carries, in one frame."""

    carrier: Carrier
    seen: Seen
    flow: Flow  # what is seen, with u from the velocity of the frame's origin
    rate: Motion

    @staticmethod
    def of(met: Meetings, carrier: Carrier, inside: Seen, rate: Motion, push: Motion) -> View:
        """Add the joint's own motion to what the link sees of itself and all that it carries."""
        own, spin = inside.body, rate.angular
        flow = inside.flow + Flow.of(Motion(met.twice(spin), ORIGIN), own)
        if met.rates_only:
            wrench = NO_WRENCH
        else:
            half = inside.flow + Flow.of(Motion(spin, ORIGIN), own)
            pushed = Motion(push.angular, push.linear + spin.cross(rate.linear))
            wrench = inside.wrench + own.momentum(pushed) + half.forces(spin)
        slid = Flow.of(Motion(ORIGIN, met.twice(rate.linear)), own)
        return View(carrier, Seen(own, flow + slid, wrench), flow, rate)

    @property
    def from_the_carrier(self) -> View:
        """Return it with u from the velocity that the carrier gives to the origin."""
        return replace(self, flow=self.seen.flow)

    def terms(self, met: Meetings, link: Link, x: Imposed) -> Terms:
        """Return how the torque at i answers, and what a unit of qd_i or q_i asks for."""
        t, i, own = met.t, link.number, self.seen.body
        w, v, w2 = x.S.angular, x.S.linear, met.twice(self.carrier.w)
        t.step(i, "how its torque answers to a change by a joint before it: N, R")
        N = t.wrench("F", "N", i, i, value=own.momentum(x.S))
        R = own.second @ w2.cross(w) + w2.cross(own.first).cross(v) + self.flow.felt_by(x.S)
        t.vector(met.name("R"), i, i, value=R)

        t.step(i, "what a unit of qd_i asks for")
        dragged = (own.second @ w2).cross(w) + own.first.cross(w2.cross(v))
        bent = own.momentum(met.bent(self.rate, x.S))
        by_qd = Wrench(w2.cross(N.force), dragged) + self.flow.forces(w) + bent
        t.wrench("Fv", "Nv", i, i, value=by_qd)
        if met.rates_only:
            return Terms(Answer(N, R), Asked(by_qd, NO_WRENCH), NO_WRENCH)

        t.step(i, "what a unit of q_i asks for")
        total = self.carrier.needs(self.seen)
        by_q = self.carrier.needs_more(self.seen, x.S) + Wrench(ORIGIN, v.cross(total.force))
        t.wrench("Fq", "Nq", i, i, value=by_q)
        along = NO_WRENCH if link.kind.has_axis else carried_along(x.S, total)
        return Terms(Answer(N, R), Asked(by_qd, by_q), by_q - along)


def _recursion(
    model: Model, t: Tape, q: Values, qd: Values, qdd: Values, met: Meetings
) -> list[Scalar]:
    """Return the torques; all else is collected where joints meet."""
    tau = no_rates(model)

    def visit(link: Link, parent: Carrier, path: Path) -> Seen:
        i = link.number
        pose = posed(t, link, q)
        way = crossing(pose)
        rate, push = joint_motion(link, qd), joint_motion(link, qdd)
        t.step(
            i, "how its parent's body would carry it: omega, alpha, Om, A before its joint moves"
        )
        before = _named(t, i, parent.outward(way), "b")
        carrier = before.inward(way)
        t.step(i, "how it moves: omega_i, alpha_i, A_i")
        moving = _named(t, i, carrier.next(rate, push))
        t.step(i, "what its joint imposes on all that it carries: V, P, Q")
        beside = t.vector(met.name("D"), i, value=before.w.cross(met.twice(way.beside)))
        along = carrier.w.cross(met.twice(way.shift_along)) + met.twice(rate.linear)
        across = Across(link, pose, way, beside, along)
        own = [_imposed(met, carrier, rate, k, S) for k, S in dofs(link)]
        path = met.arrive(path, across, own)

        inside = Seen(body(t, link, q), STILL, NO_WRENCH)
        for child in model.children(i):
            inside = inside + visit(child, moving, path).given_by(child, link)
        t.step(i, "moments, flow and wrench of all that it carries, as it sees them")
        _named_seen(met, i, inside)

        @cache
        def view(between: bool) -> View:
            """Look from the parent's body, in the frame before the joint moves or in the link's."""
            if not between:
                return View.of(met, carrier, inside, rate, push)
            t.step(i, "the same as its parent sees them, before the joint moves")
            turned = inside.up(way.inner)
            return View.of(met, before, turned, rate, push).from_the_carrier

        here = view(across.starts_between)
        _named_seen(met, i, here.seen, "b")
        t.step(i, "tau_i")
        total = here.carrier.needs(here.seen)
        for x in own:
            torque = total.dot(x.S) + qdd[x.k] * link.rotor_inertia
            tau[x.k] = t.scalar("tau", x.k + 1, value=torque)
            met.meet(path, x, lambda between, x=x: view(between).terms(met, link, x))
        t.step(i, "seen by its parent, in the parent's frame")
        return here.seen.up(way.outer if across.starts_between else pose)

    for root in model.roots:
        visit(root, Carrier.of(ORIGIN, ORIGIN, model.base_acceleration(root)), ())
    return tau


def _imposed(met: Meetings, carrier: Carrier, rate: Motion, k: int, S: Motion) -> Imposed:
    """Return what a unit of qdd, qd and q of one degree of freedom does to all that it carries."""
    w, v, w2, Om = S.angular, S.linear, met.twice(carrier.w), carrier.Om
    by_qd = Change(w, Motion(w2.cross(w), w2.cross(v)) + met.bent(rate, S))
    if met.rates_only:
        return Imposed(k, S, by_qd, NO_CHANGE)
    P = carrier.w.cross(w)
    linear = carrier.A.cross(w) + Om @ v + (P + P).cross(rate.linear)
    return Imposed(k, S, by_qd, Change(P, Motion(Om @ w, linear)))


def inverse_dynamics_derivatives(
    model: Model, t: Tape, q: Values, qd: Values, qdd: Values, hubs: Hubs = AT_BASE
) -> Derivatives:
    """Return the torques, the inertia matrix, and the torques' derivatives by q and by qd."""
    met = Meetings(model, t, hubs, rates_only=False)
    tau = _recursion(model, t, q, qd, qdd, met)
    return tau, met.M, met.by_q, met.by_qd


def coriolis_matrix(model: Model, t: Tape, q: Values, qd: Values, hubs: Hubs = AT_BASE) -> Matrix:
    """Return C(q, qd) of Christoffel's symbols: half of the torques' derivatives by qd."""
    met = Meetings(model, t, hubs, rates_only=True)
    _recursion(model, t, q, qd, no_rates(model), met)
    return met.by_qd


def _named(t: Tape, i: int, carrier: Carrier, suffix: str = "") -> Carrier:
    """Name how a body moves, or how its parent's would carry it."""
    t.vector(f"omega{suffix}", i, value=carrier.w)
    t.vector(f"alpha{suffix}", i, value=carrier.al)
    t.matrix(f"Om{suffix}", i, value=carrier.Om)
    t.vector(f"A{suffix}", i, value=carrier.A)
    return carrier


def _named_seen(met: Meetings, i: int, seen: Seen, suffix: str = "") -> None:
    """Name what is seen of all that a link carries, by itself or by its parent."""
    met.t.moments(f"phi{suffix}", f"psi{suffix}", i, value=seen.body)
    met.t.flow(met.name(f"p{suffix}"), met.name(f"G{suffix}"), i, value=seen.flow)
    met.t.wrench(f"f{suffix}", f"chi{suffix}", i, value=seen.wrench)


SYMBOLS = (
    Symbols(
        {
            "omega": "angular velocity",
            "alpha": "angular acceleration",
            "A": "acceleration of the origin",
        },
        "of link {0}, less gravity, in its frame",
    ),
    Symbols({"Om": "alpha~ + omega~ omega~"}, "of link {0}"),
    Symbols(
        {
            "omegab": "angular velocity",
            "alphab": "angular acceleration",
            "Omb": "alpha~ + omega~ omega~",
            "Ab": "acceleration",
        },
        "that its parent's body gives to link {0}, before joint {0} moves",
    ),
    Symbols(
        {"phi": "first moment", "psi": "second moments", "p|p2_": "flow p", "G|G2_": "flow G"}
        | {"f": "force", "chi": "moment"},
        "of link {0} with all that it carries, as link {0} sees them",
    ),
    Symbols(
        {"phib": "first moment", "psib": "second moments", "pb|pb2_": "flow p", "Gb|Gb2_": "flow G"}
        | {"fb": "force", "chib": "moment"},
        "of link {0} with all that it carries, as its parent sees them before joint {0} moves",
    ),
    Symbols({"D|D2_": "velocity"}, "of the foot of joint {0} off its parent's origin"),
    TORQUE,
    *MET,
)

METHOD = Method(
    "relative",
    "composite bodies as their carriers see them, by Coriolis' theorem",
    ((SINGH_2022, "composite bodies"),),
    {
        Quantity.INVERSE_DYNAMICS_DERIVATIVES: inverse_dynamics_derivatives,
        Quantity.CORIOLIS_MATRIX: coriolis_matrix,
    },
    SYMBOLS,
)
