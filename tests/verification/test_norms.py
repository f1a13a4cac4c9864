"""Norms of vectors hold as they are turned, moved and multiplied, and so do those of their errors."""

from __future__ import annotations

import math
import random

import pytest

from gen_robot.algebra.number import Number
from gen_robot.verification.polynomial import exactly
from gen_robot.verification.program import (
    ADD,
    COS,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SUB,
    Builder,
    Program,
)
from gen_robot.verification.rounding import Bounds, Box

ANGLES, RATES = 3, 4
BOX = Box(
    {("q", k): 3.0 for k in range(ANGLES)} | {("qd", k): 1.5 + k for k in range(RATES)},
)
TURNS = ((ADD, SUB), (SUB, ADD))


def turned(build: Builder, x: int, y: int, angle: int, chosen: random.Random) -> list[int]:
    """Put a turn of two values, in one of the forms that programs have."""
    c, s = build.put(COS, angle), build.put(SIN, angle)

    def product(a: int, b: int) -> int:
        return build.put(MUL, *chosen.sample([a, b], 2))

    one, other = chosen.choice(TURNS)
    return [
        build.put(one, product(x, c), product(y, s)),
        build.put(other, product(y, c), product(x, s)),
    ]


def drawn(seed: int) -> Program:
    """Return a program of turns, sums, products and signs; each of its values is an output."""
    chosen, build = random.Random(seed), Builder(53)
    angles = [build.put(INPUT, place=("q", k)) for k in range(ANGLES)]
    angles.append(build.put(ADD, angles[0], angles[1]))
    pool = [build.put(INPUT, place=("qd", k)) for k in range(RATES)]
    pool.append(build.put(LITERAL, literal=0.7))
    for _ in range(14):
        x, y = chosen.sample(pool[-6:], 2) if chosen.random() < 0.8 else [chosen.choice(pool)] * 2
        kind = chosen.random()
        if kind < 0.5:
            pool += turned(build, x, y, chosen.choice(angles), chosen)
        elif kind < 0.7:
            pool.append(build.put(chosen.choice((ADD, SUB)), x, y))
        elif kind < 0.9:
            pool.append(build.put(MUL, x, y))
        else:
            pool.append(build.put(NEG, x))
    build.outputs = {("x", number): number for number in range(len(build.nodes))}
    return build.program


def evaluated(program: Program, state: dict[tuple[str, int], float]) -> list[tuple[float, Number]]:
    """Return each value as a processor computes it, and with 60 digits."""
    found: list[tuple[float, Number]] = []
    for node in program.nodes:
        parts = [found[k] for k in node.arguments]
        if node.op in (LITERAL, INPUT):
            x = node.literal if node.op == LITERAL else state[node.place]
            found.append((x, exactly(x)))
        elif node.op in (SIN, COS):
            ((x, exact),) = parts
            both = exact.cos_sin()
            own = (math.cos(x), both[0]) if node.op == COS else (math.sin(x), both[1])
            found.append(own)
        elif node.op == NEG:
            found.append((-parts[0][0], -parts[0][1]))
        else:
            (x, a), (y, b) = parts
            signed = {ADD: (x + y, a + b), SUB: (x - y, a - b), MUL: (x * y, a * b)}
            found.append(signed[node.op])
    return found


@pytest.mark.parametrize("seed", range(60))
def test_no_value_error_or_norm_exceeds_its_bound(seed: int) -> None:
    program = drawn(seed)
    bounds = Bounds(program, BOX)
    chosen = random.Random(-1 - seed)
    for count in range(12):
        state = {
            place: limit * (chosen.choice((-1, 1)) if count % 2 else chosen.uniform(-1, 1))
            for place, limit in BOX.limits.items()
        }
        values = evaluated(program, state)
        errors = [float(exactly(x) - exact) for x, exact in values]
        for (_, exact), error, bound in zip(values, errors, bounds.found, strict=True):
            slack = 1e-15 * bound.size
            assert bound.low - slack <= float(exact) <= bound.high + slack
            assert abs(error) <= bound.error
        for group, norm in bounds.norms.groups():
            assert math.hypot(*(float(values[k][1]) for k in group)) <= norm.size * (1 + 1e-15)
            assert math.hypot(*(errors[k] for k in group)) <= norm.error


def test_a_vector_that_is_turned_many_times_is_no_longer() -> None:
    """Values by themselves would be twice as large every other turn."""
    build = Builder(53)
    x, y, z = (build.put(INPUT, place=("qd", k)) for k in range(3))
    for turn in range(8):
        angle = build.put(INPUT, place=("q", turn))
        c, s = build.put(COS, angle), build.put(SIN, angle)
        turned_x = build.put(ADD, build.put(MUL, c, x), build.put(MUL, s, y))
        turned_y = build.put(SUB, build.put(MUL, y, c), build.put(MUL, s, x))
        x, y, z = turned_y, z, turned_x
    build.outputs = {("x", 0): x, ("x", 1): build.put(MUL, x, z), ("x", 2): y}
    program = build.program
    limits = {("qd", k): 1.0 for k in range(3)} | {("q", k): 3.0 for k in range(8)}
    bounds = Bounds(program, Box(limits))
    vector, product, _ = (bounds.found[number] for number in program.outputs.values())
    assert 1.7 < vector.size < math.sqrt(3) * (1 + 1e-9)
    assert product.size < 1.5 * (1 + 1e-9)
    assert vector.error < 8 * 1e-15  # so much a turn, not a multiple of it
