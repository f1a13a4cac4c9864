"""The grid of angles, and what programs and the reference are computed from on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from random import Random
from typing import Any

from gen_robot.algebra.number import PI, Number
from gen_robot.verification.double_double import UNIT, pairs
from gen_robot.verification.extent import Angle, angles, spelled
from gen_robot.verification.program import ADD, COS, LITERAL, MUL, NEG, SIN, SUB, Place, Program
from gen_robot.verification.tensors import Joined, Tensor, Value, constant, variable

OF_THE_DYNAMICS = 2
"""The degree of M, h and tau in each angle: a body's points are affine in its cosine and sine, and
M is a sum of products of two of their derivatives."""


class Grid:
    """Hold how many points each angle has, equally spaced over a turn."""

    def __init__(
        self,
        points: Mapping[int, int],
        joined: Joined,
        rates: frozenset[str] = frozenset({"qd", "qdd"}),
    ) -> None:
        self.points = dict(points)
        self.rates = rates  # that are not zero in the reference
        self.joined = joined
        self.turn = cache(self._turn)  # the reference asks for each many times

    def at_rest_but(self, rates: frozenset[str]) -> Grid:
        """Return the grid for a reference in which all other rates are zero."""
        return Grid(self.points, self.joined, rates)

    # What the reference asks for (newton_euler.Scalars) ----------------------------------------

    def constant(self, x: Number) -> Value:
        return constant(x, self.joined)

    def _turn(self, index: int) -> tuple[Value, Value]:
        return self._cos_sin(Angle({index: 1}))

    def q(self, index: int) -> Value:
        return variable(spelled(("q", index)), self.joined)

    def qd(self, index: int) -> Value:
        return self._rate("qd", index)

    def qdd(self, index: int) -> Value:
        return self._rate("qdd", index)

    def _rate(self, array: str, index: int) -> Value:
        if array not in self.rates:
            return Value({}, self.joined)
        return variable(spelled((array, index)), self.joined)

    # What programs are made of ------------------------------------------------------------------

    def outputs(self, program: Program, shaken_by: Random | None = None) -> dict[Place, Value]:
        """Return a program's outputs as polynomials; shaken, with each literal off by a rounding."""
        unit = 2.0**-program.bits

        def literal(x: float) -> Value:
            if shaken_by is None:
                return constant(x, self.joined, unit)
            return constant(
                Fraction(x) * (1 + Fraction(unit * shaken_by.uniform(-1, 1))), self.joined
            )

        sums = angles(program)
        both = cache(lambda number: self._cos_sin(sums[number]))
        meaning: Mapping[str, Callable[..., Any]] = {
            LITERAL: literal,
            COS: lambda number: both(number)[0],
            SIN: lambda number: both(number)[1],
            ADD: lambda a, b: a + b,
            SUB: lambda a, b: a - b,
            MUL: lambda a, b: a * b,
            NEG: lambda a: -a,
        }
        return program.run(meaning, lambda place: variable(spelled(place), self.joined))

    def _cos_sin(self, angle: Angle) -> tuple[Value, Value]:
        """Return cosine and sine of a sum, by the theorem of addition."""
        total = (self.constant(Number(1)), self.constant(Number(0)))
        if angle.shift:
            shift = _exactly(angle.shift)
            total = tuple(self.constant(x) for x in shift.cos_sin())  # type: ignore[assignment]
        for index, times in sorted(angle.multiples.items()):
            total = _sum_of_angles(total, self._one(index, times))
        return total

    def _one(self, index: int, times: int) -> tuple[Value, Value]:
        count = self.points[index]
        both = [(PI * (2 * times * k) / count).cos_sin() for k in range(count)]
        return tuple(  # type: ignore[return-value]
            Value({(): (Tensor.of((index,), pairs(list(column)), UNIT, 0.0),)}, self.joined)
            for column in zip(*both, strict=True)
        )

    # From the grid to all angles -------------------------------------------------------------------

    @cached_property
    def _lebesgue(self) -> dict[int, float]:
        return {k: lebesgue(n) for k, n in self.points.items()}

    def growth(self, axes: tuple[int, ...]) -> float:
        """Return how much larger a polynomial can be between the points than at them."""
        return math.prod(self._lebesgue[k] for k in axes)


def lebesgue(points: int) -> float:
    """Return the Lebesgue constant of equally spaced points, an odd number of them.

    The sum of |sin(N x / 2) / (N sin(x / 2))| over the points is largest halfway between two.
    """
    terms = (1 / math.sin((2 * k + 1) * math.pi / (2 * points)) for k in range(points))
    return sum(terms) / points * (1 + 1e-12)


def _sum_of_angles(a: tuple[Value, Value], b: tuple[Value, Value]) -> tuple[Value, Value]:
    return a[0] * b[0] - a[1] * b[1], a[1] * b[0] + a[0] * b[1]


def _exactly(x: float) -> Number:
    numerator, denominator = x.as_integer_ratio()
    return Number(numerator) / Number(denominator)
