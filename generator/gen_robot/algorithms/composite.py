"""Derivatives of inverse dynamics by composite bodies (Singh et al. 2022).

Link i with all that it carries is one body: its moments, its flow - u from the velocity of the
link's origin, for the particles of all links - and the wrench of the Gibbs-Appell equations. What
joint j imposes on it is the motion of one body, so the torque that answers is that body's momentum
times an acceleration, and its flow times a rotation. The paper's B, of six by six, is twelve numbers
here, and acts on rotations alone (`algebra/flow.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.flow import Flow
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.carrier import RIDE, Carrier, ride
from gen_robot.algorithms.joint_terms import body, no_rates
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.meetings import FLOW, MET, Derivatives, Meetings, Path, Terms, at_base
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import MATA_2002, SINGH_2022
from gen_robot.algorithms.symbols import COMPOSITE, TORQUE, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.travelling import (
    NO_WRENCH,
    Across,
    Answer,
    Asked,
    Imposed,
    carried_along,
)
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class Composite:
    """Hold moments, flow (twice) and wrench of a link and all that it carries."""

    body: Moments
    flow: Flow
    wrench: Wrench

    def __add__(self, other: Composite) -> Composite:
        return Composite(self.body + other.body, self.flow + other.flow, self.wrench + other.wrench)

    def given_by(self, link: Link, parent: Link) -> Composite:
        """Return what a link gives to its parent: of lanes the sum."""
        parts = added_up(link, parent, self.body), added_up(link, parent, self.flow)
        return Composite(*parts, added_up(link, parent, self.wrench))

    def up(self, across: Across, t: Tape) -> Composite:
        """Give it in the parent's frame, u from the velocity of the parent's origin."""
        way = across.way
        along, flow = Pose(way.inner.steps[len(way.turn.steps) :]), self.flow
        body = along.up_moments(self.body)
        flow = flow.shifted(way.shift_along).hurried(across.along, body).up(way.turn)
        body = way.turn.up_moments(body)
        beside = Pose(way.outer.steps[len(way.turns.steps) :])
        body = beside.up_moments(body)
        flow = flow.shifted(way.beside).hurried(across.beside, body).up(way.turns)
        own = (across.link.number,)
        body = across.pose.up_moments(self.body, t.way("phi", "psi", links=own))
        wrench = across.pose.up_wrench(self.wrench, t.way("f", "chi", links=own))
        return Composite(body, flow, wrench)

    def terms(self, met: Meetings, link: Link, x: Imposed) -> Terms:
        """Return how the torque at i answers, and what a unit of qd_i or q_i asks for."""
        t, i = met.t, link.number
        t.step(i, "how its torque answers to joints before it: N, R")
        answer = Answer(self.body.momentum(x.S), self.flow.felt_by(x.S))
        t.step(i, "the wrenches that a unit of qd_i and one of q_i ask for")
        by_qd = self.body.momentum(x.by_qd.acceleration) + self.flow.forces(x.by_qd.spin)
        if met.rates_only:
            return met.named(link, x.k, Terms(answer, Asked(by_qd, NO_WRENCH), NO_WRENCH))
        own = self.body.momentum(x.by_q.acceleration) + self.flow.forces(x.by_q.spin)
        by_q = own + carried_along(x.S, self.wrench)
        return met.named(link, x.k, Terms(answer, Asked(by_qd, by_q), own))


def _recursion(model: Model, met: Meetings, q: Values, qd: Values, qdd: Values) -> list[Scalar]:
    """Return the torques; all else is collected where joints meet."""
    t, tau = met.t, no_rates(model)

    def visit(link: Link, parent: Carrier, path: Path) -> Composite:
        i = link.number
        r = ride(met, link, parent, path, q, qd, qdd)
        t.step(i, "its own wrench and flow")
        own = body(t, link, q)
        spin = Motion(met.twice(r.moving.w), ORIGIN)
        composite = Composite(own, Flow.of(spin, own), r.moving.needs(own))
        for child in model.children(i):
            composite = composite + visit(child, r.moving, r.path).given_by(child, link)
        t.step(i, "moments, flow and wrench of all that it carries; tau_i")
        t.moments("phi", "psi", i, value=composite.body)
        t.flow(met.name("p"), met.name("G"), i, value=composite.flow)
        t.wrench("f", "chi", i, value=composite.wrench)
        for x in r.own:
            torque = composite.wrench.dot(x.S) + qdd[x.k] * link.rotor_inertia
            tau[x.k] = t.scalar("tau", x.k + 1, value=torque)
        for x in r.own:
            met.meet(r.path, x, composite.terms(met, link, x))
        t.step(i, "seen from its parent")
        return composite.up(r.across, t)

    for root in model.roots:
        visit(root, Carrier.base(model, root), ())
    return tau


def inverse_dynamics_derivatives(
    model: Model, t: Tape, q: Values, qd: Values, qdd: Values
) -> Derivatives:
    """Return the torques, the inertia matrix, and the torques' derivatives by q and by qd."""
    met = Meetings(model, t, at_base(model), turned_back=False)
    tau = _recursion(model, met, q, qd, qdd)
    return tau, met.M, met.by_q, met.by_qd


def coriolis_matrix(model: Model, t: Tape, q: Values, qd: Values) -> Matrix:
    """Return C(q, qd) of Christoffel's symbols."""
    met = Meetings(model, t, at_base(model), rates_only=True, turned_back=False)
    _recursion(model, met, q, qd, no_rates(model))
    return met.by_qd


METHOD = Method(
    "composite",
    "composite bodies and their flow",
    ((SINGH_2022, "composite bodies"), (MATA_2002, "section 4.1, accelerations")),
    {
        Quantity.INVERSE_DYNAMICS_DERIVATIVES: inverse_dynamics_derivatives,
        Quantity.CORIOLIS_MATRIX: coriolis_matrix,
    },
    (
        *RIDE,
        COMPOSITE,
        *FLOW,
        Symbols({"f": "force", "chi": "moment"}, "through joint {0}, in the frame of link {0}"),
        TORQUE,
        *MET,
    ),
    limbs=tuple(Limbs),
)
