"""Short names: six characters, the papers' symbols, no two alike."""

from __future__ import annotations

import re

import pytest

from gen_robot.ir.graph import Label
from gen_robot.printers.f77_names import INTRINSICS, array_names, short_names


def named(*labels: Label, reserved: frozenset[str] = frozenset()) -> list[str]:
    return list(short_names(labels, reserved).values())


@pytest.mark.parametrize(
    ("label", "name"),
    [
        (Label("psi", (4,), "xz"), "PS4XZ"),
        (Label("psi", (14,), "xz"), "PS14XZ"),
        (Label("omega", (3,), "x"), "OM3X"),
        (Label("omega", (3,), "y1", passing=True), "OM3Y1"),
        (Label("N", (6, 5), "z"), "N65Z"),
        (Label("N", (16, 5), "z"), "N1605Z"),
        (Label("D", (12, 3)), "D1203"),
        (Label("Om12_", (3,)), "OM123"),
        (Label("A0_", (2,), "x"), "A02X"),
        (Label("c", (3,)), "C3"),
        (Label("qdd", (11,)), "QDD11"),
        (Label("psi", (14,), "xz2", passing=True), "P14XZ2"),
        (Label("d_omega", (3,), "y_q2"), "OM3YQ2"),
        (Label("d_omega", (3,), "y_qd12"), "O3YV12"),
        (Label("d_tau", (3,), "qdd2"), "TA3A2"),
        (Label("bar_chi", (3,), "y1", passing=True), "BCH3Y1"),
        (Label("neg_bar_A", (3,), "y"), "NBA3Y"),
        (Label("d_bar_f", (3,), "y_q2"), "BF3YQ2"),
        (Label("t", (5, 1)), "T0501"),
        (Label("t", (5, 123)), "T05123"),
        (Label("N", (16, 5), "z1", passing=True), "T00001"),
        (Label("D", (112, 111)), "T00001"),
    ],
)
def test_names_keep_what_fits_of_the_papers_symbols(label: Label, name: str) -> None:
    assert named(label) == [name]


def test_pairs_of_links_cannot_be_mistaken_for_each_other() -> None:
    assert named(Label("D", (11, 1)), Label("D", (1, 11))) == ["D1101", "D0111"]


def test_a_small_letter_gives_way_to_its_capital() -> None:
    force, wrench = Label("f", (3,), "x"), Label("F", (3,), "x")
    assert named(force, wrench) == ["FF3X", "F3X"]
    assert named(wrench, force) == ["F3X", "FF3X"]
    assert named(force) == ["F3X"]


def test_a_derivative_is_told_from_its_value_by_how_it_ends() -> None:
    value, derivative, adjoint = (
        Label("A", (3,), "x"),
        Label("d_A", (3,), "x_q1"),
        Label("bar_A", (3,), "x"),
    )
    assert named(value, derivative, adjoint) == ["A3X", "A3XQ1", "BA3X"]


def test_letters_that_cannot_be_confused_stay_single() -> None:
    assert named(Label("D", (3, 3)), Label("d", (3,))) == ["D33", "D3"]
    assert named(Label("S", (2,), "xz"), Label("s", (2,))) == ["S2XZ", "S2"]


def test_a_shortened_symbol_takes_no_name_that_belongs_to_another() -> None:
    shortened, owner = Label("psi", (14,), "xz2"), Label("p", (14,), "xz2")
    assert named(shortened, owner) == ["T00001", "P14XZ2"]


@pytest.mark.parametrize("reserved", ["Q", "QDD", "INFO", "PUMAIM"])
def test_reserved_names_stay_free(reserved: str) -> None:
    assert reserved not in named(Label(reserved.lower()), reserved=frozenset({reserved}))


@pytest.mark.parametrize("intrinsic", sorted(INTRINSICS))
def test_no_name_is_an_intrinsic_function(intrinsic: str) -> None:
    assert named(Label(intrinsic)) != [intrinsic]


def test_numbers_pass_over_names_in_use() -> None:
    unfit = [Label("D", (100 + k, 100)) for k in range(3)]
    assert named(*unfit, Label("t", (0, 2)), reserved=frozenset({"T00002"})) == [
        "T00001",
        "T00003",
        "T00004",
        "T0002",
    ]


@pytest.mark.parametrize(("array", "name"), [("q", "Q"), ("Minv", "MINV"), ("payload", "PYLD")])
def test_arrays_keep_their_names_where_they_fit(array: str, name: str) -> None:
    assert array_names([array]) == {array: name}


def test_arrays_whose_short_names_are_alike_end_in_numbers() -> None:
    arrays = ["J_left_wheel", "J_left_wheel_rim", "J_left_wheel_hub", "c", "C"]
    assert list(array_names(arrays).values()) == ["JLFTWH", "JLFTW2", "JLFTW3", "C", "C2"]
    assert array_names(["J"], {"J"}) == {"J": "J2"}


@pytest.mark.parametrize("links", [9, 30, 120])
def test_names_of_large_routines_are_legal_and_differ(links: int) -> None:
    pairs = [(i, k) for i in range(1, links + 1) for k in range(1, i + 1)]
    labels = [Label(s, p, c) for s in "Nnvz" for p in pairs for c in ("x", "y1")]
    labels += [Label(s, (i,), "xz2") for s in ("psi", "phi", "S") for i in range(1, links + 1)]
    labels += [Label("t", (i, k)) for i in range(links) for k in range(1, 150)]
    names = short_names(labels, frozenset())
    assert len(set(names.values())) == len(labels)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]{0,5}", name) for name in names.values())


def test_arrays_of_derivatives_keep_apart() -> None:
    arrays = ("dtau_dq", "dtau_dqd", "dqdd_dq", "dqdd_dqd")
    assert list(array_names(arrays).values()) == ["DTAUQ", "DTAUV", "DQDDQ", "DQDDV"]


def test_a_multiple_of_what_is_named_ends_in_k() -> None:
    plain, scaled = Label("psi", (4,), "xz"), Label("psi", (4,), "xz", scaled=True)
    assert short_names([plain, scaled], set()) == {plain: "PS4XZ", scaled: "PS4XZK"}
