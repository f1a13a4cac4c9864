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
from gen_robot.model.model import Model


@dataclass(frozen=True)
class Hubs:
    """Say how many joints from the base on are met at the last of them; the others each at itself."""

    of_changes: int = 0
    of_axes: int = 0


AT_BASE = Hubs()


@dataclass(frozen=True)
class Station:
    """Hold a link on the way from the base, and the joints that are met there."""

    across: Across
    own: tuple[Imposed, ...]
    changes: tuple[Imposed, ...]  # of joints before it
    axes: tuple[Imposed, ...]


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

    def __init__(self, model: Model, t: Tape, hubs: Hubs, rates_only: bool) -> None:
        """Take `rates_only` for derivatives by velocities alone, halved: then nothing is doubled."""
        self.t, self.hubs, self.rates_only = t, hubs, rates_only
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

    def arrive(self, path: Path, across: Across, own: Sequence[Imposed]) -> Path:
        """Return the path with a link more; as far as a hub, the joints before it come along."""
        changes: tuple[Imposed, ...] = ()
        axes: tuple[Imposed, ...] = ()
        if path:
            before, depth = path[-1], len(path) + 1
            if depth <= self.hubs.of_changes:
                changes = self._down(across, (*before.own, *before.changes))
            if depth <= self.hubs.of_axes:
                axes = self._down(across, (*before.own, *before.axes))
        return (*path, Station(across, tuple(own), changes, axes))

    def meet(self, path: Path, x: Imposed, terms: Callable[[bool], Terms]) -> None:
        """Note all derivatives of and by one degree of freedom.

        `terms` gives them in the link's own frame or, told to, in the one between it and its parent's.
        """
        station, depth = path[-1], len(path)
        link, between = station.across.link, station.across.starts_between
        here = terms(between)
        self.t.step(link.number, "its own elements")
        for y in station.own:
            if y.k <= x.k:
                rotor = link.rotor_inertia if y is x else 0
                put(self.t, self.M, x.k, y.k, here.answer.N.dot(y.S) + rotor)
            self._note(y.k, x.k, here.own_by_q.dot(y.S), here.asked.by_qd.dot(y.S))

        between_here = between and depth > self.hubs.of_changes
        self._answer(path, x.k, terms(between_here).answer, between_here)
        between_here = between and depth > self.hubs.of_axes
        self._ask(path, x.k, terms(between_here).asked, between_here)

    def _answer(self, path: Path, k: int, answer: Answer, between: bool) -> None:
        """Carry an answer towards the base until it has met the changes by every joint before."""
        for depth in range(len(path), 0, -1):
            station = path[depth - 1]
            met = station.changes if depth == len(path) else (*station.own, *station.changes)
            for x in met:
                put(self.t, self.M, k, x.k, answer.N.dot(x.S))
                self._note(k, x.k, answer.to(x.by_q), answer.to(x.by_qd))
            if depth <= max(self.hubs.of_changes, 1):
                return
            pair = self._leave(path, depth, "torques that answer, from its parent on")
            answer = answer.up(station.across, between)
            self.t.wrench("F", "N", *pair, value=answer.N)
            self.t.vector(self.name("R"), *pair, value=answer.R)
            between = False

    def _ask(self, path: Path, k: int, asked: Asked, between: bool) -> None:
        """Carry wrenches towards the base until they have met the axis of every joint before."""
        for depth in range(len(path), 0, -1):
            station = path[depth - 1]
            met = station.axes if depth == len(path) else (*station.own, *station.axes)
            for x in met:
                self._note(x.k, k, asked.by_q.dot(x.S), asked.by_qd.dot(x.S))
            if depth <= max(self.hubs.of_axes, 1):
                return
            pair = self._leave(path, depth, "wrenches asked for, from its parent on")
            asked = asked.up(station.across, between)
            self.t.wrench("Fv", "Nv", *pair, value=asked.by_qd)
            self.t.wrench("Fq", "Nq", *pair, value=asked.by_q)
            between = False

    def _leave(self, path: Path, depth: int, heading: str) -> tuple[int, int]:
        """Begin the step from a link to its parent; return the tip's number and the parent's."""
        tip = path[-1].across.link.number
        self.t.step(tip, heading)
        return tip, path[depth - 2].across.link.number

    def _down(self, across: Across, before: Sequence[Imposed]) -> tuple[Imposed, ...]:
        i = across.link.number
        self.t.step(i, "what the joints before it impose, in its frame")
        found = tuple(x.down(across) for x in before)
        for x in found:
            pair = x.k + 1, i
            self.t.motion("Sa", "Sl", *pair, value=x.S)
            self.t.motion("Va", "Vl", *pair, value=x.by_qd.acceleration)
            self.t.vector("P", *pair, value=x.by_q.spin)
            self.t.motion("Qa", "Ql", *pair, value=x.by_q.acceleration)
        return found

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
        {"R2_|R": "what an angular velocity is multiplied by"},
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
