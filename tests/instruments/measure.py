"""The one measure of error, and the bounds that every numerical test holds its results to."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

PRODUCT_BOUND = 1e-12
"""For whatever is formed without a division: M, h, tau, gravity, energies."""


def error(x: ArrayLike, reference: ArrayLike, *, scale: float = 0.0) -> float:
    """Return max|x - reference| / max|reference|.

    Where the reference may vanish (gravity on a vertical axis), scale is the size of the terms that
    cancel in it; the larger of the two divides. Not-a-number in x comes out as not-a-number, which
    no bound admits.
    """
    x, reference = np.asarray(x, dtype=float), np.asarray(reference, dtype=float)
    if x.shape != reference.shape:
        raise ValueError(f"shape {x.shape} is compared with shape {reference.shape}")
    size = max(float(np.max(np.abs(reference), initial=0.0)), scale)
    difference = float(np.max(np.abs(x - reference), initial=0.0))
    return difference / size if size else np.inf * difference if difference else 0.0


def solution_bound(inertia_matrix: ArrayLike) -> float:
    """Return the bound for what solves with M: accelerations and inverses."""
    return 1e-14 * float(np.linalg.cond(np.asarray(inertia_matrix, dtype=float))) + 1e-12


def assert_same(
    x: ArrayLike, reference: ArrayLike, bound: float = PRODUCT_BOUND, *, scale: float = 0.0
) -> None:
    """Fail unless x is the reference within the bound."""
    found = error(x, reference, scale=scale)
    assert found <= bound, f"error {found:.2e} exceeds {bound:.2e}\n{x!r}\nnot\n{reference!r}"


def assert_solution(x: ArrayLike, reference: ArrayLike, inertia_matrix: ArrayLike) -> None:
    """Fail unless x, which solves with M, is the reference within M's own bound."""
    assert_same(x, reference, solution_bound(inertia_matrix))
