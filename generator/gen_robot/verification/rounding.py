"""How far rounding at run time can take a kernel from what it means: a bound for a box of states.

Each + - * is rounded to nearest, or fused with the next, which only removes a rounding; sines and
cosines are right to a unit in the last place; nothing overflows or underflows. A result that is at
most X is rounded by at most half a unit of X's binade, u 2^(ceil(log2 X) - 1), not u X. A sum
a x + b y is at most sqrt(a^2 + b^2) sqrt(x^2 + y^2) (Cauchy and Schwarz), of which turns, c x + s y
with cosine and sine of one angle, are a case; what they turn keeps its norm, and so do its errors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gen_robot.verification.norms import Group, Norm, Norms
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
    Node,
    Place,
    Program,
)
from gen_robot.verification.robot import Body

VELOCITY, ACCELERATION = 3.0, 10.0
"""Of joints whose file has no limit; rad/s or m/s, and squared."""

_SLIDE = 1.0  # metres, where the file has no limit
_FORCE = 100.0  # newtons and newton metres, of wrenches from outside
_UP = 1 + 1e-12  # what a bound may lose by being computed in doubles itself


@dataclass(frozen=True)
class Box:
    """Hold how large each input may be, in size."""

    limits: Mapping[Place, float]


def box_of(chain: Sequence[Body], velocity: float, acceleration: float) -> Box:
    """Return the limits of a robot's file, and what stands for those that are missing."""
    limits: dict[Place, float] = {}
    for index in range(6 * len(chain)):
        limits["fext", index] = limits["wrench", index] = _FORCE
        limits["v0", index], limits["a0", index] = velocity, acceleration
    for body in chain:
        own = body.joint.limits
        given = [abs(float(x)) for x in (own.lower, own.upper) if x is not None]
        for index in body.coordinates:
            # A part of a quaternion, or a cosine, is below 1, too.
            usual = math.pi if index == body.angle else _SLIDE
            limits["q", index] = max(given) if len(given) == 2 else usual
            limits["sq", index] = limits["cq", index] = 1.0
        for index in body.rates if body.leads else ():
            rate = velocity if own.velocity is None else float(own.velocity)
            limits["qd", index] = rate
            limits["qdd", index] = acceleration
            limits["lambda", index] = 1.0
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
    """Return how far each output may be off by rounding.

    None of a program that divides, takes a root, or takes what has no limits.
    """
    if any(node.op in (DIV, SQRT) for node in program.nodes):
        return None
    if any(node.op == INPUT and node.place not in box.limits for node in program.nodes):
        return None
    bounds = Bounds(program, box)
    return {place: bounds.found[number].error for place, number in program.outputs.items()}


class Products(NamedTuple):
    """Hold a sum of two products, a x + sign b y; values without the signs before them."""

    a: int
    x: int
    b: int
    y: int
    sign: int

    @property
    def paired(self) -> tuple[Products, Products]:
        """Return the two ways to tell vectors (a, b) and (x, y) from each other."""
        return self, Products(self.a, self.x, self.y, self.b, self.sign)

    @property
    def swapped(self) -> Products:
        """Return the same with (x, y) for (a, b)."""
        return Products(self.x, self.a, self.y, self.b, self.sign)


