"""How far rounding at run time can take a kernel from what it means: a bound for a box of states.

Each + - * is rounded to nearest, or fused with the next, which only removes a rounding; sines and
cosines are right to a unit in the last place; nothing overflows or underflows. A result that is at
most X is rounded by at most half a unit of X's binade, u 2^(ceil(log2 X) - 1), not u X. Turns,
c x + s y with cosine and sine of one angle, are at most sqrt(x^2 + y^2), and so are their errors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gen_robot.verification.newton_euler import Body
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
    Node,
    Place,
    Program,
)

VELOCITY, ACCELERATION = 3.0, 10.0
"""Of joints whose file has no limit; rad/s or m/s, and squared."""

_SLIDE = 1.0  # metres, where the file has no limit
_UP = 1 + 1e-12  # what a bound may lose by being computed in doubles itself


@dataclass(frozen=True)
class Box:
    """Hold how large each input may be, in size."""

    limits: Mapping[Place, float]


def box_of(chain: Sequence[Body], velocity: float, acceleration: float) -> Box:
    """Return the limits of a robot's file, and what stands for those that are missing."""
    limits: dict[Place, float] = {}
    for body in chain:
        own = body.joint.limits
        given = [abs(float(x)) for x in (own.lower, own.upper) if x is not None]
        for index in body.coordinates:
            usual = math.pi if index == body.angle else _SLIDE
            limits["q", index] = max(given) if len(given) == 2 else usual
            rate = velocity if own.velocity is None else float(own.velocity)
            limits["qd", index] = rate
            limits["qdd", index] = acceleration
    return Box(limits)


class Bound(NamedTuple):
    """Hold where a value lies, and how far the computed one may be from it."""

    low: float
    high: float
    error: float

    @property
    def size(self) -> float:
        return max(-self.low, self.high)


def rounding(program: Program, box: Box) -> dict[Place, float] | None:
    """Return how far each output may be off by rounding; None of a program that divides."""
    if any(node.op == DIV for node in program.nodes):
        return None
    unit = 2.0**-program.bits
    bounds: list[Bound] = []
    for node in program.nodes:
        bound = _bound(node, bounds, box, unit)
        if node.op in (ADD, SUB) and (turn := _turn(node, program.nodes)):
            bound = _smaller(bound, _turned(turn, bounds, unit))
        bounds.append(bound)
    return {place: bounds[number].error for place, number in program.outputs.items()}


def _bound(node: Node, bounds: Sequence[Bound], box: Box, unit: float) -> Bound:
    parts = [bounds[k] for k in node.arguments]
    if node.op == LITERAL:
        return Bound(node.literal, node.literal, 0.0)
    if node.op == INPUT:
        limit = box.limits[node.place]
        return Bound(-limit, limit, 0.0)
    if node.op in (SIN, COS):
        # A unit in the last place of what is below 1, and what the angle is off.
        return Bound(-1.0, 1.0, (unit + parts[0].error) * _UP)
    if node.op == NEG:
        return Bound(-parts[0].high, -parts[0].low, parts[0].error)
    a, b = parts
    if node.op == MUL:
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(ends), max(ends)
        error = a.size * b.error + b.size * a.error + a.error * b.error
        if _is_power(a) or _is_power(b):
            return Bound(low, high, error * _UP)
    else:
        other = Bound(-b.high, -b.low, b.error) if node.op == SUB else b
        low, high = a.low + other.low, a.high + other.high
        error = a.error + b.error
    wide = Bound(min(low * _UP, low / _UP), max(high * _UP, high / _UP), error)
    return wide._replace(error=(error + _half_unit(wide.size + error, unit)) * _UP)


def _half_unit(size: float, unit: float) -> float:
    return unit * 2.0 ** (math.ceil(math.log2(size)) - 1) if size else 0.0


def _is_power(bound: Bound) -> bool:
    """Tell whether a factor is a power of two, which rounds nothing."""
    return bound.low == bound.high and math.frexp(abs(bound.low))[0] == 0.5


def _turn(node: Node, nodes: Sequence[Node]) -> tuple[int, int, int, int] | None:
    """Return cosine, x, sine and y, if a sum is c x +- s y of one angle."""
    left, right = (nodes[k] for k in node.arguments)
    if left.op != MUL or right.op != MUL:
        return None
    for c, x in (left.arguments, left.arguments[::-1]):
        for s, y in (right.arguments, right.arguments[::-1]):
            ops = {nodes[c].op, nodes[s].op}
            if ops == {SIN, COS} and nodes[c].arguments == nodes[s].arguments:
                return c, x, s, y
    return None


def _turned(turn: tuple[int, int, int, int], bounds: Sequence[Bound], unit: float) -> Bound:
    c, x, s, y = (bounds[k] for k in turn)
    size = math.hypot(x.size, y.size) * _UP
    error = math.hypot(x.error, y.error)
    error += c.error * (x.size + x.error) + s.error * (y.size + y.error)
    for factor, other in ((c, x), (s, y)):
        error += _half_unit((1 + factor.error) * (other.size + other.error) * _UP, unit)
    return Bound(-size, size, (error + _half_unit(size + error, unit)) * _UP)


def _smaller(a: Bound, b: Bound) -> Bound:
    """Return what both say: each is right."""
    return Bound(max(a.low, b.low), min(a.high, b.high), min(a.error, b.error))
