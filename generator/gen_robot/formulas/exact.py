"""Numbers of 60 digits as sympy's exact ones, as far as they can be told.

A robot's file says 0.4318 or pi/4, and what is computed from such numbers is mostly a fraction, a
multiple of pi or the root of a fraction. A fraction is told by its digits: one whose numerator and
denominator have 130 bits together agrees with a number to 165 bits by chance once in 2^35 times.
"""

from __future__ import annotations

import sympy

from gen_robot.algebra.number import PI, Number

TOLD = 165  # bits by which a fraction agrees with a number
MOST = 130  # bits that a fraction has: numerator and denominator together
DIGITS = 50  # of a number that is not told


def exact(value: Number) -> sympy.Expr:
    """Return the number as a fraction, a multiple of pi, the root of a fraction, or in 50 digits."""
    if (fraction := _fraction(value)) is not None:
        return fraction
    if (part := _fraction(value / PI)) is not None:
        return part * sympy.pi
    if (square := _fraction(value * value)) is not None:
        return value.sign * sympy.sqrt(square)
    return sympy.Float(value.spelled(DIGITS), DIGITS)


def _fraction(value: Number) -> sympy.Rational | None:
    """Return the simplest fraction that agrees with a number, if it is simple enough to be meant."""
    mantissa, exponent = value.binary
    above, below = (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)
    size = abs(above)
    # By continued fractions: each step gives the best fraction of its size.
    p, q, before_p, before_q = 1, 0, 0, 1
    x, y = size, below
    while True:
        whole, rest = divmod(x, y)
        p, q, before_p, before_q = whole * p + before_p, whole * q + before_q, p, q
        if p.bit_length() + q.bit_length() > MOST:
            return None
        if abs(p * below - size * q) << TOLD <= size * q:
            return sympy.Rational(p if above >= 0 else -p, q)
        x, y = y, rest
