"""Expressions of robot files: exact values, and refusals that cost nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import at_most
from gen_robot.algebra.number import PI, Number
from gen_robot.description.expression import ExpressionError, parse

PARAMETERS = {"l1": Number("0.4318"), "m_2": Number(17)}


def exact(value: Fraction | int) -> Number:
    fraction = Fraction(value)
    return Number(fraction.numerator) / fraction.denominator


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["0", "7", "017", "0.4318", ".5", "5.", "4e-05", "4E+2", "1.25e3", "00.10", ".0", "0.e5"],
)
def test_decimal_numbers_are_taken_digit_by_digit(text: str) -> None:
    assert parse(text, {}) == exact(Fraction(text))


texts_with_values = st.recursive(
    st.decimals(0, 1000, places=3).map(lambda d: (f"{d:f}", Fraction(d))),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: (f"({t[0][0]} + {t[1][0]})", t[0][1] + t[1][1])),
        st.tuples(inner, inner).map(lambda t: (f"({t[0][0]}-{t[1][0]})", t[0][1] - t[1][1])),
        st.tuples(inner, inner).map(lambda t: (f"{t[0][0]}*{t[1][0]}", t[0][1] * t[1][1])),
        inner.map(lambda t: (f"(-{t[0]})", -t[1])),
        inner.map(lambda t: (f"({t[0]})^2", t[1] ** 2)),
    ),
    max_leaves=8,
)


@given(texts_with_values)
def test_arithmetic_agrees_with_rational_numbers(pair: tuple[str, Fraction]) -> None:
    text, value = pair
    assert abs(parse(text, {}) - exact(value)) <= abs(exact(value)) * Number("1e-40")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3*4", 14),
        ("2*3 - 4*5", -14),
        ("10 - 4 - 3", 3),
        ("24/4/3", 2),
        ("12/4*3", 9),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2^3^2", 512),
        ("2^-2", Fraction(1, 4)),
        ("-2^-2", Fraction(-1, 4)),
        ("2*-3", -6),
        ("--2", 2),
        ("+2", 2),
        ("2^(1 + 1)", 4),
        ("0^0", 1),
        ("1/3", Fraction(1, 3)),
    ],
)
def test_operators_bind_as_on_paper(text: str, value: Fraction | int) -> None:
    assert parse(text, {}) == exact(value)


def test_angles_and_roots_are_exact() -> None:
    assert parse("pi", {}) == PI
    assert parse("-3*pi/4", {}) == -PI * 3 / 4
    assert parse("cos(pi/2)", {}) == 0
    assert parse("sin(pi/6)", {}) == exact(Fraction(1, 2))
    assert parse("sqrt(2)^2", {}) == 2
    assert parse("sin(1)^2 + cos(1)^2", {}) == 1


def test_parameters_are_used_by_name() -> None:
    assert parse("m_2*l1^2/12", PARAMETERS) == Number(17) * Number("0.4318") ** 2 / 12


def test_blanks_do_not_matter() -> None:
    assert parse(" 2\t*\n( 3+ 4 ) ", {}) == parse("2*(3+4)", {})


def test_depth_and_length_are_allowed_up_to_their_limits() -> None:
    assert parse("(" * 32 + "1" + ")" * 32, {}) == 1
    assert parse("1" + "+1" * 499, {}) == 500


# Refusals -----------------------------------------------------------------------------------------

REFUSED = {
    "": "is empty",
    " ": "is empty",
    "2 3": "unexpected '3' at character 3",
    "2 + ": "a value is missing at character 5",
    "*2": "unexpected '*' at character 1",
    "()": "unexpected ')' at character 2",
    "(1": "a parenthesis is not closed at character 1",
    "1)": "unexpected ')' at character 2",
    "1..2": "'1..2' is not a number",
    "1.2.3": "'1.2.3' is not a number",
    "2pi": "'2pi' is not a number",
    "1e": "'1e' is not a number",
    "e5": "unknown name 'e5'",
    "1_000": "'1_000' is not a number",
    "0x10": "'0x10' is not a number",
    "1:30": "unexpected ':' at character 2",
    "0,5": "unexpected ',' at character 2",
    "nan": "unknown name 'nan'",
    "inf": "unknown name 'inf'",
    "-inf": "unknown name 'inf' at character 2",
    "yes": "unknown name 'yes'",
    "\u0661\u0662": "unexpected '\u0661' at character 1",
    "\uff11": "unexpected '\uff11'",
    "1\u00d72": "unexpected '\u00d7'",
    "2\x00": "unexpected '?'",
    "l2": "unknown name 'l2'",
    "l_1": "did you mean 'l1'?",
    "squrt(2)": "did you mean 'sqrt'?",
    "l1(2)": "unknown function 'l1'",
    "sqrt": "sqrt without parentheses",
    "sqrt 2": "sqrt without parentheses",
    "sqrt(1, 2)": "unexpected ','",
    "1/0": "division by zero at character 2",
    "1/(1 - 1)": "division by zero",
    "0^-1": "zero to a negative power",
    "2^0.5": "the exponent is 0.5",
    "2^101": "the exponent is 101.0",
    "sqrt(-1)": "square root of -1.0",
    "2**3": "a power is written with ^",
    "1 if 1 else 2": "unexpected 'if'",
    "__import__('os')": "unknown function '__import__'",
    "().__class__": "unexpected ')'",
    "[1]": "unexpected '['",
    "1e301": "between 1e-300 and 1e300",
    "1e-301": "between 1e-300 and 1e300",
    "1e401": "decimal exponents go from -400 to 400",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_value_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text, PARAMETERS)
    message = str(caught.value)
    assert REFUSED[text] in message
    assert message.isprintable()
    assert caught.value.cure


BOMBS = [
    "1e1000000000",
    "1e-1000000000",
    "1e" + "9" * 990,
    "9" * 1000 + "^9",
    "9^9^9^9",
    "10^10^10",
    "((9^99)^99)^99",
    "sin(((9^99)^99)^99)",
    "sin(10^99^2)",
    "(" * 999,
    "(" * 499 + "1" + ")" * 499,
    "sqrt(" * 190,
    "-" * 999 + "1",
    "+-" * 499 + "1",
    "2^" * 499 + "2",
    "1" * 1_000_000,
    "-" * 1_000_000,
]


@pytest.mark.parametrize("text", BOMBS, ids=lambda text: text[:20])
def test_bombs_are_refused_at_once(text: str) -> None:
    with at_most(5), pytest.raises(ExpressionError) as caught:
        parse(text, {})
    assert len(str(caught.value)) < 500


@given(st.text("0123456789.e+-*/^() lpisqrtcon", max_size=40))
def test_any_text_is_a_value_of_bounded_size_or_refused(text: str) -> None:
    try:
        value = parse(text, {"l": Number(2)})
    except ExpressionError as error:
        assert str(error).isprintable()
    else:
        assert value.is_finite
        assert not value or 0 < abs(float(value)) < float("inf")
