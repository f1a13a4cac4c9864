"""The position at which a robot is shown: what may be typed, and what is taken otherwise."""

from __future__ import annotations

import pytest

from gen_robot.algebra.number import PI, Number
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.model.canonical import canonical
from gen_robot.model.placement import neutral
from gen_robot.readers.robot_files import read
from gen_robot.show.state import beyond_limits, coordinate_names, read_state
from shipped_robots import described
from urdf_robots import urdf_files

PUMA = canonical(described("puma560"))
TWO = canonical(described("two_link"))


def test_values_are_expressions_in_the_order_of_the_file() -> None:
    assert read_state(TWO, " -pi/2, sqrt(2)/2") == (-PI / 2, Number(2).sqrt() / 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "--q: has 1 value; give 2, with commas: link1, link2"),
        ("0,0,0", "--q: has 3 values; give 2"),
        ("", "--q: has 1 value"),
        ("0,", "--q: link2: is empty"),
        ("0,90deg", "--q: link2: "),
        ("0,__import__('os')", "--q: link2: "),
    ],
)
def test_what_is_no_position_is_refused_with_the_joint(text: str, expected: str) -> None:
    with pytest.raises(UserError) as refused:
        read_state(TWO, text)
    assert expected in str(refused.value)


def test_without_a_position_the_allowed_one_nearest_to_zero_is_taken() -> None:
    assert read_state(PUMA, None) == neutral(PUMA)
    panda = canonical(read(urdf_files()["panda"]))
    q = read_state(panda, None)
    assert [*beyond_limits(panda, [*neutral(panda), neutral(panda)[-1]])] != []
    assert [*beyond_limits(panda, [*q, q[-1]])] == []
    assert sum(1 for x in q if x) == 1


def test_a_quaternion_has_unit_length_and_a_rounded_one_is_normalised() -> None:
    free = canonical(read(urdf_files()["hyq_no_sensors"], edits=Edits(floating=True)))
    assert len(coordinate_names(free)) == free.free_nq
    rest = ",0" * 12
    q = read_state(free, "1,2,3,0,0,0.707,0.707" + rest)
    assert q[5] * q[5] + q[6] * q[6] == 1
    with pytest.raises(UserError, match=r"have the length 1.41421"):
        read_state(free, "1,2,3,0,0,1,1" + rest)
    assert coordinate_names(free)[:4] == [
        "floating_base.x",
        "floating_base.y",
        "floating_base.z",
        "floating_base.qx",
    ]
