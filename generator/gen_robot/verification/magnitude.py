"""How large outputs get within the box, so that errors can be told in units of the last place.

Largest of many states drawn at random, half of them with rates at their limits: not above the true
maximum, so errors are not told too small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

from gen_robot.verification.double_double import Doubles
from gen_robot.verification.layout import PLAIN, Layout, Waves
from gen_robot.verification.program import (
    ADD,
    COS,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIGN,
    SIN,
    SUB,
    Place,
    Program,
)
from gen_robot.verification.rounding import Box

_STATES = 512
_SEED = 20240229
_NOTHING = 1e-12  # of the array's largest: an element that is zero but for rounding

_MEANING: Mapping[str, Callable[..., Any]] = {
    LITERAL: float,
    ADD: lambda a, b: a + b,
    SUB: lambda a, b: a - b,
    MUL: lambda a, b: a * b,
    NEG: lambda a: -a,
}


def largest(program: Program, box: Box, layout: Layout = PLAIN) -> dict[Place, float]:
    """Return the largest size of each output at random states of the box; none that is zero."""
    chosen = Random(_SEED)
    taken = {node.place for node in program.nodes if node.op == INPUT}
    states = {place: _drawn(chosen, place, box.limits[place]) for place in sorted(taken)}
    turns: dict[int, Doubles] = {}
    for place in sorted(taken):
        if waves := layout.waves(place):
            states[place] = _product(waves, turns, chosen)
    values: list[Any] = []
    for node in program.nodes:
        parts = [values[k] for k in node.arguments]
        if node.op in (SIN, COS):
            values.append(np.sin(parts[0]) if node.op == SIN else np.cos(parts[0]))
        elif node.op == SIGN:
            values.append(np.sign(parts[0]))
        elif node.op in _MEANING:
            values.append(_MEANING[node.op](*(parts or [node.literal])))
        else:
            values.append(states[node.place])
    found = {p: float(np.max(np.abs(values[n]))) for p, n in program.outputs.items()}
    tops = {array: max(x for (a, _), x in found.items() if a == array) for array, _ in found}
    return {place: x for place, x in found.items() if x > _NOTHING * tops[place[0]]}


def _product(waves: Waves, turns: dict[int, Doubles], chosen: Random) -> Doubles:
    """Return a part of a rotation; all of them go by the same angles."""
    found = np.ones(_STATES)
    for axis, wave in waves:
        if axis not in turns:
            drawn = [chosen.uniform(-math.pi, math.pi) for _ in range(_STATES)]
            turns[axis] = np.array(drawn)
        found = found * (np.sin if wave == SIN else np.cos)(turns[axis])
    return found


def _drawn(chosen: Random, place: Place, limit: float) -> Doubles:
    drawn = np.array([chosen.uniform(-limit, limit) for _ in range(_STATES)])
    if place[0] != "q":
        drawn[::2] = np.copysign(limit, drawn[::2])
    return drawn


def in_ulps(errors: Mapping[Place, float], sizes: Mapping[Place, float], bits: int) -> float:
    """Return the largest error, each in units of the last place of its element's largest value."""
    return max(
        (error / _ulp(sizes[p], bits) for p, error in errors.items() if p in sizes), default=0
    )


def _ulp(size: float, bits: int) -> float:
    return 2.0 ** (math.floor(math.log2(size)) + 1 - bits)
