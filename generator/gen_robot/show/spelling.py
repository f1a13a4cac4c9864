"""Numbers for people: angles as parts of pi where they are exact, with degrees beside them."""

from __future__ import annotations

from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.joint_kind import JointKind
from gen_robot.description.snap import spell

_DIGITS = 5
_TWELFTH = PI / 12


def plain(value: Number | None, unit: str = "") -> str:
    """Spell a number with a few digits; nothing for none."""
    if value is None:
        return ""
    rounded = f"{float(value):.{_DIGITS}g}"
    text = "0" if float(rounded) == 0 else rounded
    return f"{text} {unit}" if unit else text


def vector(v: Vec3, unit: str = "") -> str:
    text = ", ".join(plain(settled(x)) for x in v)
    return f"{text} {unit}" if unit else text


def angle(value: Number) -> str:
    """Spell an angle: -pi/2 (-90), 0.1 (5.7296), 0."""
    return f"{radians(value)} ({degrees(value)})" if value else "0"


def radians(value: Number) -> str:
    twelfths = round(float(value / _TWELFTH))
    exact = _TWELFTH * twelfths == value and abs(twelfths) <= 48
    return spell(twelfths) if exact else plain(value)


def degrees(value: Number) -> str:
    return plain(value * 180 / PI)


def with_offset(coordinate: str, offset: str) -> str:
    """Spell a coordinate with its zero offset: q1, q1 - pi/2 (-90), q2 + 0.3."""
    if offset == "0":
        return coordinate
    sign, size = ("-", offset[1:]) if offset.startswith("-") else ("+", offset)
    return f"{coordinate} {sign} {size}"


def is_length(kind: JointKind) -> bool:
    """Tell whether a joint's coordinate is a length."""
    return kind.only_slides


def settled(x: Number) -> Number:
    """Take for zero what a typed quaternion or a rounded angle leaves of it."""
    return ZERO if abs(float(x)) < 1e-12 else x
