"""Weighted sums as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction


def weighted(
    weights: Sequence[Fraction], terms: Sequence[str], literal: Callable[[Fraction], str]
) -> str:
    """Return the sum of terms times weights; what has no weight is left out."""
    text = ""
    for weight, term in zip(weights, terms, strict=False):
        if not weight:
            continue
        part = term if abs(weight) == 1 else f"{literal(abs(weight))}*{term}"
        sign = ("-" if weight < 0 else "") if not text else (" - " if weight < 0 else " + ")
        text += sign + part
    return text
