"""Numbers in plain decimals, exactly as they are written: 1., .5, 1e-3, +1."""

from __future__ import annotations

import re

from gen_robot.algebra.number import ONE, Number

LONGEST = 1000
LARGEST_EXPONENT = 400

_PLAIN = re.compile(
    r"\s*(?P<sign>[+-]?)(?=[0-9.])(?P<whole>[0-9]*)\.?(?P<rest>(?<=\.)[0-9]*)?"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?\s*",
    re.ASCII,
)
_LARGEST = Number("1e400")


def decimal(text: str) -> Number | None:
    """Return the value of a number that is written in decimals, or None if it is not."""
    match = _match(text)
    if match is None:
        return None
    exponent = match["exponent"] or "0"
    # The length comes first: turning a long text into an int is slow, and refused by Python.
    if len(exponent) > 8 or abs(int(exponent)) > LARGEST_EXPONENT:
        return None
    # The zero in front is for mpmath, which cannot read '.0'.
    size = Number(f"0{match['whole']}.{match['rest'] or ''}0e{exponent}")
    if size and not ONE / _LARGEST < size < _LARGEST:
        return None
    return -size if match["sign"] == "-" else size


def decimal_places(text: str) -> int | None:
    """Return how many digits stand behind the point, or None if it is no decimal.

    Zeros at the end do not count, for programs that write files put them there.
    """
    match = _match(text)
    if match is None or len(match["exponent"] or "") > 8:
        return None
    return len((match["rest"] or "").rstrip("0")) - int(match["exponent"] or "0")


def _match(text: str) -> re.Match[str] | None:
    match = _PLAIN.fullmatch(text) if len(text) <= LONGEST else None
    return match if match and (match["whole"] or match["rest"]) else None
