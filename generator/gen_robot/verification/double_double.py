"""Arrays of numbers of 106 bits, as unevaluated sums of two doubles (Joldes, Muller, Popescu 2017).

Portable where a wider type is not: all that is asked of the machine is that + - * on doubles round to
nearest. Each result of `added` and `multiplied` is off by less than UNIT of its own size. Large
arrays are worked on in blocks that stay in the processor's cache, with the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gen_robot.algebra.number import Number

UNIT = 2.0**-100
"""Their own bounds are 2^-104.4 for sums and 2^-103 for products."""

_SPLITTER = 134217729.0  # 2^27 + 1

_BLOCK = 32768
"""How many numbers are worked on at a time."""

Doubles = NDArray[np.float64]


class Pair(NamedTuple):
    """Hold a number, or as many as an array has, as high + low."""

    high: Doubles
    low: Doubles

    def shaped(self, shape: tuple[int, ...]) -> Pair:
        return Pair(self.high.reshape(shape), self.low.reshape(shape))

    def row(self, k: int) -> Pair:
        """Return what is at one place of the first axis; one of length one is the same at all."""
        k = k if len(self.high) > 1 else 0
        return Pair(self.high[k], self.low[k])


def pair(x: Number | float | Fraction) -> Pair:
    """Return the pair next to a number; off by less than UNIT of it."""
    if isinstance(x, Number):
        mantissa, exponent = x.binary
        exact = Fraction(mantissa) * Fraction(2) ** exponent
    else:
        exact = Fraction(x)
    high = float(exact)
    return Pair(np.asarray(high), np.asarray(float(exact - Fraction(high))))


def pairs(numbers: list[Number]) -> Pair:
    """Return an array of pairs."""
    found = [pair(x) for x in numbers]
    return Pair(np.array([p.high for p in found]), np.array([p.low for p in found]))


def added(a: Pair, b: Pair) -> Pair:
    return _in_blocks(_added, a, b)


def multiplied(a: Pair, b: Pair) -> Pair:
    return _in_blocks(_multiplied, a, b)


def negated(a: Pair) -> Pair:
    return Pair(-a.high, -a.low)


def _in_blocks(operation: Callable[[Pair, Pair], Pair], a: Pair, b: Pair) -> Pair:
    shape = np.broadcast_shapes(a.high.shape, b.high.shape)
    if math.prod(shape) <= _BLOCK:
        return operation(a, b)
    result = Pair(np.empty(shape), np.empty(shape))
    _fill(result, operation, _of_rank(a, len(shape)), _of_rank(b, len(shape)))
    return result


def _fill(result: Pair, operation: Callable[[Pair, Pair], Pair], a: Pair, b: Pair) -> None:
    """Compute a part of an array; all three have as many axes, some of the operands' of length one."""
    if result.high.size <= _BLOCK:
        result.high[...], result.low[...] = operation(a, b)
        return
    for k in range(len(result.high)):
        _fill(result.row(k), operation, a.row(k), b.row(k))


def _of_rank(x: Pair, rank: int) -> Pair:
    return x.shaped((1,) * (rank - x.high.ndim) + x.high.shape)


def _added(a: Pair, b: Pair) -> Pair:
    s, e = _two_sum(a.high, b.high)
    t, f = _two_sum(a.low, b.low)
    s, e = _fast_two_sum(s, e + t)
    return Pair(*_fast_two_sum(s, e + f))


def _multiplied(a: Pair, b: Pair) -> Pair:
    product = a.high * b.high
    a1, a2 = _split(a.high)
    b1, b2 = _split(b.high)
    rest = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2
    return Pair(*_fast_two_sum(product, rest + (a.high * b.low + a.low * b.high)))


def _two_sum(a: Doubles, b: Doubles) -> tuple[Doubles, Doubles]:
    s = a + b
    c = s - a
    return s, (a - (s - c)) + (b - c)


def _fast_two_sum(a: Doubles, b: Doubles) -> tuple[Doubles, Doubles]:
    s = a + b
    return s, b - (s - a)


def _split(a: Doubles) -> tuple[Doubles, Doubles]:
    c = a * _SPLITTER
    high = c - (c - a)
    return high, a - high
