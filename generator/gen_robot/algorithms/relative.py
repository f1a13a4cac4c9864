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
from functools import partial

from gen_robot.algebra.flow import STILL, Flow
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.vectors import Mat3, Matrix, Scalar, SymMat3, Values, Vec3, columns
from gen_robot.algorithms.carrier import RIDE, Carrier, ride
from gen_robot.algorithms.classical import inertia_moment
from gen_robot.algorithms.joint_terms import body, no_rates
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.meetings import (
    FLOW,
    MET,
    Derivatives,
    HubsOf,
    Meetings,
    Path,
    Terms,
    at_base,
    midway,
)
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import MATA_2002, SINGH_2022
from gen_robot.algorithms.symbols import TORQUE, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.travelling import NO_WRENCH, Answer, Asked, Imposed, carried_along
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Link, Model


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

    def up(self, pose: Pose, met: Meetings, i: int, suffix: str) -> Seen:
        """Give it in the frame that a pose begins at; names on the way have a suffix."""
        moments = met.t.way(f"phi{suffix}", f"psi{suffix}", links=(i,))
        flow = met.t.way(met.name(f"p{suffix}"), met.name(f"G{suffix}"), links=(i,))
        wrench = met.t.way(f"f{suffix}", f"chi{suffix}", links=(i,))
        return Seen(
            pose.up_moments(self.body, moments),
            self.flow.up(pose, flow),
            pose.up_wrench(self.wrench, wrench),
        )

    def needs(self, carrier: Carrier) -> Wrench:
        """Return the wrench of all that is seen, if the one who sees it moves."""
        return carrier.needs(self.body) + self.flow.forces(carrier.w) + self.wrench

    def needs_more(self, carrier: Carrier, S: Motion) -> Wrench:
        """Return the derivative of that wrench as all that is seen moves by S, about its origin."""
        w, body, Om = S.angular, self.body, carrier.Om
        turned, shifted = w.cross(body.first), Om @ S.linear
        force = Om @ turned + shifted * body.mass + carrier.w.cross(w.cross(self.flow.p))
        moment = inertia_moment(carrier.w, carrier.al, Om, _turned(body.second, w))
        moment = moment + turned.cross(carrier.A) + body.first.cross(shifted)
        moment = moment - _turned_matrix(self.flow.G, w) @ carrier.w
        rest = Wrench(w.cross(self.wrench.force), w.cross(self.wrench.moment))
        return Wrench(force, moment) + rest


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

    carrier: Carrier  # the parent's body
    seen: Seen
    flow: Flow  # what is seen, with u from the velocity of the frame's origin
    rate: Motion

    @staticmethod
    def of(met: Meetings, carrier: Carrier, inside: Seen, rate: Motion, push: Motion) -> View:
        """Add the joint's own motion to what the link sees of itself and all that it carries."""
        body, spin = inside.body, rate.angular
        flow = inside.flow + Flow.of(Motion(met.twice(spin), ORIGIN), body)
        slid = Flow.of(Motion(ORIGIN, met.twice(rate.linear)), body)
        if met.rates_only:
            return View(carrier, Seen(body, flow + slid, NO_WRENCH), flow, rate)
        half = inside.flow + Flow.of(Motion(spin, ORIGIN), body)
        pushed = Motion(push.angular, push.linear + spin.cross(rate.linear))
        wrench = inside.wrench + body.momentum(pushed) + half.forces(spin)
        return View(carrier, Seen(body, flow + slid, wrench), flow, rate)

    def terms(self, met: Meetings, link: Link, x: Imposed) -> Terms:
        """Return how the torque at i answers, and what a unit of qd_i or q_i asks for."""
        t, i, body = met.t, link.number, self.seen.body
        w, v, w2 = x.S.angular, x.S.linear, met.twice(self.carrier.w)
        t.step(i, "how its torque answers to joints before it: N, R")
        N = body.momentum(x.S)
        R = body.second @ w2.cross(w) + w2.cross(body.first).cross(v) + self.flow.felt_by(x.S)
        t.step(i, "the wrench that a unit of qd_i asks for")
        dragged = (body.second @ w2).cross(w) + body.first.cross(w2.cross(v))
        bent = body.momentum(met.bent(self.rate, x.S))
        by_qd = Wrench(w2.cross(N.force), dragged) + self.flow.forces(w) + bent
        if met.rates_only:
            return met.named(link, x.k, Terms(Answer(N, R), Asked(by_qd, NO_WRENCH), NO_WRENCH))
        t.step(i, "the wrench that a unit of q_i asks for")
        total = self.seen.needs(self.carrier)
        by_q = self.seen.needs_more(self.carrier, x.S) + Wrench(ORIGIN, v.cross(total.force))
        along = NO_WRENCH if link.kind.has_axis else carried_along(x.S, total)
        return met.named(link, x.k, Terms(Answer(N, R), Asked(by_qd, by_q), by_q - along))


