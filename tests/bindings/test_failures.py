"""What is said of states that cannot be computed: not finite to begin with, or singular."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.bindings import Library

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_an_input_that_is_not_finite_is_named_and_is_no_singularity(
    tiny: Library, value: float
) -> None:
    for q in (np.array([0.5, NAN]), [value, NAN]):  # straight to the kernel, and by the general way
        with pytest.raises(
            ValueError, match=r"udut: q\[[01]\] is -?(nan|inf), which is not finite"
        ) as info:
            tiny.udut(q)
        assert not isinstance(info.value, np.linalg.LinAlgError)


def test_the_state_that_is_not_finite_is_named(tiny: Library) -> None:
    q = np.ones((2, 3, 2))
    q[1, 0, 1] = NAN
    with pytest.raises(ValueError, match=r"udut: state \(1, 0\) \(1 of 6 fail\): q\[1\] is nan"):
        tiny.udut(q)
    with pytest.raises(ValueError, match=r"udut: state 3 \(1 of 6 fail\): q\[1\] is nan"):
        tiny.udut(q.reshape(6, 2))


def test_the_first_failure_decides_what_is_said(tiny: Library) -> None:
    with pytest.raises(
        np.linalg.LinAlgError, match=r"state 1 \(2 of 3 fail\): .*singular at joint 2"
    ):
        tiny.udut([[1, 1], [1, 0], [1, NAN]])
    with pytest.raises(ValueError, match=r"state 0 \(2 of 3 fail\): q\[1\] is nan"):
        tiny.udut([[1, NAN], [1, 0], [1, 1]])


def test_a_singular_state_is_one_though_another_state_is_not_finite(tiny: Library) -> None:
    """An input that the pivot does not depend on may be anything."""
    with pytest.raises(np.linalg.LinAlgError, match="state 0"):
        tiny.udut([[1, 0], [NAN, 1]])


def test_unchecked_states_that_are_not_finite_give_nan(tiny: Library) -> None:
    U, D = tiny.udut([[1, NAN], [1, 2]], check=False)
    assert np.isnan(U[0]).all()
    assert np.isnan(D[0]).all()
    np.testing.assert_array_equal(D[1], [1, 2])