class Bounds:
    """Follow ranges, errors and norms through a program."""

    def __init__(self, program: Program, box: Box) -> None:
        self.nodes, self.unit = program.nodes, 2.0**-program.bits
        count = len(program.nodes)
        self.found = [Bound(0.0, 0.0, 0.0)] * count
        self.bare = [(n, 1) for n in range(count)]  # values without the sign before them, and that
        self.norms = Norms()
        self.waves: dict[int, list[int]] = {}  # sines and cosines by their angle
        self.scaled: dict[tuple[int, int], list[tuple[int, int, float]]] = {}
        self.turns: dict[tuple[int, Group], list[tuple[int, Products, float]]] = {}
        for number in _by_depth(program.nodes):
            node = program.nodes[number]
            if node.op == NEG:
                plain, sign = self.bare[node.arguments[0]]
                self.bare[number] = plain, -sign
                self.found[number] = _bound(node, self.found, box, self.unit)
            else:
                products = self._products(node)
                bound = self.found[number] = self._least(node, products, box)
                self.norms.alone[number] = Norm(bound.size, bound.error)
                self._learn(number, node, products)

    def _least(self, node: Node, products: Products | None, box: Box) -> Bound:
        """Return the best that several ways to a bound tell."""
        bound = _bound(node, self.found, box, self.unit)
        if node.op == MUL:
            bound = _smaller(bound, self._by_means(*node.arguments))
        for pair in products.paired if products else ():
            bound = _smaller(bound, self._by_cauchy(pair))
        return bound

    def _learn(self, number: int, node: Node, products: Products | None) -> None:
        """Keep what a value tells of norms."""
        if node.op in (SIN, COS):
            self._learn_circle(number, node)
        elif node.op == MUL:
            self._learn_scaled_circle(number, node)
        elif node.op in (ADD, SUB):
            self._learn_sum(number, node)
        for pair in products.paired if products else ():
            self._learn_turn(number, pair)
            self._learn_turn(number, pair.swapped)

    def _products(self, node: Node) -> Products | None:
        if node.op not in (ADD, SUB):
            return None
        factors: list[int] = []
        total = -1 if node.op == SUB else 1
        for k in node.arguments:
            number, sign = self.bare[k]
            if self.nodes[number].op != MUL:
                return None
            for plain, own in (self.bare[n] for n in self.nodes[number].arguments):
                factors.append(plain)
                sign *= own
            total *= sign
        a, x, b, y = factors
        return Products(a, x, b, y, total)

    def _by_means(self, a: int, b: int) -> Bound:
        """Bound a product: that of two parts of a vector is at most half the square of its norm."""
        (x, s), (y, t) = self.bare[a], self.bare[b]
        both = self.norms.of(x, y)
        size = both.size**2 / 2 * _UP
        error = both.size * both.error + both.error**2 / 2
        error = (error + _half_unit(size + error, self.unit)) * _UP
        squared = x == y
        return Bound(
            0.0 if squared and s == t else -size, 0.0 if squared and s != t else size, error
        )

    def _by_cauchy(self, p: Products) -> Bound:
        one, other = self.norms.of(p.a, p.b), self.norms.of(p.x, p.y)
        size = one.size * other.size * _UP
        error = one.error * (other.size + other.error) + one.size * other.error
        error = (error + self._rounded(p)) * _UP
        return Bound(-size, size, (error + _half_unit(size + error, self.unit)) * _UP)

    def _rounded(self, p: Products) -> float:
        """Return what rounding the two products may do."""
        return sum(
            _half_unit(self._reach(k) * self._reach(n) * _UP, self.unit)
            for k, n in ((p.a, p.x), (p.b, p.y))
        )

    def _reach(self, number: int) -> float:
        """Return how large a value may be as it is computed."""
        return self.found[number].size + self.found[number].error

    # What becomes known of norms -----------------------------------------------------------------

    def _learn_circle(self, number: int, node: Node) -> None:
        """A cosine and a sine of one angle lie on a circle, and their errors beside it."""
        angle = node.arguments[0]
        known = self.waves.setdefault(angle, [])
        error = (self.found[angle].error + math.sqrt(2) * self.unit) * _UP
        for other in known:
            if self.nodes[other].op != node.op:
                self.norms.learn(frozenset((number, other)), Norm(_UP, error))
        known.append(number)

    def _learn_scaled_circle(self, number: int, node: Node) -> None:
        """So do x c and x s, on a larger one."""
        a, b = (self.bare[k][0] for k in node.arguments)
        for x, wave in ((a, b), (b, a)):
            if self.nodes[wave].op not in (SIN, COS):
                continue
            known = self.scaled.setdefault((x, self.nodes[wave].arguments[0]), [])
            own = _half_unit(self._reach(number) * _UP, self.unit)
            for other, beside, others in known:
                if beside != wave:
                    size, error, circle = *self.norms.alone[x], self.norms.of(wave, beside)
                    error = error * (circle.size + circle.error) + size * circle.error
                    error += math.hypot(own, others)
                    norm = Norm(size * circle.size * _UP, error * _UP)
                    self.norms.learn(frozenset((number, other)), norm)
            known.append((number, wave, own))

    def _learn_sum(self, number: int, node: Node) -> None:
        """What is added moves the sum no further than it is large."""
        rounded = _half_unit(self._reach(number) * _UP, self.unit)
        (a, _), (b, _) = (self.bare[k] for k in node.arguments)
        for one, other in ((a, b), (b, a)):
            for group, norm in self.norms.with_one(one):
                added = norm.moved(self.found[other].size, self.found[other].error + rounded)
                self.norms.learn(group - {one} | {number}, added)

    def _learn_turn(self, number: int, p: Products) -> None:
        """Two sums c x + s y and c y - s x of one angle are as long as x and y are."""
        kinds = {self.nodes[k].op for k in (p.a, p.b)}
        if kinds != {SIN, COS} or self.nodes[p.a].arguments != self.nodes[p.b].arguments:
            return
        if p.x == p.y:
            return
        # What the turn itself adds to the error of its result.
        own = sum(
            self.found[k].error * self._reach(n) for k, n in ((p.a, p.x), (p.b, p.y))
        ) + self._rounded(p)
        own = (own + _half_unit(self._reach(number) * _UP, self.unit)) * _UP
        known = self.turns.setdefault((self.nodes[p.a].arguments[0], frozenset((p.x, p.y))), [])
        for other, q, others in known:
            if _is_across(p, q, self.nodes):
                for rest, norm in list(self.norms.before_a_turn(p.x, p.y)):
                    turned = norm.moved(0.0, math.hypot(own, others) * _UP)
                    self.norms.learn(rest | {number, other}, turned)
        known.append((number, p, own))


def _by_depth(nodes: Sequence[Node]) -> list[int]:
    """Return the values so that the two results of a turn come before what is made of either."""
    depths: list[int] = []
    for node in nodes:
        depths.append(1 + max((depths[k] for k in node.arguments), default=0))
    return sorted(range(len(nodes)), key=lambda number: depths[number])


def _is_across(p: Products, q: Products, nodes: Sequence[Node]) -> bool:
    """Tell whether two sums of the same values, turned by the same angle, are at right angles."""
    first, second = ({nodes[s.a].op: s.x, nodes[s.b].op: s.y} for s in (p, q))
    return first[COS] == second[SIN] and p.sign != q.sign


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
    if node.op == SIGN:
        return Bound(-1.0, 1.0, 0.0)  # of an input, or a multiple of one: exact
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


def _smaller(a: Bound, b: Bound) -> Bound:
    """Return what both say: each is right."""
    return Bound(max(a.low, b.low), min(a.high, b.high), min(a.error, b.error))
