"""Lanes in C: one vector a value, brackets for one lane, sums and guards across them."""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Label
from gen_robot.ir.node import ADD, COS, MUL
from gen_robot.ir.routine import (
    Apply,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literal,
    Literals,
    Store,
    Temporary,
)
from gen_robot.printers.c_lanes import LanesPrinter, register

PRINTER = LanesPrinter()
F = Temporary(Label("f", (3,), "x"), 4)
G = Temporary(Label("g", (3,), "x"), 3)
TRUNK = Temporary(Label("f", (1,), "x"))
RATES = Gather("qd", (1, 4, 7, 10))


def test_a_value_of_lanes_is_a_vector_and_a_scalar_beside_it_stands_for_all() -> None:
    factors = Literals(tuple(Number(k) for k in (1, -2, 3, 4)))
    value = Apply(ADD, (Apply(MUL, (factors, TRUNK)), Literal(Number("0.5"))))
    assert PRINTER.statement(Let(F, value)) == [
        "    const lanes4 f3_x = (lanes4){1.0, -2.0, 3.0, 4.0} * f1_x + 0.5;"
    ]


def test_what_is_gathered_has_a_name_of_its_places_and_is_gathered_once() -> None:
    twice = Apply(ADD, (Apply(MUL, (RATES, RATES)), RATES))
    assert PRINTER.lines([Let(F, twice), Store("tau", 2, F, 1)]) == [
        "    const lanes4 qd_1_4_7_10 = {qd[1], qd[4], qd[7], qd[10]};",
        "    const lanes4 f3_x = qd_1_4_7_10 * qd_1_4_7_10 + qd_1_4_7_10;",
        "    tau[2] = f3_x[1];",
    ]


def test_what_has_a_name_already_is_gathered_into_it() -> None:
    assert PRINTER.lines([Let(F, RATES)]) == [
        "    const lanes4 f3_x = {qd[1], qd[4], qd[7], qd[10]};"
    ]


def test_three_lanes_are_held_by_four_the_last_one_twice() -> None:
    assert [register(lanes) for lanes in (2, 3, 4)] == [2, 4, 4]
    value = Literals(tuple(Number(k) for k in (1, 2, 3)))
    assert PRINTER.statement(Let(G, value)) == [
        "    const lanes4 g3_x = (lanes4){1.0, 2.0, 3.0, 3.0};"
    ]
    assert PRINTER.expression(LaneSum(G)) == "lane_sum3(&g3_x)"


def test_functions_take_lane_by_lane() -> None:
    assert PRINTER.expression(Apply(COS, (F,))) == (
        "(lanes4){cos(f3_x[0]), cos(f3_x[1]), cos(f3_x[2]), cos(f3_x[3])}"
    )


def test_a_guard_asks_all_lanes_at_once_and_then_which_one_fails() -> None:
    pivot = Temporary(Label("d", (3,)), 2)
    assert PRINTER.statement(Guard((3, 6), pivot, Literal(Number(0)))) == [
        "    if (!lanes_above2(&d3, &(lanes2){0.0, 0.0})) {",
        "        if (!(d3[0] > 0.0)) {",
        "            return 3;",
        "        }",
        "        return 6;",
        "    }",
    ]


def test_values_of_lanes_and_zeros_are_stored_at_once() -> None:
    printer = LanesPrinter(shapes={"M": (12, 12)}, row_macro="ROW")
    stores = [Store("M", 4, F, 2), *(Store("M", k, Literal(Number(0))) for k in (5, 6, 7))]
    assert printer.lines(stores) == ["    ROW(M + 4, f3_x[2], 0.0, 0.0, 0.0); /* (1,5) to (1,8) */"]
