"""Statements look in LaTeX as papers print them, and no two values share a name."""

from __future__ import annotations

import pytest

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Graph, Label
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, Node
from gen_robot.ir.routine import Apply, Element, Expression, Let, Literal, Store, Temporary
from gen_robot.ir.schedule import schedule
from gen_robot.printers.latex import LatexPrinter
from gen_robot.printers.latex_names import spelled_element, spelled_label

LABELS = {
    Label("omega", (3,), "x"): r"\omega_{3x}",
    Label("psi", (4,), "xz2"): r"\psi_{4xz}^{(2)}",
    Label("Om11_", (2,)): r"\Omega_{2}^{11}",
    Label("c", (2, 3)): "c_{23}",
    Label("t", (2, 13)): "t_{2,13}",
    Label("Kf", (5, 3), "y"): r"\mathit{Kf}_{53y}",
    Label("qdd", (1,)): r"\ddot{q}_{1}",
    Label("n", (1,), "z", lane=1): "n_{1z}^{b}",
    Label("d_omega", (3,), "y_q2"): r"\omega_{3y,q_{2}}",
    Label("d_tau", (1,), "qd2"): r"\tau_{1,\dot{q}_{2}}",
    Label("d_tau", (1,), "omega3_y1"): r"\tau_{1,\omega_{3y}^{(1)}}",
    Label("bar_omega", (3,), "y"): r"\bar{\omega}_{3y}",
    Label("d_bar_c", (2, 3), "q2"): r"\bar{c}_{23,q_{2}}",
}

ELEMENTS = {
    ("q", (1,)): "q_{1}",
    ("qd", (12,)): r"\dot{q}_{12}",
    ("M", (1, 2)): "M_{12}",
    ("M", (1, 12)): "M_{1,12}",
    ("Minv", (2, 2)): "(M^{-1})_{22}",
    ("dtau_dqd", (2, 3)): r"\frac{\partial \tau_{2}}{\partial \dot{q}_{3}}",
    ("lambda", (4,)): r"\lambda_{4}",
    ("some_name", (4,)): r"\mathit{some\_name}_{4}",
}


@pytest.mark.parametrize("label", LABELS, ids=LABELS.values())
def test_names_are_the_papers(label: Label) -> None:
    assert spelled_label(label) == LABELS[label]


@pytest.mark.parametrize("place", ELEMENTS, ids=ELEMENTS.values())
def test_elements_are_the_papers(place: tuple[str, tuple[int, ...]]) -> None:
    assert spelled_element(*place) == ELEMENTS[place]


def test_with_ten_links_twelve_is_not_one_and_two() -> None:
    two, one = Label("c", (1, 2)), Label("c", (12,))
    assert spelled_label(two) == spelled_label(one)
    assert spelled_label(two, apart=True) != spelled_label(one, apart=True)


def printed(value: Node) -> str:
    routine = schedule(KernelGraph(value.graph, {"y": [value]}))
    return LatexPrinter().expression(routine.statements[-2].value)


def test_operations_look_as_in_papers() -> None:
    graph = Graph()
    a, b, c = (graph.input(name, 0) for name in "abc")
    assert printed(a * (b - c)) == r"a_{1} \, (b_{1} - c_{1})"
    assert printed(a - (b - c)) == "a_{1} - (b_{1} - c_{1})"
    assert printed(a / (b + c)) == r"\frac{a_{1}}{b_{1} + c_{1}}"
    assert printed((a * b).sqrt()) == r"\sqrt{a_{1} \, b_{1}}"
    assert printed(a * Number("-2.5e-7") + b) == r"b_{1} - 2.5 \cdot 10^{-7} \, a_{1}"


def test_long_sums_are_broken_before_signs() -> None:
    total: Expression = Element("a", 0)
    for k in range(1, 40):
        total = Apply(ADD, (total, Element("a", k)))
    first, *rest = LatexPrinter().statement(Let(Temporary(Label("t", (1, 1))), total))
    assert first.startswith("t_{11} &= a_{1} + a_{2}")
    assert rest
    assert all(line.startswith(r"&\quad {} + a_") for line in rest)


def test_outputs_of_one_value_stand_in_one_row() -> None:
    printer = LatexPrinter({"M": (2, 2), "qdd": (2,)})
    value = Temporary(Label("D", (2, 1)))
    stores = [Store("M", 1, value), Store("M", 2, value)]
    assert printer.stores(stores) == ["M_{12} = M_{21} &= D_{21}"]
    assert printer.stores([Store("qdd", 0, Temporary(Label("qdd", (1,))))]) == []
    assert printer.stores([Store("M", 0, Literal(Number(2)))]) == ["M_{11} &= 2"]


def test_a_multiple_of_what_is_named_has_a_tilde() -> None:
    assert spelled_label(Label("psi", (4,), "xz", scaled=True)) == r"\tilde{\psi}_{4xz}"
