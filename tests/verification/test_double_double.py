"""Arithmetic of pairs of doubles: right to 100 bits, in blocks as at once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from gen_robot.verification import double_double
from gen_robot.verification.double_double import UNIT, Pair, added, multiplied


def drawn(shape: tuple[int, ...], seed: int) -> Pair:
    chosen = np.random.default_rng(seed)
    high = chosen.standard_normal(shape)
    return Pair(high, high * 2.0**-54 * chosen.uniform(-1, 1, shape))


def exact(x: Pair) -> list[Fraction]:
    pairs = zip(x.high.ravel(), x.low.ravel(), strict=True)
    return [Fraction(float(high)) + Fraction(float(low)) for high, low in pairs]


@pytest.mark.parametrize(
    ("operation", "meant"),
    [(added, lambda a, b: a + b), (multiplied, lambda a, b: a * b)],
    ids=["added", "multiplied"],
)
def test_results_are_off_by_less_than_a_unit(
    operation: Callable[[Pair, Pair], Pair], meant: Callable[[Fraction, Fraction], Fraction]
) -> None:
    a, b = drawn((500,), 1), drawn((500,), 2)
    found = exact(operation(a, b))
    for own, x, y in zip(found, exact(a), exact(b), strict=True):
        assert abs(own - meant(x, y)) <= Fraction(UNIT) * (abs(x) + abs(y) + abs(x * y))


@pytest.mark.parametrize("operation", [added, multiplied])
@pytest.mark.parametrize("other", [(3, 1, 7, 5), (1, 4, 1, 1), (5,), ()], ids=str)
def test_blocks_change_no_bit(
    operation: Callable[[Pair, Pair], Pair],
    other: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a, b = drawn((3, 4, 7, 5), 1), drawn(other, 2)
    at_once = operation(a, b)
    monkeypatch.setattr(double_double, "_BLOCK", 6)
    for x, y in ((a, b), (b, a)):
        for own, known in zip(operation(x, y), at_once, strict=True):
            assert own.tobytes() == known.tobytes()
