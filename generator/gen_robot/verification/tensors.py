"""Polynomials whose coefficients are functions of angles, known on a grid, with bounds on all errors.

A value is a sum over monomials in (q, qd, qdd); each coefficient is a sum of tensors. A tensor has
an axis only for the angles it depends on, so a value costs what it couples. Tensors are joined into
one only along a path of the robot: limbs add, they hardly ever multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.verification.double_double import (
    UNIT,
    Doubles,
    Pair,
    added,
    multiplied,
    negated,
    pair,
)
from gen_robot.verification.polynomial import Monomial, vanishes

Axes = tuple[int, ...]
"""Which angles, in ascending order."""

Joined = Callable[[Axes, Axes], "Axes | None"]
"""Tells the axes of two tensors as one; None if they stay apart."""

_UP = 1 + 1e-12  # what a bound may lose by being computed in doubles itself
_TINY = 1e-280  # what underflow may do


@dataclass(frozen=True)
class Tensor:
    """Hold a function of some angles on their grid, with how far it may be off anywhere there."""

    axes: Axes
    values: Pair
    radius: float  # of all errors of our own arithmetic
    budget: float  # of what rounding each literal once can do, to first order
    size: float  # the largest value

    @staticmethod
    def of(axes: Axes, values: Pair, radius: float, budget: float) -> Tensor:
        high = values.high
        size = max(float(high.max(initial=0.0)), -float(high.min(initial=0.0))) * _UP
        return Tensor(axes, values, radius * _UP, budget, size)

    def over(self, axes: Axes) -> Pair:
        """Return the values with an axis of length one for each that is missing."""
        if axes == self.axes:
            return self.values
        lengths = dict(zip(self.axes, self.values.high.shape, strict=True))
        return self.values.shaped(tuple(lengths.get(a, 1) for a in axes))

    def plus(self, other: Tensor, axes: Axes) -> Tensor:
        total = added(self.over(axes), other.over(axes))
        radius = self.radius + other.radius + UNIT * (self.size + other.size) + _TINY
        return Tensor.of(axes, total, radius, self.budget + other.budget)

    def times(self, other: Tensor) -> Tensor:
        axes = united(self.axes, other.axes)
        a, b = self, other
        radius = a.size * b.radius + b.size * a.radius + a.radius * b.radius
        radius += UNIT * a.size * b.size + _TINY
        product = multiplied(a.over(axes), b.over(axes))
        return Tensor.of(axes, product, radius, a.size * b.budget + b.size * a.budget)

    @property
    def negative(self) -> Tensor:
        return Tensor(self.axes, negated(self.values), self.radius, self.budget, self.size)

    @property
    def scaled_to_zero(self) -> Tensor:
        return Tensor(self.axes, Pair(*(x * 0.0 for x in self.values)), 0.0, 0.0, 0.0)

    @property
    def doubles(self) -> Doubles:
        return self.values.high


def united(a: Axes, b: Axes) -> Axes:
    return a if a == b else tuple(sorted({*a, *b}))


def along_paths(paths: Iterable[Iterable[int]]) -> Joined:
    """Join what lies on one path of a tree, from its root to a tip."""
    sets = [frozenset(path) for path in paths]

    def joined(a: Axes, b: Axes) -> Axes | None:
        both = united(a, b)
        if both in (a, b) or any(s.issuperset(both) for s in sets):
            return both
        return None

    return joined


class Value:
    """Represent a polynomial; closed under + - * and unary minus."""

    __slots__ = ("joined", "terms")

    def __init__(self, terms: Mapping[Monomial, tuple[Tensor, ...]], joined: Joined) -> None:
        self.terms = terms
        self.joined = joined

    def __bool__(self) -> bool:
        return bool(self.terms)

    def of_terms(self, terms: Mapping[Monomial, tuple[Tensor, ...]]) -> Value:
        """Return a polynomial with other terms."""
        return Value(terms, self.joined)

    def number(self, x: Number | float, rounding: float = 0.0) -> Value:
        """Return a constant of the same kind."""
        return constant(x, self.joined, rounding)

    def __add__(self, other: Value) -> Value:
        if not self.terms or not other.terms:
            return self if self.terms else other
        terms = dict(self.terms)
        for monomial, tensors in other.terms.items():
            terms[monomial] = gathered((*terms.get(monomial, ()), *tensors), self.joined)
        return Value(terms, self.joined)

    def __neg__(self) -> Value:
        return Value(
            {m: tuple(t.negative for t in ts) for m, ts in self.terms.items()}, self.joined
        )

    def __sub__(self, other: Value) -> Value:
        return self + -other

    @property
    def sign(self) -> int:
        """Return 1 or -1 if that is what it is, exactly; else 0."""
        if len(self.terms) != 1 or () not in self.terms:
            return 0
        (tensor, *rest) = self.terms[()]
        if rest or tensor.axes or tensor.radius or tensor.budget or tensor.values.low:
            return 0
        return int(tensor.values.high) if abs(tensor.values.high) == 1 else 0

    def __mul__(self, other: Value) -> Value:
        for one, kept in ((self, other), (other, self)):
            if one.sign:
                return kept if one.sign > 0 else -kept
        products: dict[Monomial, list[Tensor]] = {}
        for m, tensors in self.terms.items():
            for n, others in other.terms.items():
                if vanishes(m, n):
                    continue
                into = products.setdefault(tuple(sorted(m + n)), [])
                into += [a.times(b) for a in tensors for b in others]
        return Value({m: gathered(ts, self.joined) for m, ts in products.items()}, self.joined)


def gathered(tensors: Iterable[Tensor], joined: Joined) -> tuple[Tensor, ...]:
    """Add up what lies on one path."""
    result: list[Tensor] = []
    for tensor in tensors:
        place = 0
        while place < len(result):
            axes = joined(result[place].axes, tensor.axes)
            if axes is None:
                place += 1
            else:
                tensor = result.pop(place).plus(tensor, axes)
                place = 0
        result.append(tensor)
    return tuple(result)


def constant(x: object, joined: Joined, rounding: float = 0.0) -> Value:
    """Return a number as a value; `rounding` is how far a literal may be off, relative to it."""
    if not x:
        return Value({}, joined)
    numbers = pair(x)  # type: ignore[arg-type]
    size = abs(float(numbers.high))
    off = 0.0 if x in (1, -1) else UNIT * size
    return Value({(): (Tensor.of((), numbers, off, rounding * size),)}, joined)


def variable(name: str, joined: Joined) -> Value:
    """Return a value that is one variable."""
    return Value({(name,): (Tensor.of((), pair(1.0), 0.0, 0.0),)}, joined)
