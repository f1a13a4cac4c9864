"""Kernels at random states in numbers of 60 digits: what is said where nothing can be proved.

If all of N states drawn at random are right, then with confidence 1 - DOUBT at most ln(1/DOUBT)/N of
all states are wrong. No proof; a wrong kernel is wrong nearly everywhere, so it is found at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.verification.newton_euler import Body, torques
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SUB,
    Place,
    Program,
)

STATES = 200
DOUBT = 1e-6
_SEED = 20240229
_ROUNDINGS = 256  # units in the last place of the largest term


@dataclass(frozen=True)
class State:
    """Hold one state as the scalars of the equations (newton_euler.Scalars)."""

    values: Mapping[str, tuple[Number, ...]]

    def constant(self, x: Number) -> Number:
        return x

    def turn(self, index: int) -> tuple[Number, Number]:
        return self.values["q"][index].cos_sin()

    def q(self, index: int) -> Number:
        return self.values["q"][index]

    def qd(self, index: int) -> Number:
        return self.values["qd"][index]

    def qdd(self, index: int) -> Number:
        return self.values["qdd"][index]

    def with_values(self, array: str, values: Sequence[Number]) -> State:
        return State({**self.values, array: tuple(values)})


def random_states(length: int, count: int = STATES) -> list[State]:
    """Return the same states at every run: angles over a turn, the rest within 3."""
    chosen = random.Random(_SEED)

    def some(limit: Number) -> tuple[Number, ...]:
        steps = [chosen.randrange(-(10**9), 10**9 + 1) for _ in range(length)]
        return tuple(Number(step) / Number(10**9) * limit for step in steps)

    three = Number(3)
    arrays = ("qd", "qdd", "tau")
    return [State({"q": some(PI), **{a: some(three) for a in arrays}}) for _ in range(count)]


def outputs(program: Program, state: State) -> dict[Place, Number]:
    """Return what a program gives at a state, up to 60 digits."""
    values: list[Any] = []
    for node in program.nodes:
        if node.op == LITERAL:
            top, bottom = node.literal.as_integer_ratio()
            values.append(Number(top) / Number(bottom))
        elif node.op == INPUT:
            values.append(state.values[node.place[0]][node.place[1]])
        else:
            values.append(_MEANING[node.op](*(values[k] for k in node.arguments)))
    return {place: values[number] for place, number in program.outputs.items()}


_MEANING: Mapping[str, Callable[..., Number]] = {
    ADD: lambda a, b: a + b,
    SUB: lambda a, b: a - b,
    MUL: lambda a, b: a * b,
    DIV: lambda a, b: a / b,
    NEG: lambda a: -a,
    SIN: lambda a: a.sin(),
    COS: lambda a: a.cos(),
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


def sampled(
    program: Program, chain: Sequence[Body], gravity: Sequence[Number], states: Sequence[State]
) -> Sampled:
    """Hold a program against the equations; forward dynamics by what its accelerations need."""
    found = []
    for state in states:
        own = outputs(program, state)
        found.append((*_difference(own, chain, gravity, state), state))
    worst, place, state = max(found, key=lambda each: each[0])
    is_right = worst <= _ROUNDINGS * 2.0**-program.bits
    return Sampled(len(states), worst, place, state, is_right)


def _difference(
    own: Mapping[Place, Number], chain: Sequence[Body], gravity: Sequence[Number], state: State
) -> tuple[float, Place]:
    worst, where = -1.0, ("", 0)
    for array in dict.fromkeys(name for name, _ in own):
        mine = [value for (name, _), value in own.items() if name == array]
        right, size = _right(array, mine, chain, gravity, state)
        mine = list(state.values["tau"]) if array == "qdd" else mine
        largest = max([size, *(abs(x) for x in right)])
        for index, (a, b) in enumerate(zip(mine, right, strict=True)):
            error = float(abs(a - b) / largest) if largest else float(abs(a))
            if error > worst:
                worst, where = error, (array, index)
    return worst, where


def _right(
    array: str, mine: Sequence[Number], chain: Sequence[Body], gravity: Sequence[Number], at: State
) -> tuple[list[Number], Number]:
    """Return what an array should be, and how large the terms are that it is made of."""
    count = len(at.values["q"])
    none = [ZERO] * count
    still = [ZERO] * 3
    if array in ("M", "qdd"):
        slow = at.with_values("qd", none)
        units = [[Number(int(j == k)) for j in range(count)] for k in range(count)]
        rows = [torques(chain, still, slow.with_values("qdd", unit)) for unit in units]
    if array == "M":
        return [x for row in rows for x in row], ZERO
    if array == "qdd":
        needed = torques(chain, gravity, at.with_values("qdd", mine))
        terms = [abs(x * mine[k]) for k, row in enumerate(rows) for x in row]
        return needed, max(terms)
    if array == "e":
        speeds = at.values["qd"]
        needed = torques(chain, still, at.with_values("qd", none).with_values("qdd", speeds))
        twice = sum((a * b for a, b in zip(needed, speeds, strict=True)), ZERO)
        return [twice / Number(2)], ZERO
    state = at if array == "tau" else at.with_values("qdd", none)
    state = state.with_values("qd", none) if array == "g" else state
    return torques(chain, gravity, state), ZERO
