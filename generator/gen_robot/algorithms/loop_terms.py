"""What closed loops ask of a robot's state, by recursions from each end to where both ways part.

Of an end's point P, or of a direction e that is fixed there, it is known how it moves against link i; a
joint with the free motions (w_k, u_k) and the rates W, U adds, with the arm r from its origin to P,

    col_k = u_k + w_k x r        v' = v + W x r + U        a' = a + W x (v + v')

and nothing but turns lies between two joints. Conditions are components of the gap between two points,
or products of a vector of one side with a direction of the other:

    phi = u . n        K_k = col_u,k . n + u . col_n,k        k = -(a_u . n + 2 v_u . v_n + u . a_n)

so that K qdd = k keeps phi'' at zero. All is in the frame of the first joint of one side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Matrix, Scalar, Values, Vec3
from gen_robot.algorithms.chain import Chain, stage
from gen_robot.algorithms.frame_motion import across_joint
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.description.loop_kinds import AXES, GAP
from gen_robot.model.formulation import Bodies
from gen_robot.model.loops import Loop, Side, sides
from gen_robot.model.model import Model

Rows = Sequence[tuple[int, str]]
"""Conditions: the number of a loop, from 0, and the condition's name there."""


@dataclass(frozen=True)
class Terms:
    """Hold what loops ask for, one element or row a condition; columns are of all joints."""

    residual: list[Scalar]  # phi
    jacobian: Matrix  # K
    rate: list[Scalar]  # K qd
    bias: list[Scalar]  # k


@dataclass(frozen=True)
class _Moving:
    """Hold a point or a direction of one end, and how it moves."""

    value: Vec3
    columns: dict[int, Vec3]
    rate: Vec3
    acceleration: Vec3  # without joint accelerations

    def __sub__(self, other: _Moving) -> _Moving:
        columns = {
            k: self.columns.get(k, ORIGIN) - other.columns.get(k, ORIGIN)
            for k in sorted({*self.columns, *other.columns})
        }
        return _Moving(
            self.value - other.value,
            columns,
            self.rate - other.rate,
            self.acceleration - other.acceleration,
        )


def terms(model: Model, t: Tape, q: Values, qd: Values | None, rows: Rows) -> Terms:
    """Return what these conditions ask for; without velocities, where the robot is alone counts."""
    rates = no_rates(model) if qd is None else qd
    residual, jacobian, rate, bias = [], [], [], []
    known: dict[int, _Closing] = {}
    for number, (place, word) in enumerate(rows, 1):
        if place not in known:
            assert model.closing is not None, "a robot without loops"
            known[place] = _Closing(model, t, q, rates, model.closing.loops[place], place + 1)
        phi, row, speed, rest = known[place].condition(word, number)
        residual.append(phi)
        jacobian.append(row)
        rate.append(speed)
        bias.append(rest)
    return Terms(residual, jacobian, rate, bias)


class _Closing:
    """Hold one loop as it is walked along; what several conditions need is computed once."""

    def __init__(
        self, model: Model, t: Tape, q: Values, qd: Values, loop: Loop, number: int
    ) -> None:
        self.t, self.nv, self.number, self.qd = t, model.nv, number, qd
        both = sides(model, loop)
        self.sides: tuple[Side, Side] = (both.a, both.b)
        self.chains: list[Chain] = [
            tuple(stage(t, link, q) for link in side.links) for side in self.sides
        ]
        self.known: dict[tuple[int, str], _Moving] = {}

    def condition(self, word: str, row: int) -> tuple[Scalar, list[Scalar], Scalar, Scalar]:
        """Return phi, the row of K, K qd and k of one condition."""
        t, full = self.t, [ZERO] * self.nv
        if word in AXES:
            gap = self._moving(0, GAP) - self._moving(1, GAP)
            t.step(0, f"loop {self.number}: {word} of the gap between its ends")
            phi, speed, rest = (getattr(v, word) for v in (gap.value, gap.rate, -gap.acceleration))
            for k, column in gap.columns.items():
                full[k] = getattr(column, word)
        else:
            first, second = word.split(".")
            u, n = self._moving(0, first), self._moving(1, second)
            if first == GAP:
                u = u - self._moving(1, GAP)
            t.step(0, f"loop {self.number}: {first} of one end, along {second} of the other")
            phi = u.value.dot(n.value)
            for k in sorted({*u.columns, *n.columns}):
                own, other = u.columns.get(k, ORIGIN), n.columns.get(k, ORIGIN)
                full[k] = own.dot(n.value) + u.value.dot(other)
            speed = u.rate.dot(n.value) + u.value.dot(n.rate)
            both = u.rate.dot(n.rate)
            rest = -(u.acceleration.dot(n.value) + (both + both) + u.value.dot(n.acceleration))
        t.scalar("phi", row, value=phi)
        for k, x in enumerate(full, 1):
            t.scalar("K", row, k, value=x)
        t.scalar("w", row, value=speed)
        return phi, full, speed, t.scalar("k", row, value=rest)

    def _moving(self, side: int, what: str) -> _Moving:
        if (side, what) not in self.known:
            self.known[side, what] = self._walked(side, what)
        return self.known[side, what]

    def _walked(self, side: int, what: str) -> _Moving:
        """Carry the end's point, or one of its axes, to where both ways part."""
        t, end, chain = self.t, self.sides[side].end, self.chains[side]
        is_point = what == GAP
        r = end.origin if is_point else getattr(end.rotation, what)
        symbol = "r" if is_point else what
        v = a = ORIGIN
        columns: dict[int, Vec3] = {}
        for each in reversed(chain):
            i, own = each.number, each.own
            t.step(i, f"end of loop {self.number}, as link {i} carries it")
            r, v, a = own.up_point(r) if is_point else own.up(r), own.up(v), own.up(a)
            columns = {k: own.up(column) for k, column in columns.items()}
            t.vector(f"{symbol}l", self.number, i, value=r)
            moving = across_joint(each, self.qd)
            for k, motion in each.motions:
                column = motion.angular.cross(r)
                columns[k] = column + motion.linear if is_point else column
            step = moving.angular.cross(r)
            v_next = v + (step + moving.linear if is_point else step)
            a = t.vector(f"{symbol}a", self.number, i, value=a + moving.angular.cross(v + v_next))
            v = t.vector(f"{symbol}v", self.number, i, value=v_next)
            before = each.before
            r = before.up_point(r) if is_point else before.up(r)
            v, a = before.up(v), before.up(a)
            columns = {k: before.up(column) for k, column in columns.items()}
        return _Moving(r, dict(sorted(columns.items())), v, a)


SYMBOLS = (
    Symbols({"phi": "gap"}, "of condition {0}", parts=False),
    Symbols(
        {"w": "its rate", "k": "minus its acceleration at qdd = 0"}, "of condition {0}", parts=False
    ),
    Symbols({"K": "element"}, "({0},{1}) of the conditions' Jacobian K", links=2, parts=False),
    Symbols(
        {"rl": "place", "rv": "velocity", "ra": "acceleration at qdd = 0"},
        "of an end of loop {0} against the link that link {1} is on",
        links=2,
    ),
    Symbols(
        {"[xyz]l": "direction", "[xyz]v": "velocity", "[xyz]a": "acceleration at qdd = 0"},
        "of an axis at an end of loop {0} against the link that link {1} is on",
        links=2,
    ),
)

METHOD = Method(
    "both_ways",
    "recursions from both ends of a loop to where their ways part",
    ((FEATHERSTONE_ORIN_2000, ""),),
    {Quantity.LOOP_TERMS: terms},
    SYMBOLS,
    bodies=tuple(Bodies),  # they do not matter
)
