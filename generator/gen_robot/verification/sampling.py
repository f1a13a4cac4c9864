"""Kernels at random states in numbers of 60 digits: what is said where nothing can be proved.

If all of N states drawn at random are right, then with confidence 1 - DOUBT at most ln(1/DOUBT)/N of
all states are wrong. No proof; a wrong kernel is wrong nearly everywhere, so it is found at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.verification.extent import ANGLES, spelled
from gen_robot.verification.joint_motion import SIGN_OF_RATE
from gen_robot.verification.layout import COSINES, PLAIN, SINES, Layout
from gen_robot.verification.newton_euler import inverse_dynamics
from gen_robot.verification.polynomial import Polynomial, exactly
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Place,
    Program,
)
from gen_robot.verification.robot import Body
from gen_robot.verification.theorem import ALWAYS, Case, Theorem

STATES = 200
DOUBT = 1e-6
_SEED = 20240229
_ROUNDINGS = 256  # units in the last place of the largest term


@dataclass(frozen=True)
class State:
    """Hold one state as the scalars of the equations (joint_motion.Scalars)."""

    values: Mapping[str, tuple[Number, ...]]

    def constant(self, x: Number) -> Number:
        return x

    def rounded(self, x: float) -> Number:
        return exactly(x)

    def turn(self, body: Body) -> tuple[Number, Number]:
        return (self.values["q"][body.first] * body.times + body.offset).cos_sin()

    def given(self, array: str, index: int) -> Number:
        if array == SIGN_OF_RATE:
            return Number(self.given("qd", index).sign)
        return self.values[array][index] if array in self.values else ZERO

    def with_values(self, array: str, values: Sequence[Number]) -> State:
        return State({**self.values, array: tuple(values)})


@dataclass(frozen=True)
class Apart:
    """Give the equations polynomials in some arrays, at a state in all others."""

    state: State
    kept: frozenset[str]  # arrays that are not zero
    apart: frozenset[str]  # those of them that stay variables

    def constant(self, x: Number) -> Polynomial:
        return Polynomial.constant(x)

    def rounded(self, x: float) -> Polynomial:
        return Polynomial.constant(exactly(x))

    def turn(self, body: Body) -> tuple[Polynomial, Polynomial]:
        cosine, sine = self.state.turn(body)
        return Polynomial.constant(cosine), Polynomial.constant(sine)

    def given(self, array: str, index: int) -> Polynomial:
        if array in self.apart:
            return Polynomial.variable(spelled((array, index)))
        is_there = array in self.kept or array == ANGLES
        return Polynomial.constant(self.state.given(array, index) if is_there else ZERO)

    @property
    def values(self) -> dict[str, Number]:
        """Return the state by the names of variables."""
        arrays = self.state.values.items()
        found = {spelled((a, k)): x for a, xs in arrays for k, x in enumerate(xs)}
        signs = (spelled((SIGN_OF_RATE, k)) for k in range(len(self.state.values["qd"])))
        return found | {s: self.state.given(SIGN_OF_RATE, k) for k, s in enumerate(signs)}


def random_states(
    length: int,
    count: int = STATES,
    layout: Layout = PLAIN,
    sizes: Mapping[str, int] | None = None,
) -> list[State]:
    """Return the same states at every run: angles over a turn, the rest within 3.

    `sizes` has the lengths of arrays that are not as long as the velocities.
    """
    chosen = random.Random(_SEED)
    lengths = {"q": length, "qd": length, "qdd": length, "tau": length, **(sizes or {})}

    def some(limit: Number, length: int) -> list[Number]:
        steps = [chosen.randrange(-(10**9), 10**9 + 1) for _ in range(length)]
        return [Number(step) / Number(10**9) * limit for step in steps]

    def state() -> State:
        values = {
            array: some(PI if array == "q" else Number(3), length)
            for array, length in lengths.items()
        }
        angles = values["q"]
        for index, waves in layout.products.items():
            parts = [(angles[axis].cos(), angles[axis].sin()) for axis, _ in waves]
            product = Number(1)
            for (_, wave), both in zip(waves, parts, strict=True):
                product = product * both[wave == SIN]
            values["q"] = [*values["q"][:index], product, *values["q"][index + 1 :]]
        turns = [angle.cos_sin() for angle in values["q"]]
        values[COSINES], values[SINES] = [c for c, _ in turns], [s for _, s in turns]
        return State({array: tuple(xs) for array, xs in values.items()})

    return [state() for _ in range(count)]


def outputs(program: Program, state: State) -> dict[Place, Number]:
    """Return what a program gives at a state, up to 60 digits."""
    values = all_values(program, state)
    return {place: values[number] for place, number in program.outputs.items()}


def all_values(program: Program, state: State) -> list[Number]:
    """Return each value of a program at a state."""
    values: list[Any] = []
    for node in program.nodes:
        if node.op == LITERAL:
            values.append(exactly(node.literal))
        elif node.op == INPUT:
            values.append(state.values[node.place[0]][node.place[1]])
        else:
            values.append(_MEANING[node.op](*(values[k] for k in node.arguments)))
    return values


_MEANING: Mapping[str, Callable[..., Number]] = {
    ADD: lambda a, b: a + b,
    SUB: lambda a, b: a - b,
    MUL: lambda a, b: a * b,
    DIV: lambda a, b: a / b,
    NEG: lambda a: -a,
    SIN: lambda a: a.sin(),
    COS: lambda a: a.cos(),
    SIGN: lambda a: Number(a.sign),
    SQRT: lambda a: a.sqrt(),
}


@dataclass(frozen=True)
class Sampled:
    """Hold the largest difference found, relative to the largest term, and where it is."""

    states: int
    worst: float
    place: Place
    state: State
    is_right: bool

    @property
    def share(self) -> float:
        """Return how many states may be worse yet, as a share of all."""
        return math.log(1 / DOUBT) / self.states


def with_plausible_bodies(state: State, own: Sequence[float]) -> State:
    """Return a state whose inertial inputs are those of bodies: near to the file's, or a small load."""
    values = dict(state.values)
    if "payload" in values:
        mass, *rest = values["payload"]
        com, inertia = rest[:3], rest[3:]
        spread = Number(1) / Number(10)
        inertia = [x * spread + Number(int(k in (0, 3, 5))) for k, x in enumerate(inertia)]
        values["payload"] = (abs(mass), *(x * spread for x in com), *inertia)
    if "parameters" in values:
        # Other ones at each state, or what depends on them alone would pass for a constant.
        shares = [Number(1) + x / Number(20) for x in values["parameters"]]
        values["parameters"] = tuple(
            exactly(x) * share for x, share in zip(own, shares, strict=True)
        )
    return State(values)


