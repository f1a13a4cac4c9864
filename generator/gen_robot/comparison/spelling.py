"""Numbers for people, two at a time: with as many digits as tell them apart."""

from __future__ import annotations

from math import isclose, pi

from gen_robot.comparison.changes import Change
from gen_robot.description.snap import spell

_DIGITS = 6
NONE = "none"


def pair(change: Change) -> tuple[str, str]:
    """Spell both sides of a change."""
    if not (isinstance(change.left, float) and isinstance(change.right, float)):
        return plain(change.left, change.unit), plain(change.right, change.unit)
    for digits in (_DIGITS, 9, 12, 17):
        found = tuple(plain(x, change.unit, digits) for x in (change.left, change.right))
        if found[0] != found[1]:
            break
    return found[0], found[1]


def plain(value: float | str | None, unit: str = "", digits: int = _DIGITS) -> str:
    """Spell a value; angles as parts of pi where they are."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return value
    twelfths = round(value * 12 / pi)
    if unit == "rad" and twelfths and isclose(value, twelfths * pi / 12, rel_tol=1e-14):
        return spell(twelfths)
    return "0" if value == 0 else f"{value:.{digits}g}"


def by_how_much(change: Change) -> str:
    """Spell the change itself, relative where it can be."""
    if change.relative is not None:
        return signed_percent(change.relative)
    return "" if change.delta is None else f"{change.delta:+.3g}"


def signed_percent(x: float) -> str:
    return f"{100 * x:+.3g} %"


def percent(x: float) -> str:
    """Spell a relative change: 0, 3.3 %, 164 %."""
    return "0" if x == 0 else f"{100 * x:.2g} %" if x < 0.0995 else f"{100 * x:.0f} %"
