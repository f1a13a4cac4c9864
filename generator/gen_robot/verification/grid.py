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
from gen_robot.verification.extent import ANGLES, Angle, angles, signs, spelled
from gen_robot.verification.joint_motion import SIGN_OF_RATE
from gen_robot.verification.layout import PLAIN, Layout
from gen_robot.verification.literals import DOUBLE
from gen_robot.verification.program import (
    ADD,
    COS,
    LITERAL,
    MUL,
    NEG,
    SIGN,
    SIN,
    SUB,
    Place,
    Program,
)
from gen_robot.verification.robot import Body, multiplier
from gen_robot.verification.tensors import Joined, Tensor, Value, constant, variable


class Grid:
    """Hold how many points each angle has, equally spaced over a turn."""

    def __init__(
        self,
        points: Mapping[int, int],
        joined: Joined,
        layout: Layout = PLAIN,
        kept: frozenset[str] = frozenset({"qd", "qdd"}),
    ) -> None:
        self.points = dict(points)
        self.layout = layout
        self.kept = kept  # arrays, or elements of them, that are not zero in the reference
        self.joined = joined
        self._one = cache(self._multiple)  # each is asked for many times
        self._known: dict[Place, Value] = {}

    def at_rest_but(self, kept: frozenset[str]) -> Grid:
        """Return the grid for a reference in which all other arrays are zero."""
        return Grid(self.points, self.joined, self.layout, kept)

    # What the reference asks for (joint_motion.Scalars) -----------------------------------------

    def constant(self, x: Number) -> Value:
        return constant(x, self.joined)

    def rounded(self, x: float) -> Value:
        return constant(x, self.joined, 2.0**-DOUBLE)

    def turn(self, body: Body) -> tuple[Value, Value]:
        multiples = self.layout.multiples(body.first, multiplier(body, self.layout))
        assert multiples is not None, "the layout knows each multiple"
        total = self._cos_sin(Angle(multiples))
        if body.offset:
            cosine, sine = (self.constant(x) for x in body.offset.cos_sin())
            total = _sum_of_angles(total, (cosine, sine))
        return total

    def given(self, array: str, index: int) -> Value:
        if array != ANGLES and not {array, spelled((array, index))} & self.kept:
            return Value({}, self.joined)
        return self.input((array, index))

    def input(self, place: Place) -> Value:
        """Return an input: a variable, or what it is in terms of angles."""
        waves = self.layout.waves(place)
        if waves is None:
            return variable(spelled(place), self.joined)
        if place not in self._known:
            total = self.constant(Number(1))
            for axis, wave in waves:
                total = total * self._one(axis, 1)[wave == SIN]
            self._known[place] = total
        return self._known[place]

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

        def shifted(x: Fraction) -> Fraction:
            return x if shaken_by is None else x * (1 + Fraction(unit * shaken_by.uniform(-1, 1)))

        sums, turned = angles(program, self.layout), signs(program)
        both = cache(
            lambda number: self._cos_sin(
                Angle(sums[number].multiples, shifted(sums[number].shift)), unit
            )
        )

        def sign(number: int) -> Value:
            index, way = turned[number]
            own = variable(spelled((SIGN_OF_RATE, index)), self.joined)
            return own if way > 0 else -own

        meaning: Mapping[str, Callable[..., Any]] = {
            LITERAL: literal,
            COS: lambda number: both(number)[0],
            SIN: lambda number: both(number)[1],
            SIGN: sign,
            ADD: lambda a, b: a + b,
            SUB: lambda a, b: a - b,
            MUL: lambda a, b: a * b,
            NEG: lambda a: -a,
        }
        return program.run(meaning, self.input)

    def _cos_sin(self, angle: Angle, unit: float = 0.0) -> tuple[Value, Value]:
        """Return cosine and sine of a sum, by the theorem of addition; its constant may be rounded."""
        total = (self.constant(Number(1)), self.constant(Number(0)))
        if angle.shift:
            shift = Number(angle.shift.numerator) / Number(angle.shift.denominator)
            off = unit * abs(float(angle.shift))
            total = tuple(  # type: ignore[assignment]
                constant(x, self.joined, off / abs(float(x))) for x in shift.cos_sin()
            )
        for axis, times in sorted(angle.multiples.items()):
            total = _sum_of_angles(total, self._one(axis, times))
        return total

    def _multiple(self, axis: int, times: int) -> tuple[Value, Value]:
        count = self.points[axis]
        both = [(PI * (2 * times * k) / count).cos_sin() for k in range(count)]
        return tuple(  # type: ignore[return-value]
            Value({(): (Tensor.of((axis,), pairs(list(column)), UNIT, 0.0),)}, self.joined)
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
