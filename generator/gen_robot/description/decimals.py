"""Numbers in plain decimals, exactly as they are written: 1., .5, 1e-3, +1."""

from __future__ import annotations

import re

from gen_robot.algebra.number import Number

LONGEST = 1000
LARGEST_EXPONENT = 4000
"""Beyond, numbers are as good as this far: out of all proportion, however many digits they have."""

_PLAIN = re.compile(
    r"\s*(?P<sign>[+-]?)(?=[0-9.])(?P<whole>[0-9]*)\.?(?P<rest>(?<=\.)[0-9]*)?"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?\s*",
    re.ASCII,
)


def decimal(text: str) -> Number | None:
    """Return the value of a number that is written in decimals, or None if it is not."""
    match = _match(text)
    if match is None:
        return None
    # The zero in front is for mpmath, which cannot read '.0'.
    size = Number(f"0{match['whole']}.{match['rest'] or ''}0e{_exponent(match)}")
    return -size if match["sign"] == "-" else size


def decimal_places(text: str) -> int | None:
    """Return how many digits stand behind the point, or None if it is no decimal.

    Zeros at the end do not count, for programs that write files put them there.
    """
    match = _match(text)
    return None if match is None else len((match["rest"] or "").rstrip("0")) - _exponent(match)


def _exponent(match: re.Match[str]) -> int:
    """Return the exponent of ten, within bounds: mpmath would write a power of ten out."""
    # At most LONGEST digits, which is not long for an int.
    exponent = int(match["exponent"] or "0")
    return max(-LARGEST_EXPONENT, min(exponent, LARGEST_EXPONENT))


def _match(text: str) -> re.Match[str] | None:
    match = _PLAIN.fullmatch(text) if len(text) <= LONGEST else None
    return match if match and (match["whole"] or match["rest"]) else None
