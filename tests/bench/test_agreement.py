"""Numbers that differ are found before anything is timed."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.bench.agreement import allowed, demand, difference
from gen_robot.errors import UserError

ONES = np.ones((2, 2))


def test_the_same_numbers_agree() -> None:
    assert difference((ONES, ONES[0]), (ONES, ONES[0])) == 0.0
    assert difference((ONES * (1 + 1e-15),), (ONES,)) < allowed("double", solved=False)
    assert difference((np.zeros(2),), (np.zeros(2),)) == 0.0


@pytest.mark.parametrize(
    "other", [ONES * 1.01, ONES * np.nan, np.array([[1, 1], [1, np.nan]]), np.ones(4), -ONES]
)
def test_other_numbers_do_not(other: np.ndarray) -> None:
    for precision in ("double", "single"):
        apart = difference((other,), (ONES,))
        with pytest.raises(UserError, match="arm: bias: somebody gives other numbers"):
            demand("arm: bias", "somebody", apart, allowed(precision, solved=False))


def test_what_cancels_is_measured_by_what_it_cancels_from() -> None:
    """Gravity on a vertical axis is rounding, and two right programs round differently."""
    rounding = np.full(3, 1e-15)
    assert difference((rounding,), (-rounding,)) > 1
    assert difference((rounding,), (-rounding,), floor=0.1) < allowed("double", solved=False)
