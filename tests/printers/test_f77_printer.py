"""How expressions and statements are spelled in FORTRAN 77."""

from __future__ import annotations

import pytest

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Label
from gen_robot.ir.node import ADD, COS, DIV, MUL, NEG, SIGN, SIN, SQRT, SUB
from gen_robot.ir.routine import (
    Apply,
    Comment,
    Element,
    Expression,
    Guard,
    Let,
    Literal,
    Store,
    Temporary,
)
from gen_robot.printers.f77 import F77Printer

A, B, C, D = (Temporary(Label(letter)) for letter in "ABCD")
NAMES = {label.label: label.label.symbol for label in (A, B, C, D)}
PRINTER = F77Printer("double", {"q": (3,), "U": (2, 3)}, NAMES)
SINGLE = F77Printer("single", {"q": (3,)}, NAMES)


def apply(op: str, *arguments: Expression) -> Apply:
    return Apply(op, arguments)


@pytest.mark.parametrize(
    ("value", "double", "single"),
    [
        ("0", "0.0D0", "0.0E0"),
        ("1", "1.0D0", "1.0E0"),
        ("-0.5", "-0.5D0", "-0.5E0"),
        ("4e-5", "4.0D-5", "4.0E-5"),
        ("1.25e-9", "1.25D-9", "1.25E-9"),
        ("1e20", "1.0D20", "1.0E20"),
        ("0.1000000000000000055511151231257827", "0.1D0", "0.1E0"),
        ("0.33333333333333333333333", "0.3333333333333333D0", "0.33333334E0"),
    ],
)
def test_constants_have_a_point_and_an_exponent(value: str, double: str, single: str) -> None:
    assert PRINTER.literal(Number(value)) == double
    assert SINGLE.literal(Number(value)) == single


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (apply(ADD, apply(ADD, A, B), C), "(A + B) + C"),
        (apply(SUB, A, apply(SUB, B, C)), "A - (B - C)"),
        (apply(MUL, apply(MUL, A, B), C), "(A * B) * C"),
        (apply(DIV, A, apply(MUL, B, C)), "A / (B * C)"),
        (apply(ADD, apply(MUL, A, B), apply(MUL, C, D)), "A * B + C * D"),
        (apply(MUL, apply(ADD, A, B), C), "(A + B) * C"),
        (apply(NEG, apply(MUL, A, B)), "-(A * B)"),
        (apply(NEG, A), "-A"),
        (apply(MUL, A, apply(NEG, B)), "A * (-B)"),
        (apply(ADD, A, apply(NEG, B)), "A + (-B)"),
        (apply(ADD, A, apply(MUL, apply(NEG, B), C)), "A + (-B) * C"),
        (apply(SUB, A, Literal(Number(-2))), "A - (-2.0D0)"),
        (apply(MUL, Literal(Number(-2)), A), "(-2.0D0) * A"),
        (apply(SIN, apply(ADD, A, B)), "DSIN(A + B)"),
        (apply(SQRT, A), "DSQRT(A)"),
    ],
)
def test_parentheses_fix_the_order(expression: Expression, text: str) -> None:
    assert PRINTER.expression(expression) == text


def test_single_precision_has_its_own_functions() -> None:
    assert SINGLE.expression(apply(COS, A)) == "COS(A)"
    assert SINGLE.expression(apply(SQRT, A)) == "SQRT(A)"


@pytest.mark.parametrize(
    ("index", "text"), [(0, "U(1,1)"), (1, "U(1,2)"), (2, "U(1,3)"), (3, "U(2,1)"), (5, "U(2,3)")]
)
def test_matrices_are_addressed_by_row_and_column(index: int, text: str) -> None:
    assert PRINTER.statement(Store("U", index, A)) == [f"      {text} = A"]


def test_vectors_count_from_one() -> None:
    assert PRINTER.expression(Element("q", 0)) == "Q(1)"


def test_a_pivot_that_is_not_above_its_limit_leaves_with_its_joint() -> None:
    assert PRINTER.statement(Guard((3,), A, B)) == [
        "      IF (.NOT. (A .GT. B)) THEN",
        "         INFO = 3",
        "         GO TO 10",
        "      END IF",
    ]


def test_a_sign_is_three_statements() -> None:
    assert PRINTER.statement(Let(A, apply(SIGN, Element("q", 0)))) == [
        "      A = 0.0D0",
        "      IF (Q(1) .GT. 0.0D0) A = 1.0D0",
        "      IF (Q(1) .LT. 0.0D0) A = -1.0D0",
    ]


def test_comments_are_capitals_of_ascii_within_72_columns() -> None:
    lines = PRINTER.statement(Comment("größe of phi_j " + "and so on " * 12))
    assert lines[:2] == ["C", "C     GR?SSE OF PHI_J " + "AND SO ON " * 4 + "AND SO ON"]
    assert all(line.startswith("C") and len(line) <= 72 for line in lines)
    assert all(len(line) <= 72 for line in PRINTER.remark("x" * 300))


def test_long_statements_continue_in_column_six() -> None:
    total: Expression = A
    for _ in range(12):
        total = apply(ADD, total, Literal(Number("0.12345678901234567")))
    lines = PRINTER.statement(Let(A, total))
    assert len(lines) > 3 and max(len(line) for line in lines) <= 72
    assert all(line.startswith("     $  ") for line in lines[1:])


def test_declarations_fill_lines_but_no_column_after_72() -> None:
    names = [f"N{k}" for k in range(200)]
    lines = PRINTER.declare("REAL", names)
    assert max(len(line) for line in lines) <= 72
    assert ", ".join(line.removeprefix("      REAL ") for line in lines) == ", ".join(names)
