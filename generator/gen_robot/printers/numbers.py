"""Spell a number with the fewest digits that read back as the same machine number."""

from __future__ import annotations

import struct
from math import isfinite

from gen_robot.algebra.number import Number
from gen_robot.algebra.precision import DOUBLE, PRECISIONS


def shortest(value: Number, precision: str) -> str:
    """Return decimal text, with a point or an exponent, of the number rounded once."""
    number = PRECISIONS[precision].rounded(value)
    assert isfinite(number), f"{value} is beyond {precision} precision, and should not be here"
    text = repr(number) if precision == DOUBLE.name else _shortest_single(number)
    return text if any(c in text for c in ".e") else text + ".0"


def _shortest_single(x: float) -> str:
    for digits in range(6, 10):
        text = f"{x:.{digits}g}"
        try:
            read_back = struct.unpack("f", struct.pack("f", float(text)))[0]
        except OverflowError:  # rounded up beyond the largest single: more digits round down
            continue
        if read_back == x:
            return text
    raise AssertionError(f"{x} is no number of single precision")
