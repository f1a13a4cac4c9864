"""Lanes: one statement for several limbs, and the scalar routine that does the same."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.algebra.number import ONE, Number
from gen_robot.ir.blocks import blocks, cut
from gen_robot.ir.graph import Label
from gen_robot.ir.lanes import expanded, halved, width
from gen_robot.ir.routine import (
    Angle,
    Apply,
    Comment,
    Element,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literal,
    Literals,
    Routine,
    Statement,
    Store,
    Temporary,
    reads,
    within,
)
from gen_robot.ir.run import run
from gen_robot.printers.c import CPrinter
from gen_robot.printers.f77 import F77Printer

WIDE = 4


def lane(symbol: str, component: str = "") -> Temporary:
    return Temporary(Label(symbol, (1,), component), WIDE)


def mul(*arguments: Expression) -> Apply:
    return Apply("mul", arguments)


def limbs() -> Routine:
    """Return the routine of four legs on a trunk: every form that lanes have."""
    angle, c, s, f, d = lane("a"), lane("c"), lane("s"), lane("f", "x"), lane("d", "z")
    total = Temporary(Label("F", (0,)))
    q, qd = Gather("q", (0, 2, 4, 6)), Gather("qd", (1, 3, 5, 7))
    masses = Literals(tuple(Number(text) for text in ("1.5", "-2.5", "0.1", "3")))
    statements: list[Statement] = [
        Comment("link 1: all legs"),
        Let(f, Apply("sub", (mul(masses, c), mul(Element("g", 0), mul(s, qd))))),
        Let(d, Apply("add", (mul(s, s), Literal(ONE)))),
        Guard((3, 5, 7, 9), d, Literals(tuple(map(Number, (1, 1, "1.2", 0))))),
        Let(total, LaneSum(Apply("div", (f, d)))),
        *(Store("y", k, f, k) for k in range(WIDE)),
        Store("y", WIDE, Apply("neg", (total,))),
        Store("y", WIDE + 1, total, 2),
    ]
    shifted = Apply("add", (q, Literal(Number("0.25"))))
    return Routine(
        (Let(angle, shifted),),
        (Angle(angle, c, s),),
        blocks([statements]),
        frozenset({"q", "qd", "g"}),
    )


def state(count: int = 50) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "q": rng.normal(size=(count, 8)),
        "qd": rng.normal(size=(count, 8)),
        "g": rng.normal(size=(count, 1)),
    }


def expressions(routine: Routine) -> list[Expression]:
    found = [angle.value for angle in routine.angles]
    for statement in (*routine.sums, *routine.statements):
        found += list(reads(statement))
    return [part for expression in found for part in within(expression)]


def test_the_expanded_routine_is_scalar_and_computes_the_same_bits() -> None:
    wide, narrow = limbs(), expanded(limbs())
    assert max(width(e) for e in expressions(wide)) == WIDE
    assert {width(e) for e in expressions(narrow)} == {1}
    assert not [e for e in expressions(narrow) if isinstance(e, (Gather, Literals, LaneSum))]
    expected, found = run(wide, state()), run(narrow, state())
    assert np.array_equal(found[0]["y"], expected[0]["y"], equal_nan=True)
    assert np.array_equal(found[1], expected[1])
    assert set(found[1]) == {0, 7}


def test_expanding_and_cutting_go_together() -> None:
    pieces = expanded(cut(limbs(), 3))
    assert len(pieces.blocks) > 2
    found, expected = run(pieces, state())[0], run(limbs(), state())[0]
    assert np.array_equal(found["y"], expected["y"], equal_nan=True)


def test_a_routine_without_lanes_expands_to_itself() -> None:
    narrow = expanded(limbs())
    assert expanded(narrow) == narrow


def test_names_of_lanes_end_in_letters_and_are_unique() -> None:
    labels = [t.label for t in expanded(limbs()).temporaries]
    assert len(set(labels)) == len(labels)
    names = [CPrinter().temporary(Temporary(label)) for label in labels]
    assert {"c1_a", "c1_d", "f1_x_a", "f1_x_d", "F0"} <= set(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("lanes", range(1, 9))
def test_a_sum_over_lanes_adds_the_upper_half_to_the_lower(lanes: int) -> None:
    text = halved([str(k) for k in range(lanes)], lambda a, b: f"({a}+{b})")
    assert sorted(c for c in text if c.isdigit()) == [str(k) for k in range(lanes)]
    if lanes == 4:
        assert text == "((0+2)+(1+3))"


def test_a_scalar_among_lanes_stands_for_all() -> None:
    assert width(mul(Element("q", 0), Gather("q", (1, 2)))) == 2
    assert width(LaneSum(Gather("q", (1, 2)))) == 1
    with pytest.raises(AssertionError):
        width(mul(Gather("q", (1, 2)), Gather("q", (1, 2, 3))))


@pytest.mark.parametrize(
    "printer", [CPrinter(), F77Printer("double", {"q": (8,)})], ids=["c", "f77"]
)
def test_printers_of_scalars_say_to_expand_first(printer: CPrinter | F77Printer) -> None:
    for value in (Gather("q", (0, 1)), LaneSum(Gather("q", (0, 1))), Literals((ONE, ONE))):
        with pytest.raises(AssertionError, match="expanded"):
            printer.expression(value)
    with pytest.raises(AssertionError, match="expanded"):
        printer.statement(Guard((1, 2), Element("q", 0), Literal(ONE)))
    with pytest.raises(AssertionError, match="expanded"):
        printer.statement(Let(Temporary(Label("x"), 2), Element("q", 0)))


def test_the_expanded_routine_can_be_printed() -> None:
    text = "\n".join(CPrinter().body(expanded(limbs())))
    assert "const double c1_c = cos(a1_c);" in text
    assert "const double F0 = f1_x_a / d1_z_a + f1_x_c / d1_z_c + (f1_x_b / d1_z_b" in text
