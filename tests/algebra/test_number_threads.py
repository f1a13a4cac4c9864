"""Numbers are the same in every thread: nothing that mpmath keeps changes while it is in use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from mpmath.libmp import libelefun

from gen_robot.algebra.number import PI, Number, atan2

# Every number that can be read is between these in size, or is not an angle.
FAR = ["1e400", "9.87654321e399", "123456789e150", "1e30", "0.7", "1e-30", "1e-400"]


def kept_precision() -> int:
    """Return how many bits of pi mpmath keeps."""
    (function,) = (
        cell.cell_contents
        for cell in libelefun.pi_fixed.__closure__
        if hasattr(cell.cell_contents, "memo_prec")
    )
    return int(function.memo_prec)


@pytest.mark.parametrize("text", FAR)
def test_no_angle_makes_pi_longer(text: str) -> None:
    before = kept_precision()
    x = Number(text)
    # Near to a multiple of pi/2 as well, where more digits are needed.
    for angle in (x, -x, PI * x, PI * 12345 / 2 + x):
        angle.cos_sin()
        atan2(angle, x)
    assert kept_precision() == before


def test_threads_compute_the_same_numbers() -> None:
    angles = [Number(k) ** 9 / 7 for k in range(1, 400)]
    expected = [angle.cos_sin() for angle in angles]
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: [angle.cos_sin() for angle in angles], range(8)):
            assert found == expected
