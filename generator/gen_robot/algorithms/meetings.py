"""Derivatives of torques, put together where joints and what they carry meet.

Each derivative of a pair of joints is the product of something known at the one, what it imposes on
all that it carries, with something known at the other, how that answers or what it asks for. Either may
travel to meet the other. At the base, where the axes of joints are z, most products cost nothing; on
arms without right angles it costs less to meet midway.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Motion, Wrench
from gen_robot.algebra.vectors import Matrix, Scalar, Vec3
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.travelling import Across, Answer, Asked, Imposed
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class Hubs:
    """Say how many joints from the base on are met at the last of them; the others each at itself."""

    of_changes: int = 0
    of_axes: int = 0


HubsOf = Callable[[Model], Hubs]


def at_base(model: Model) -> Hubs:
    return Hubs()


def midway(model: Model) -> Hubs:
    """Return the middle of the longest way to a tip."""
    depth = {0: 0}
    for link in model.links:
        depth[link.number] = depth[link.parent] + 1
    half = max(depth.values()) // 2
    return Hubs(half, half + 1)


@dataclass(frozen=True)
class Met:
    """Hold what has come from the joints before a link: where its terms begin, and in its frame."""

    here: tuple[Imposed, ...] = ()
    beyond: tuple[Imposed, ...] = ()


@dataclass(frozen=True)
class Station:
    """Hold a link on the way from the base, and the joints that are met there."""

    across: Across
    own: tuple[Imposed, ...]
    changes: Met
    axes: Met


Path = tuple[Station, ...]

Derivatives = tuple[list[Scalar], Matrix, Matrix, Matrix]
"""Torques, the inertia matrix, the torques' derivatives by q and by qd."""


@dataclass(frozen=True)
class Terms:
    """Hold all that a degree of freedom meets others with, in one frame."""

    answer: Answer
    asked: Asked
    own_by_q: Wrench  # asked for by a unit of q_i, as the link itself sees it


