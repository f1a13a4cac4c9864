"""Names in FORTRAN 77 of the cosines of sums over rows of joints."""

from __future__ import annotations

from gen_robot.ir.graph import Label
from gen_robot.printers.f77_names import short_names


def test_sums_of_few_joints_name_all_of_them() -> None:
    labels = [Label("c", (2, 3)), Label("c", (2, 3, 4)), Label("s", (2, 3, 4, 5))]
    assert list(short_names(labels, set()).values()) == ["C23", "C234", "S2345"]


def test_longer_ones_name_the_ends_of_the_row() -> None:
    labels = [Label("c", (8, 9)), Label("c", (8, 9, 10)), Label("q", (23, 24, 25))]
    assert list(short_names(labels, set()).values()) == ["C0809", "C0810", "Q2325"]
    assert short_names([Label("s", (1, 2, 3, 4, 5, 6))], set()).popitem()[1] == "S16"


def test_no_two_sums_share_a_name() -> None:
    labels = [Label("c", (10, 11, 12)), Label("c", (10, 12)), Label("c", (10, 11, 13, 12))]
    names = short_names(labels, set())
    assert len(set(names.values())) == 3
    assert names[labels[1]] == "C1012"
