"""Numbers of 60 digits are told by what they are computed from, and nothing else is taken for exact."""

from __future__ import annotations

import pytest
import sympy

from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.formulas.exact import exact

TOLD = {
    "0": (ZERO, sympy.Integer(0)),
    "-17": (Number(-17), sympy.Integer(-17)),
    "a decimal": (Number("0.4318"), sympy.Rational(2159, 5000)),
    "a product of decimals": (
        Number("0.4318") * Number("-17.4") * Number("0.00681") * Number("0.4318"),
        -(sympy.Rational("0.4318") ** 2) * sympy.Rational("17.4") * sympy.Rational("0.00681"),
    ),
    "a quotient": (Number("0.3") / 7, sympy.Rational(3, 70)),
    "tiny": (Number("1e-12") / 3, sympy.Rational(1, 3 * 10**12)),
    "pi": (PI, sympy.pi),
    "a part of pi": (PI * -3 / 4, -3 * sympy.pi / 4),
    "a sine": ((PI / 4).sin(), sympy.sqrt(2) / 2),
    "a cosine": (-(PI / 6).cos(), -sympy.sqrt(3) / 2),
}


@pytest.mark.parametrize("value", TOLD.values(), ids=list(TOLD))
def test_numbers_are_told(value: tuple[Number, sympy.Expr]) -> None:
    number, expected = value
    assert exact(number) == expected


@pytest.mark.parametrize("number", [ONE.sin(), PI * PI, (ONE + ONE / 3).sqrt().sin()])
def test_what_is_no_simple_number_keeps_its_digits(number: Number) -> None:
    found = exact(number)
    assert found.is_Float
    assert abs(Number(str(found)) - number) < Number("1e-48")


def test_rounded_numbers_are_what_is_written() -> None:
    """0.333 is no third, and 1.5708 is no quarter of a turn."""
    assert exact(Number("0.333333333333333")) == sympy.Rational(333333333333333, 10**15)
    assert exact(Number("1.5708")) == sympy.Rational(15708, 10**4)
