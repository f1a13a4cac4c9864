"""When a pivot counts as zero: the one rule that all eliminations share."""

from __future__ import annotations

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.tape import Tape


def check_pivot(
    t: Tape, joint: int, pivot: Scalar, diagonal: Scalar, size: int, epsilon: Number
) -> None:
    """Ask that a pivot be above 8 n eps times the diagonal element it started from."""
    # A pivot that is still the diagonal element itself has lost nothing: it only must be positive.
    untouched = t.graph.node(pivot) is t.graph.node(diagonal)
    limit = ZERO if untouched else diagonal * (epsilon * (8 * size))
    t.guard(joint, pivot, limit)
