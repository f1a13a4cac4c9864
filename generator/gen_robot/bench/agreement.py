"""Whether two that are to be timed compute the same: numbers first, then times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.errors import UserError

Array = NDArray[Any]

# What solves with M loses as many digits as M's condition has; wrong robots differ in the first.
TOLERANCE = {"double": 1e-9, "single": 1e-3}
SOLVED = {"double": 1e-5, "single": 0.5}


def difference(got: Sequence[Array], wanted: Sequence[Array], floor: float = 0.0) -> float:
    """Return the largest difference by the largest number; `floor` is the least size of that."""
    worst = 0.0
    for mine, theirs in zip(got, wanted, strict=True):
        mine, theirs = np.asarray(mine, float), np.asarray(theirs, float)
        if mine.shape != theirs.shape:
            return float("inf")
        size = max(float(np.max(np.abs(theirs), initial=0.0)), floor)
        apart = float(np.max(np.abs(mine - theirs), initial=0.0))
        # Not-a-number is no agreement.
        worst = max(worst, apart / size if size else float(apart != 0.0))
        worst = worst if not np.isnan(apart) else float("inf")
    return worst


def allowed(precision: str, solved: bool) -> float:
    """Return the largest difference that rounding explains."""
    return (SOLVED if solved else TOLERANCE)[precision]


def demand(place: str, who: str, found: float, limit: float) -> None:
    """Refuse to time what does not compute the same."""
    if not found <= limit:
        problem = f"{who} gives other numbers: they differ by {found:.1e} of the largest"
        raise UserError(place, problem, "is it the same robot, and is the kernel right?")
