"""What a compiler makes of a decimal: the nearest number of its type."""

from __future__ import annotations

from fractions import Fraction

DOUBLE, SINGLE = 53, 24
"""Bits of a significand."""


def rounded(text: str, bits: int) -> float:
    """Return the nearest number with so many bits; a tie, which no shortest decimal is, to even."""
    value = float(text)
    if bits == DOUBLE:
        return value
    import numpy as np  # doubles, and who only wants to know of bits, need not wait for it

    exact = Fraction(text)
    near = np.float32(value)
    candidates = (
        near,
        np.nextafter(near, np.float32(-np.inf)),
        np.nextafter(near, np.float32(np.inf)),
    )
    return float(min(candidates, key=lambda c: abs(Fraction(float(c)) - exact)))
