"""How expressions and statements are spelled in C, and that a compiler reads them as they are meant."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gen_robot.algebra.number import Number
from gen_robot.ir.evaluate import MEANING
from gen_robot.ir.graph import Label
from gen_robot.ir.node import ADD, COS, DIV, MUL, NEG, SIGN, SIN, SQRT, SUB
from gen_robot.ir.ops import OPERATIONS
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
from gen_robot.printers.c import CPrinter

A, B, C, D = (Temporary(Label(letter)) for letter in "abcd")
DOUBLE, SINGLE = CPrinter(), CPrinter("single")


def apply(op: str, *arguments: Expression) -> Apply:
    return Apply(op, arguments)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (apply(ADD, apply(ADD, A, B), C), "a + b + c"),
        (apply(ADD, A, apply(ADD, B, C)), "a + (b + c)"),
        (apply(SUB, A, apply(SUB, B, C)), "a - (b - c)"),
        (apply(SUB, apply(SUB, A, B), C), "a - b - c"),
        (apply(MUL, apply(MUL, A, B), C), "a * b * c"),
        (apply(MUL, A, apply(MUL, B, C)), "a * (b * c)"),
        (apply(DIV, A, apply(MUL, B, C)), "a / (b * c)"),
        (apply(DIV, apply(DIV, A, B), C), "a / b / c"),
        (apply(ADD, apply(MUL, A, B), apply(DIV, C, D)), "a * b + c / d"),
        (apply(MUL, apply(ADD, A, B), apply(SUB, C, D)), "(a + b) * (c - d)"),
        (apply(NEG, A), "-a"),
        (apply(NEG, apply(NEG, A)), "-(-a)"),
        (apply(NEG, apply(MUL, A, B)), "-(a * b)"),
        (apply(NEG, apply(ADD, A, B)), "-(a + b)"),
        (apply(ADD, apply(NEG, A), B), "-a + b"),
        (apply(ADD, A, apply(NEG, B)), "a + (-b)"),
        (apply(SUB, A, apply(NEG, B)), "a - (-b)"),
        (apply(MUL, apply(NEG, A), B), "(-a) * b"),
        (apply(MUL, A, apply(NEG, B)), "a * (-b)"),
        (apply(SUB, A, Literal(Number(-2))), "a - (-2.0)"),
        (apply(ADD, Literal(Number(-2)), A), "-2.0 + a"),
        (apply(NEG, Literal(Number(-2))), "-(-2.0)"),
        (apply(SIN, apply(ADD, A, B)), "sin(a + b)"),
        (apply(NEG, apply(COS, A)), "-cos(a)"),
        (apply(SQRT, apply(SIGN, A)), "sqrt(sign_of(a))"),
        (Element("q", 3), "q[3]"),
    ],
)
def test_parentheses_follow_the_tree(expression: Expression, text: str) -> None:
    assert DOUBLE.expression(expression) == text


@pytest.mark.parametrize(
    ("label", "name"),
    [
        (Label("psi", (4,), "xz"), "psi4_xz"),
        (Label("N", (6, 5), "z"), "N6_5_z"),
        (Label("c", (2, 3)), "c2_3"),
        (Label("t", (0, 12)), "t0_12"),
        (Label("b"), "b"),
    ],
)
def test_names_join_symbol_links_and_component(label: Label, name: str) -> None:
    assert DOUBLE.temporary(Temporary(label)) == name


@pytest.mark.parametrize(
    ("value", "double", "single"),
    [
        ("0", "0.0", "0.0f"),
        ("-0.5", "-0.5", "-0.5f"),
        ("4e-5", "4e-05", "4e-05f"),
        ("1e20", "1e+20", "1e+20f"),
        ("0.33333333333333333333333", "0.3333333333333333", "0.33333334f"),
    ],
)
def test_numbers_have_the_suffix_of_their_precision(value: str, double: str, single: str) -> None:
    assert DOUBLE.literal(Number(value)) == double
    assert SINGLE.literal(Number(value)) == single


def test_single_precision_has_its_own_type_and_functions() -> None:
    value = apply(MUL, apply(COS, A), Literal(Number(2)))
    assert SINGLE.statement(Let(B, value)) == ["    const float b = cosf(a) * 2.0f;"]
    assert SINGLE.expression(apply(SQRT, apply(SIN, A))) == "sqrtf(sinf(a))"


def test_statements_are_one_line_each_unless_they_are_long() -> None:
    assert DOUBLE.statement(Let(A, B)) == ["    const double a = b;"]
    assert DOUBLE.statement(Store("M", 7, A)) == ["    M[7] = a;"]
    assert DOUBLE.statement(Comment("link 1: here")) == ["", "    /* link 1: here */"]


def test_long_statements_break_between_operands_at_100_columns() -> None:
    total: Expression = A
    for _ in range(12):
        total = apply(ADD, total, Literal(Number("0.12345678901234567")))
    lines = DOUBLE.statement(Let(A, total))
    assert len(lines) > 2 and max(map(len, lines)) <= 100 and len(lines[0]) > 80
    assert all(line.startswith(" " * 8) for line in lines[1:])
    assert (
        " ".join(line.strip() for line in lines) == f"const double a = {DOUBLE.expression(total)};"
    )


def test_an_element_of_a_matrix_is_told_by_row_and_column() -> None:
    printer = CPrinter(shapes={"M": (6, 6), "J": (6, 3), "h": (6,)})
    assert printer.statement(Store("M", 23, A)) == ["    M[23] = a; /* (4,6) */"]
    assert printer.statement(Store("J", 3, A)) == ["    J[3] = a; /* (2,1) */"]
    assert printer.statement(Store("h", 3, A)) == ["    h[3] = a;"]


@pytest.mark.parametrize("terms", range(30))
def test_the_remark_on_an_element_stays_within_the_columns(terms: int) -> None:
    value: Expression = A
    for _ in range(terms):
        value = apply(ADD, value, B)
    lines = CPrinter(shapes={"M": (6, 6)}).statement(Store("M", 0, value))
    assert max(map(len, lines)) <= CPrinter.width
    assert lines[-1].endswith("/* (1,1) */")


def test_a_guard_leaves_as_its_printer_was_told() -> None:
    printer = CPrinter(leave="return fails(M, {});".format)
    assert printer.statement(Guard((3,), A, apply(MUL, B, C))) == [
        "    if (!(a > b * c)) {",
        "        return fails(M, 3);",
        "    }",
    ]


@pytest.mark.parametrize("op", [op for op, row in OPERATIONS.items() if row.spelling.is_function])
def test_every_function_of_the_table_has_a_name(op: str) -> None:
    assert DOUBLE.functions[op] and SINGLE.functions[op]


# Compiled -----------------------------------------------------------------------------------------

CASES = [
    *(apply(op, *(A, B)[: row.arity]) for op, row in OPERATIONS.items()),
    apply(SUB, A, apply(SUB, B, C)),
    apply(SUB, A, apply(NEG, apply(SUB, B, Literal(Number("-0.1"))))),
    apply(DIV, apply(MUL, A, B), apply(DIV, C, apply(NEG, D))),
    apply(MUL, apply(NEG, apply(ADD, A, B)), apply(SUB, Literal(Number("-3e-7")), C)),
    apply(ADD, apply(ADD, A, B), apply(ADD, C, D)),
]


def meant(expression: Expression, values: dict[Temporary, float]) -> float:
    match expression:
        case Temporary():
            return values[expression]
        case Literal(value):
            return float(value)
        case Apply(op, arguments):
            return float(MEANING[op](*(meant(a, values) for a in arguments)))
    raise AssertionError(expression)


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a compiler")
def test_a_compiler_computes_what_the_interpreter_does(tmp_path: Path) -> None:
    lines = [line for k, case in enumerate(CASES) for line in DOUBLE.statement(Store("y", k, case))]
    source = tmp_path / "cases.c"
    source.write_text(
        "#include <math.h>\n"
        "static double sign_of(double x) { return (double)((x > 0.0) - (x < 0.0)); }\n"
        "void cases(double a, double b, double c, double d, double *y)\n{\n"
        + "\n".join(lines)
        + "\n}\n"
    )
    library = tmp_path / "cases.so"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-ffp-contract=off"]
    subprocess.run(
        ["gcc", *flags, "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True
    )
    function = ctypes.CDLL(str(library)).cases
    function.argtypes = [ctypes.c_double] * 4 + [ctypes.c_void_p]
    for at in np.random.default_rng(5).uniform(0.1, 3, (50, 4)):
        found = np.zeros(len(CASES))
        function(*at, found.ctypes.data)
        values = dict(zip((A, B, C, D), map(float, at), strict=True))
        for k, case in enumerate(CASES):
            # NumPy has sines and cosines of its own; all else is the same to the last bit.
            close = 2 if any(f"'{f}'" in repr(case) for f in (SIN, COS)) else 0
            assert abs(found[k] - meant(case, values)) <= close * np.spacing(1.0)
