"""Spell a number with the fewest digits that read back as the same machine number."""

from __future__ import annotations

import struct

from gen_robot.algebra.number import Number


def shortest(value: Number, precision: str) -> str:
    """Return decimal text, with a point or an exponent, of the number rounded once."""
    text = repr(float(value)) if precision == "double" else _shortest_single(value.to_single())
    return text if any(c in text for c in ".en") else text + ".0"


def _shortest_single(x: float) -> str:
    for digits in range(6, 10):
        text = f"{x:.{digits}g}"
        try:
            read_back = struct.unpack("f", struct.pack("f", float(text)))[0]
        except OverflowError:  # rounded up beyond the largest single: more digits round down
            continue
        if read_back == x:
            return text
    raise OverflowError(f"{x} is beyond the range of single precision")
