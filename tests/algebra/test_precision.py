"""A number becomes the machine number nearest to it, by one rounding; the range has two clear ends."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from math import inf, isinf
from pathlib import Path

import numpy as np
import pytest

from compiled import STRICT
from f77_library import needs
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.precision import DOUBLE, PRECISIONS, SINGLE, Precision
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.printers.c import CPrinter
from gen_robot.printers.f77 import F77Printer
from gen_robot.printers.numbers import shortest

REALS = {DOUBLE: np.float64, SINGLE: np.float32}
GFORTRAN = ["gfortran", "-std=f95", "-pedantic", "-Wall", "-Wextra", "-Werror"]
EACH = pytest.mark.parametrize("precision", PRECISIONS.values(), ids=list(PRECISIONS))


@EACH
def test_the_range_is_that_of_the_machine(precision: Precision) -> None:
    machine = np.finfo(REALS[precision])
    assert float(precision.largest) == machine.max
    assert float(precision.least) == machine.tiny
    assert float(precision.epsilon) == machine.eps


@EACH
def test_no_machine_number_is_nearer(precision: Precision) -> None:
    real, rng = REALS[precision], np.random.default_rng(3)
    exponents = rng.integers(-precision.limit // 6, precision.limit // 6, 200)
    texts = [f"{rng.integers(10**17)}.{rng.integers(10**17)}e{e}" for e in exponents]
    # Half way between two neighbours but for a digit that a second rounding would lose.
    middle = Fraction(1) + Fraction(1, 2**precision.bits)
    texts += [f"1.{str(middle.numerator * 10**55 // middle.denominator)[1:]}{end}" for end in "01"]
    for text in texts:
        found, exact = real(precision.rounded(Number(text))), Fraction(text)
        for neighbour in (np.nextafter(found, real(0)), np.nextafter(found, real(inf))):
            off, further = (abs(Fraction(float(x)) - exact) for x in (found, neighbour))
            assert off <= further


@EACH
def test_what_is_too_small_is_zero_and_what_is_too_large_is_infinite(precision: Precision) -> None:
    half_step = ONE + precision.epsilon / 2
    ends = {
        precision.least: float(precision.least),
        precision.least * (ONE - precision.epsilon): 0.0,
        precision.least * (ONE - precision.epsilon / 8): float(precision.least),
        precision.least**2: 0.0,
        precision.largest: float(precision.largest),
        precision.largest * (ONE + precision.epsilon / 8): float(precision.largest),
        precision.largest * half_step * half_step: inf,
        precision.largest**2: inf,
    }
    for number, expected in ends.items():
        assert precision.rounded(number) == expected
        assert precision.rounded(-number) == -expected
        assert precision.is_beyond(number) == isinf(expected)
        assert precision.is_below(number) == (expected == 0)
    assert not precision.is_below(Number(0))


@EACH
def test_what_is_printed_is_what_the_interpreter_computes_with(precision: Precision) -> None:
    texts = [
        "1e-400",
        "1e-320",
        "1e-46",
        "1e-40",
        "1.2e-38",
        "0.1",
        "16777217",
        "1e30",
        "3.4028235e38",
    ]
    for text in texts:
        value = Number(text)
        (meant,) = evaluate([Graph().const(value)], {"q": np.zeros(1)}, single=precision is SINGLE)
        printed = shortest(value, precision.name)
        assert REALS[precision](printed) == meant
        assert CPrinter(precision.name).literal(value).rstrip("f") == printed
        in_fortran = F77Printer(precision.name).literal(value)
        assert REALS[precision](in_fortran.replace("D", "E")) == meant


def taken(folder: Path, precision: Precision, c: str, fortran: str) -> list[bool]:
    """Tell of a C and a FORTRAN compiler whether they take a constant without complaint."""
    real = {SINGLE: ("float", "REAL"), DOUBLE: ("double", "DOUBLE PRECISION")}[precision]
    texts = {
        "x.c": f"const {real[0]} x = {c};\n",
        "x.f": f"      SUBROUTINE SET(X)\n      {real[1]} X\n      X = {fortran}\n      END\n",
    }
    done = []
    for (name, text), compiler in zip(texts.items(), (["gcc", *STRICT], GFORTRAN), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
        command = [*compiler, "-fsyntax-only", str(folder / name)]
        done.append(subprocess.run(command, capture_output=True, check=False).returncode == 0)
    return done


@needs("gcc", "gfortran")
@EACH
def test_compilers_take_all_that_is_printed(precision: Precision, tmp_path: Path) -> None:
    for value in (precision.least, precision.largest, precision.least / 2, -precision.largest):
        printers = CPrinter(precision.name), F77Printer(precision.name)
        texts = [printer.literal(value) for printer in printers]
        assert taken(tmp_path, precision, *texts) == [True, True]
    # What is below any number of the machine they refuse, and what is above.
    small, large = f"1.0e-{2 * precision.limit}", f"1.0e{2 * precision.limit}"
    for text in (small, large):
        double = text.replace("e", "D") if precision is DOUBLE else text
        assert taken(tmp_path, precision, text, double)[1] is False


def test_what_is_too_large_is_never_printed() -> None:
    for precision in PRECISIONS.values():
        with pytest.raises(AssertionError, match="is beyond"):
            shortest(precision.largest * 2, precision.name)
