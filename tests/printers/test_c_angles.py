"""Angles go in fours; what fills the last group does no harm."""

from __future__ import annotations

import pytest

from gen_robot.ir.graph import Label
from gen_robot.ir.node import ADD
from gen_robot.ir.routine import Angle, Apply, Element, Expression, Let, Routine, Temporary
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_angles import LANES, groups, places


def angle(joint: int, value: Expression | None = None) -> Angle:
    cosine, sine = (Temporary(Label(symbol, (joint,))) for symbol in "cs")
    return Angle(value or Element("q", joint - 1), cosine, sine)


def taken(angles: list[Angle]) -> list[list[int]]:
    """Return the joints of each group."""
    found = groups(angles)
    return [[a.cosine.label.links[0] for a in group if a.cosine] for group in found]


@pytest.mark.parametrize("count", range(1, 14))
def test_every_angle_is_in_a_group_of_four(count: int) -> None:
    angles = [angle(joint) for joint in range(1, count + 1)]
    found = groups(angles)
    assert len(found) == -(-count // LANES)
    assert {len(group) for group in found} == {LANES}
    assert {a for group in found for a in group} == set(angles)
    assert len(places(found)) == 2 * count


def test_elements_side_by_side_overlap_so_that_they_are_one_load() -> None:
    assert taken([angle(joint) for joint in range(2, 8)]) == [[2, 3, 4, 5], [4, 5, 6, 7]]


def test_others_stand_twice() -> None:
    apart = [angle(joint) for joint in (1, 3, 5, 7, 9, 11)]
    assert taken(apart) == [[1, 3, 5, 7], [9, 11, 9, 11]]
    assert taken(apart[:1]) == [[1, 1, 1, 1]]
    assert groups([]) == []


def test_a_group_is_handed_over_by_value_and_read_by_name() -> None:
    total = Temporary(Label("q", (2, 3)))
    sums = (Let(total, Apply(ADD, (Element("q", 1), Element("q", 2)))),)
    only_sine = Angle(Element("q", 4), None, Temporary(Label("s", (5,))))
    routine = Routine(sums, (angle(2), angle(3, total), only_sine), ())
    assert CPrinter(in_fours=True).opening(routine) == [
        "",
        "    /* angles */",
        "    const double q2_3 = q[1] + q[2];",
        "    four sines1, cosines1;",
        "    pack_bits far = {0};",
        "    sincos4(q[1], q2_3, q[4], q[1], &sines1, &cosines1, &far);",
        "    if (any_far(&far)) {",
        "        library_sincos4(q[1], q2_3, q[4], q[1], &sines1, &cosines1);",
        "    }",
        "    const double c2 = cosines1[0];",
        "    const double s2 = sines1[0];",
        "    const double c3 = cosines1[1];",
        "    const double s3 = sines1[1];",
        "    const double s5 = sines1[2];",
    ]


def test_floats_are_rounded_from_doubles_once() -> None:
    lines = CPrinter("single", in_fours=True).opening(Routine((), (angle(2),), ()))
    assert lines[-2:] == [
        "    const float c2 = (float)cosines1[0];",
        "    const float s2 = (float)sines1[0];",
    ]


def test_the_library_is_called_angle_by_angle() -> None:
    assert CPrinter().opening(Routine((), (angle(2),), ()))[2:] == [
        "    const double c2 = cos(q[1]);",
        "    const double s2 = sin(q[1]);",
    ]