NOWHERE = ("", 0)
"""Where a state has no result: by a division by zero in a program, or where M is singular."""

Pairs = dict[str, tuple[list[Number], list[Number], Number]]
"""By array: what is, what should be, and how large the terms are that it is made of."""

Hold = Callable[[Mapping[Place, Number], State], Pairs]
"""Holds what a program gives at a state against what it should."""


def sampled(program: Program, hold: Hold, states: Sequence[State], solves: bool = False) -> Sampled:
    """Hold a program against what it should give, or what it gives against what it solves."""
    every: list[Pairs] = []
    for state in states:
        try:
            every.append(hold(outputs(program, state), state))
        except (ZeroDivisionError, ValueError):
            return Sampled(len(states), math.inf, NOWHERE, state, is_right=False)
    if not solves:
        every = _by_the_largest(every)
    found = [(*_worst(pairs), state) for pairs, state in zip(every, states, strict=True)]
    worst, place, state = max(found, key=lambda each: each[0])
    is_right = worst <= _ROUNDINGS * 2.0**-program.bits
    return Sampled(len(states), worst, place, state, is_right)


def hold_against(theorem: Theorem, case: Case, solves: bool = False) -> Hold:
    """Return what holds kernels against the equations; those that solve, by what is solved."""
    hold: Callable[..., Pairs] = _against
    if solves:
        hold = of_inverse if "M" in theorem.outputs else residual
    return lambda own, state: hold(own, case, theorem, state)


