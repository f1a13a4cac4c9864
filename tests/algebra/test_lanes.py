"""Lanes do what a number does, in every lane; what is the same in all of them is a plain number."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, eq, ge, gt, le, lt, mul, ne, neg, sub, truediv

import pytest

from gen_robot.algebra.lanes import Lanes, in_lanes, lanes
from gen_robot.algebra.number import ONE, PI, ZERO, Number, atan2, negligible

A = (Number("0.3"), Number("-1.7"), Number(4), Number("1e-9"))
B = (Number("2.5"), Number(-3), Number("0.1"), Number("0.3"))
THIRD = Number(1) / 3

OF_ONE: dict[str, Callable[[Number], Number]] = {
    "-": neg,
    "abs": abs,
    "square": lambda x: x**2,
    "root of the square": lambda x: (x * x).sqrt(),
    "cos": Number.cos,
    "sin": Number.sin,
    "cosine of both": lambda x: x.cos_sin()[0],
    "sine of both": lambda x: x.cos_sin()[1],
    "rounded": lambda x: x.rounded(24),
}
OF_TWO: dict[str, Callable[[Number, Number], Number]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": truediv,
    "atan2": atan2,
}


@pytest.mark.parametrize("operation", OF_ONE.values(), ids=list(OF_ONE))
def test_an_operation_on_lanes_is_that_operation_in_every_lane(
    operation: Callable[[Number], Number],
) -> None:
    assert in_lanes(operation(lanes(A)), 4) == tuple(operation(x) for x in A)


@pytest.mark.parametrize("operation", OF_TWO.values(), ids=list(OF_TWO))
def test_the_other_operand_may_be_lanes_or_a_number_on_either_side(
    operation: Callable[[Number, Number], Number],
) -> None:
    pairs = list(zip(A, B, strict=True))
    assert in_lanes(operation(lanes(A), lanes(B)), 4) == tuple(operation(a, b) for a, b in pairs)
    assert in_lanes(operation(lanes(A), THIRD), 4) == tuple(operation(a, THIRD) for a in A)
    assert in_lanes(operation(THIRD, lanes(A)), 4) == tuple(operation(THIRD, a) for a in A)


@pytest.mark.parametrize("operation", [add, sub, mul, truediv])
def test_an_integer_is_a_number_to_lanes(operation: Callable[[object, object], Number]) -> None:
    assert operation(lanes(A), 3) == operation(lanes(A), Number(3))
    assert operation(3, lanes(A)) == operation(Number(3), lanes(A))


def test_what_is_equal_in_all_lanes_is_a_plain_number() -> None:
    assert type(lanes((THIRD, THIRD))) is Number
    for same in (lanes(A) - lanes(A), lanes(A) / lanes(A), lanes(A) * 0, abs(lanes((ONE, -ONE)))):
        assert type(same) is Number
    right, left = lanes((PI / 2, -PI / 2)).cos_sin()
    assert right == ZERO and left == lanes((ONE, -ONE))


def test_lanes_are_equal_and_hash_by_their_values() -> None:
    assert lanes(A) == lanes(Number(1) / (Number(1) / a) for a in A)
    assert hash(lanes(A)) == hash(lanes(A))
    assert (
        lanes(A) != lanes(B) and lanes(A) != A[0] and A[0] != lanes(A) and lanes((ONE, ZERO)) != 1
    )
    assert len({lanes(A), lanes(A), lanes(B)}) == 2


@pytest.mark.parametrize("compare", [lt, le, gt, ge])
def test_an_ordering_holds_if_it_holds_in_all_lanes(
    compare: Callable[[object, object], bool],
) -> None:
    low, high = lanes((ZERO, ONE)), lanes((ONE, Number(2)))
    assert compare(low, high) == compare(0, 1)
    assert compare(low, 2) == compare(0, 2) and compare(2, low) == compare(2, 0)
    assert compare(Number(2), low) == compare(2, 0)
    mixed = lanes((Number(2), ZERO))
    assert not compare(low, mixed) and not compare(mixed, low)


def test_lanes_are_not_zero_if_any_is_not() -> None:
    assert lanes((ZERO, ONE)) and not lanes((ZERO, ZERO))
    assert ne(lanes((ZERO, ONE)), 0) and not eq(lanes((ZERO, ONE)), 0)
    assert not negligible(lanes((ZERO, ONE)), ONE) and negligible(lanes((ZERO, ONE)), 10**50 * ONE)


def test_the_sign_is_that_of_the_first_lane_that_has_one() -> None:
    assert lanes((ZERO, -ONE, ONE)).sign == -1
    assert (-lanes((ZERO, -ONE, ONE))).sign == 1


def test_size_is_that_of_the_largest_lane() -> None:
    assert lanes((ZERO, THIRD / 1024)).magnitude == (THIRD / 1024).magnitude
    assert lanes((THIRD, Number(-100))).magnitude == Number(100).magnitude
    assert lanes(A).is_finite and not lanes((ONE, Number("inf"))).is_finite


def test_a_plain_number_has_one_lane() -> None:
    assert THIRD.width == 1 and lanes(A).width == 4


def test_a_lane_that_is_zero_divides_nothing() -> None:
    with pytest.raises(ZeroDivisionError):
        ONE / lanes((ONE, ZERO))


def test_lanes_are_no_float() -> None:
    with pytest.raises(TypeError):
        float(lanes(A))


def test_lanes_of_two_widths_do_not_mix() -> None:
    with pytest.raises(AssertionError, match="two widths"):
        lanes((ONE, ZERO)) + lanes((ONE, ZERO, ZERO))


def test_lanes_are_spelled_side_by_side() -> None:
    assert str(lanes((ONE, Number("-0.5")))) == "(1.0, -0.5)"
    assert repr(Lanes((ONE, ZERO))) == "Lanes(1.0, 0.0)"
