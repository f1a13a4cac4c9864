"""Bounds on trigonometric polynomials by their Fourier coefficients."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.verification.double_double import Pair
from gen_robot.verification.equality import spectrum
from gen_robot.verification.tensors import Tensor


@pytest.mark.parametrize("shape", [(), (5,), (5, 7), (7, 5, 9)], ids=str)
def test_half_of_the_coefficients_tell_the_sum_of_all(shape: tuple[int, ...]) -> None:
    values = np.asarray(np.random.default_rng(1).standard_normal(shape))
    tensor = Tensor.of(tuple(range(len(shape))), Pair(values, np.zeros(shape)), 0.0, 0.0)
    every = float(np.abs(np.fft.fftn(values)).sum()) / values.size if shape else abs(float(values))
    assert every <= spectrum(tensor) <= every * (1 + 1e-8)