def _recursion(model: Model, met: Meetings, q: Values, qd: Values, qdd: Values) -> list[Scalar]:
    """Return the torques; all else is collected where joints meet."""
    t, tau = met.t, no_rates(model)

    def visit(link: Link, parent: Carrier, path: Path) -> Seen:
        i = link.number
        r = ride(met, link, parent, path, q, qd, qdd)
        inside = Seen(body(t, link, q), STILL, NO_WRENCH)
        for child in model.children(i):
            inside = inside + visit(child, r.moving, r.path).given_by(child, link)
        t.step(i, "moments, flow and wrench of all that it carries, as it sees them")
        _named(met, i, inside)

        t.step(i, "as its parent sees them, before the joint moves if it moves along an axis")
        between = met.begins_between(link)
        if between:
            here = View.of(met, r.before, inside.up(r.way.inner, met, i, "b"), r.rate, r.push)
            here = replace(here, flow=here.seen.flow)  # that frame's origin does not slide
        else:
            here = View.of(met, r.carrier, inside, r.rate, r.push)
        _named(met, i, here.seen, "b")
        t.step(i, "tau_i")
        total = here.seen.needs(here.carrier)
        for x in r.own:
            torque = total.dot(x.S) + qdd[x.k] * link.rotor_inertia
            tau[x.k] = t.scalar("tau", x.k + 1, value=torque)
        for x in r.own:
            met.meet(r.path, x, here.terms(met, link, x))
        t.step(i, "as its parent sees them, in the parent's frame")
        return here.seen.up(r.way.outer if between else r.pose, met, i, "p")

    for root in model.roots:
        visit(root, Carrier.base(model, root), ())
    return tau


def inverse_dynamics_derivatives(
    model: Model, t: Tape, q: Values, qd: Values, qdd: Values, hubs: HubsOf = at_base
) -> Derivatives:
    """Return the torques, the inertia matrix, and the torques' derivatives by q and by qd."""
    met = Meetings(model, t, hubs(model))
    tau = _recursion(model, met, q, qd, qdd)
    return tau, met.M, met.by_q, met.by_qd


def coriolis_matrix(model: Model, t: Tape, q: Values, qd: Values, hubs: HubsOf = at_base) -> Matrix:
    """Return C(q, qd) of Christoffel's symbols."""
    met = Meetings(model, t, hubs(model), rates_only=True)
    _recursion(model, met, q, qd, no_rates(model))
    return met.by_qd


def _named(met: Meetings, i: int, seen: Seen, suffix: str = "") -> None:
    """Name what is seen of all that a link carries, by itself or by its parent."""
    met.t.moments(f"phi{suffix}", f"psi{suffix}", i, value=seen.body)
    met.t.flow(met.name(f"p{suffix}"), met.name(f"G{suffix}"), i, value=seen.flow)
    met.t.wrench(f"f{suffix}", f"chi{suffix}", i, value=seen.wrench)


SYMBOLS = (
    *RIDE,
    Symbols(
        {"phi": "first moment", "psi": "second moments", "f": "force", "chi": "moment"},
        "of link {0} with all that it carries, as link {0} sees them",
    ),
    *FLOW,
    *(
        Symbols(
            {f"phi{at}": "first moment", f"psi{at}": "second moments", f"f{at}": "force"}
            | {f"chi{at}": "moment", f"p{at}": "sum of u dm", f"p{at}2_": "twice the sum of u dm"}
            | {f"G{at}": "sum of u r^T dm", f"G{at}2_": "twice the sum of u r^T dm"},
            f"of link {{0}} with all that it carries, as its parent sees them {where}",
        )
        for at, where in (("b", "before joint {0} moves"), ("p", "in its own frame"))
    ),
    TORQUE,
    *MET,
)


def _method(name: str, title: str, hubs: HubsOf, *, on_long_chains: bool = True) -> Method:
    return Method(
        name,
        title,
        ((SINGH_2022, "composite bodies"), (MATA_2002, "section 4.1, accelerations")),
        {
            Quantity.INVERSE_DYNAMICS_DERIVATIVES: partial(inverse_dynamics_derivatives, hubs=hubs),
            Quantity.CORIOLIS_MATRIX: partial(coriolis_matrix, hubs=hubs),
        },
        SYMBOLS,
        limbs=tuple(Limbs),
        wins_on_long_chains=on_long_chains,
    )


METHODS = (
    _method("relative", "composite bodies as their carriers see them", at_base),
    _method(
        "relative_midway",
        "composite bodies as their carriers see them, met midway",
        midway,
        on_long_chains=False,
    ),
)