def _by_the_largest(every: Sequence[Pairs]) -> list[Pairs]:
    """Take for the size of an array what it is at most: at one state, an energy may be near zero."""
    sizes: dict[str, Number] = {}
    for pairs in every:
        for array, (_, right, _) in pairs.items():
            sizes[array] = max([sizes.get(array, ZERO), *(abs(x) for x in right)])
    return [{a: (own, right, sizes[a]) for a, (own, right, _) in pairs.items()} for pairs in every]


def _worst(pairs: Pairs) -> tuple[float, Place]:
    worst, where = -1.0, ("", 0)
    for array, (mine, right, size) in pairs.items():
        largest = max([size, *(abs(x) for x in right)])
        for index, (a, b) in enumerate(zip(mine, right, strict=True)):
            error = float(abs(a - b) / largest) if largest else float(abs(a))
            if error > worst:
                worst, where = error, (array, index)
    return worst, where


def wanted_at(
    places: Sequence[Place], case: Case, theorem: Theorem, state: State
) -> dict[Place, Number]:
    """Return what a theorem wants of elements at a state."""
    scalars = Apart(state, theorem.kept | ALWAYS, theorem.apart)
    right = theorem.wanted(places, theorem.equations(case, scalars), case)
    return {place: x.at(scalars.values) for place, x in right.items()}


def _against(own: Mapping[Place, Number], case: Case, theorem: Theorem, state: State) -> Pairs:
    """Return what a kernel gives beside what its theorem wants."""
    mine: Mapping[Place, Any] = own
    if theorem.rows is not None:
        values = Apart(state, theorem.kept, theorem.apart).values
        made = {place: Polynomial.constant(x) for place, x in own.items()}
        mine = {place: x.at(values) for place, x in theorem.rows(made, case).items()}
    right = wanted_at(list(mine), case, theorem, state)
    result: Pairs = {}
    for (array, index), x in mine.items():
        here, there, _ = result.setdefault(array, ([], [], ZERO))
        here.append(x)
        there.append(right[array, index])
    return result


def of_inverse(own: Mapping[Place, Number], case: Case, theorem: Theorem, at: State) -> Pairs:
    """Return the identity beside what M makes of an inverse."""
    n = range(case.count)
    matrix = inertia_at(case, theorem, at)
    parts = [[matrix[i][k] * own["Minv", k * case.count + j] for k in n] for i in n for j in n]
    identity = [Number(int(i == j)) for i in n for j in n]
    largest = max(abs(x) for each in parts for x in each)
    return {"Minv": (identity, [sum(each, ZERO) for each in parts], largest)}


def inertia_at(case: Case, theorem: Theorem, at: State) -> list[list[Number]]:
    """Return M at a state, by a theorem that has it."""
    count = case.count
    found = wanted_at([("M", k) for k in range(count**2)], case, theorem, at)
    return [[found["M", i * count + j] for j in range(count)] for i in range(count)]


def residual(own: Mapping[Place, Number], case: Case, theorem: Theorem, at: State) -> Pairs:
    """Return the torques that were given beside those that the accelerations need."""
    robot, count = case.robot, case.count
    mine = [own["qdd", k] for k in range(count)]
    torques = {("tau", k): x for k, x in enumerate(at.values["tau"])}
    given, needed, _ = _against(torques, case, theorem, at.with_values("qdd", mine))["tau"]
    slow = replace(robot, gravity=(ZERO,) * 3, has_friction=False)
    rest = at.with_values("qd", [ZERO] * count)
    terms = [ZERO]
    for k in range(count):
        unit = [mine[j] if j == k else ZERO for j in range(count)]
        terms += inverse_dynamics(slow, rest.with_values("qdd", unit))
    return {"qdd": (given, needed, max(map(abs, terms)))}