class Meetings:
    """Collect the inertia matrix and the derivatives of torques, pair by pair."""

    def __init__(
        self, model: Model, t: Tape, hubs: Hubs, rates_only: bool = False, turned_back: bool = True
    ) -> None:
        """Collect what links' terms give, in their own frames or turned back to before their joints.

        `rates_only` asks for derivatives by velocities alone, halved: then nothing is doubled.
        """
        self.t, self.hubs, self.rates_only, self.turned_back = t, hubs, rates_only, turned_back
        self.M, self.by_q, self.by_qd = (zeros(model.nv) for _ in range(3))

    def twice(self, v: Vec3) -> Vec3:
        return v if self.rates_only else v + v

    def name(self, symbol: str) -> str:
        """Return the name of what is doubled, unless rates alone are asked for."""
        return symbol if self.rates_only else f"{symbol}2_"

    def bent(self, rate: Motion, S: Motion) -> Motion:
        """Return what the joint's own rates add to V, if its motions do not commute."""
        w, v = S.angular, S.linear
        slid = ORIGIN if self.rates_only else w.cross(rate.linear)
        return Motion(rate.angular.cross(w), rate.angular.cross(v) + slid)

    def arrive(self, path: Path, across: Across, own: tuple[Imposed, ...]) -> Path:
        """Return the path with a link more; as far as a hub, the joints before it come along."""
        changes, axes, depth = Met(), Met(), len(path) + 1
        if path and depth <= self.hubs.of_changes:
            changes = self._along(across, (*path[-1].own, *path[-1].changes.beyond))
        if path and depth <= self.hubs.of_axes:
            axes = self._along(across, (*path[-1].own, *path[-1].axes.beyond))
        return (*path, Station(across, own, changes, axes))

    def _along(self, across: Across, before: Sequence[Imposed]) -> Met:
        """Bring along what joints impose, across one more."""
        i = across.link.number
        self.t.step(i, "what the joints before it impose, before its joint moves and in its frame")
        between = tuple(x.outward(across) for x in before)
        beyond = tuple(x.inward(across) for x in between)
        for x in beyond:
            pair = x.k + 1, i
            self.t.motion("Sa", "Sl", *pair, value=x.S)
            self.t.motion("Va", "Vl", *pair, value=x.by_qd.acceleration)
            self.t.vector("P", *pair, value=x.by_q.spin)
            self.t.motion("Qa", "Ql", *pair, value=x.by_q.acceleration)
        return Met(between if self.begins_between(across.link) else beyond, beyond)

    def begins_between(self, link: Link) -> bool:
        """Tell whether a link's terms begin before its joint moves: z is its axis there, too.

        What leaves for the base need not be turned by the joint's angle then; a root's goes nowhere.
        """
        return self.turned_back and bool(link.parent) and link.kind.has_axis

    def meet(self, path: Path, x: Imposed, terms: Terms) -> None:
        """Note all derivatives of and by one degree of freedom of a path's last link."""
        station = path[-1]
        link = station.across.link
        self.t.step(link.number, "its own elements")
        for y in station.own:
            if y.k <= x.k:
                rotor = link.rotor_inertia if y is x else 0
                put(self.t, self.M, x.k, y.k, terms.answer.N.dot(y.S) + rotor)
            self._note(y.k, x.k, terms.own_by_q.dot(y.S), terms.asked.by_qd.dot(y.S))
        self._answer(path, x.k, terms.answer)
        self._ask(path, x.k, terms.asked)

    def named(self, link: Link, k: int, terms: Terms) -> Terms:
        """Name the terms of a link."""
        pair = k + 1, link.number
        self.t.wrench("F", "N", *pair, value=terms.answer.N)
        self.t.vector(self.name("R"), *pair, value=terms.answer.R)
        self.t.wrench("Fv", "Nv", *pair, value=terms.asked.by_qd)
        self.t.wrench("Fq", "Nq", *pair, value=terms.asked.by_q)
        return terms

    def _answer(self, path: Path, k: int, answer: Answer) -> None:
        """Carry an answer towards the base until it has met the changes by every joint before."""
        between = self.begins_between(path[-1].across.link)
        for depth in range(len(path), 0, -1):
            station = path[depth - 1]
            others = (*station.own, *station.changes.beyond)
            for x in station.changes.here if depth == len(path) else others:
                put(self.t, self.M, k, x.k, answer.N.dot(x.S))
                self._note(k, x.k, answer.to(x.by_q), answer.to(x.by_qd))
            if depth <= max(self.hubs.of_changes, 1):
                return
            pair = self._leave(path, depth, k, "torques that answer, from its parent on")
            answer = answer.up(station.across, between, self.t, pair, self.name("R"))
            between = False

    def _ask(self, path: Path, k: int, asked: Asked) -> None:
        """Carry wrenches towards the base until they have met the axis of every joint before."""
        between = self.begins_between(path[-1].across.link)
        for depth in range(len(path), 0, -1):
            station = path[depth - 1]
            others = (*station.own, *station.axes.beyond)
            for x in station.axes.here if depth == len(path) else others:
                self._note(x.k, k, asked.by_q.dot(x.S), asked.by_qd.dot(x.S))
            if depth <= max(self.hubs.of_axes, 1):
                return
            pair = self._leave(path, depth, k, "wrenches asked for, from its parent on")
            asked = asked.up(station.across, between, self.t, pair)
            between = False

    def _leave(self, path: Path, depth: int, k: int, heading: str) -> tuple[int, int]:
        """Begin the step from a link to its parent; return the joint's number and the parent's."""
        self.t.step(path[-1].across.link.number, heading)
        return k + 1, path[depth - 2].across.link.number

    def _note(self, row: int, column: int, by_q: Scalar, by_qd: Scalar) -> None:
        pair = row + 1, column + 1
        self.by_q[row][column] = self.t.scalar("tq", *pair, value=by_q)
        name = "C" if self.rates_only else "tv"
        self.by_qd[row][column] = self.t.scalar(name, *pair, value=by_qd)


MET = (
    INERTIA_MATRIX,
    Symbols({"tq": "derivative"}, "of torque {0} by position {1}", links=2, parts=False),
    Symbols({"tv": "derivative"}, "of torque {0} by velocity {1}", links=2, parts=False),
    Symbols({"C": "element"}, "({0},{1}) of the Coriolis matrix", links=2, parts=False),
    Symbols(
        {"F": "force", "N": "moment"},
        "that a unit acceleration of joint {0} needs, as seen from link {1}",
        links=2,
    ),
    Symbols(
        {
            "R[ab]?": "half of what a rotation is multiplied by",
            "R2_[ab]?": "what a rotation is multiplied by",
        },
        "for the torque at joint {0}, as seen from link {1}",
        links=2,
    ),
    Symbols(
        {"Fv": "force", "Nv": "moment"},
        "that a unit velocity of joint {0} asks for, as seen from link {1}",
        links=2,
    ),
    Symbols(
        {"Fq": "force", "Nq": "moment"},
        "that a unit of position {0} asks for, as seen from link {1}",
        links=2,
    ),
    Symbols(
        {"Sa": "angular", "Sl": "linear motion"}, "of a unit rate of {0}, at link {1}", links=2
    ),
    Symbols(
        {"Va": "angular", "Vl": "linear acceleration"},
        "by a unit velocity of {0}, at link {1}",
        links=2,
    ),
    Symbols(
        {"P": "angular velocity", "Qa": "angular", "Ql": "linear acceleration"},
        "by a unit of position {0}, at link {1}",
        links=2,
    ),
)
"""What is named where joints and what they carry meet."""

FLOW = (
    Symbols(
        {"p": "sum of u dm", "p2_": "twice the sum of u dm"}
        | {"G": "sum of u r^T dm", "G2_": "twice the sum of u r^T dm"},
        "of link {0} with all that it carries",
    ),
)
