"""What an elimination of M x = b may have folded into constants and polynomials: a table of formulas.

Joints are eliminated from the last to the first. As long as a pivot is the same at every state, what is
left of M and of b are polynomials still, so a generator may have written them down as such, or as
numbers. Each entry is a formula of elements of M and b, and can be computed over any scalars.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.algebra.number import ONE, ZERO, Number

M, B = "M", "b"
_SAME = Number("1e-40")


@dataclass(frozen=True)
class Formula:
    """Hold an element, or x - y z / d, y / d, 1 / d of entries before it; d is constant.

    The last two also with the root of d in its place.
    """

    kind: str  # "M", "b", "left", "ratio", "inverse", "scaled", "root"
    parts: tuple[int, ...]  # places of an element, or numbers of entries
    values: tuple[Number, ...]  # at random states
    is_right_side: bool  # made of elements of b

    @property
    def constant(self) -> Number | None:
        """Return the number that it is at every state."""
        return self.values[0] if is_constant(self.values) else None


def is_constant(values: Sequence[Number]) -> bool:
    return all(same(values[0], x) for x in values[1:])


def same(a: Number, b: Number) -> bool:
    """Tell whether numbers of 60 digits are one, seen that they were computed."""
    return abs(a - b) <= _SAME * (abs(a) + abs(b) + _SAME)


def snapped(x: Number) -> Number:
    """Return the double that a computed number is, if it is one but for the last of its digits."""
    near = float(x)
    top, bottom = near.as_integer_ratio()
    exact = Number(top) / Number(bottom)
    return exact if same(exact, x) else x


def formulas(
    matrices: Sequence[Sequence[Sequence[Number]]], right_sides: Sequence[Sequence[Number]]
) -> list[Formula]:
    """Return the table, elements first; the matrices and right sides are those at random states."""
    size = len(right_sides[0])
    found: list[Formula] = []

    def put(kind: str, parts: tuple[int, ...], values: Sequence[Number], right: bool) -> int:
        steady = is_constant(values)
        kept = tuple(snapped(values[0]) if steady else x for x in values)
        found.append(Formula(kind, parts, kept, right))
        return len(found) - 1

    left: dict[tuple[int, int], int | None] = {}
    for i in range(size):
        for j in range(i + 1):
            values = [matrix[i][j] for matrix in matrices]
            left[i, j] = put(M, (i, j), [_cleared(x) for x in values], False)
    sides: dict[int, int | None] = {
        i: put(B, (i,), [side[i] for side in right_sides], True) for i in range(size)
    }
    for k in reversed(range(size)):
        pivot = left[k, k]
        fixed = pivot if pivot is not None and _is_positive(found[pivot].constant) else None
        if fixed is not None:
            inverses = [ONE / x for x in found[fixed].values]
            put("inverse", (fixed,), inverses, False)
            put("root", (fixed,), [x.sqrt() for x in inverses], False)
        coupled = [i for i in range(k) if not _is_zero(left[k, i], found)]
        for i in coupled:
            y = left[k, i]
            if fixed is not None and y is not None:
                ratio = [a / d for a, d in zip(*_values(found, y, fixed), strict=True)]
                put("ratio", (y, fixed), ratio, False)
                scaled = [a / d.sqrt() for a, d in zip(*_values(found, y, fixed), strict=True)]
                put("scaled", (y, fixed), scaled, False)
        for i in coupled:
            for j in [each for each in coupled if each <= i]:
                left[i, j] = _remaining(found, put, left[i, j], left[k, i], left[k, j], fixed)
            sides[i] = _remaining(found, put, sides[i], left[k, i], sides[k], fixed)
    return found


Put = Callable[[str, tuple[int, ...], Sequence[Number], bool], int]


def _remaining(
    found: list[Formula], put: Put, x: int | None, y: int | None, z: int | None, d: int | None
) -> int | None:
    """Enter what is left of x; nothing if it is no polynomial any more."""
    if x is None or y is None or z is None or d is None:
        return None
    columns = zip(*_values(found, x, y, z, d), strict=True)
    values = [_cleared(a - b * c / e) for a, b, c, e in columns]
    return put("left", (x, y, z, d), values, found[x].is_right_side)


def _values(found: list[Formula], *numbers: int) -> list[tuple[Number, ...]]:
    return [found[k].values for k in numbers]


def _is_positive(x: Number | None) -> bool:
    return x is not None and x.sign > 0


def _is_zero(number: int | None, found: list[Formula]) -> bool:
    return number is not None and not any(found[number].values)


def _cleared(x: Number) -> Number:
    return ZERO if abs(x) <= _SAME else x


def computed(
    table: Sequence[Formula],
    element: Callable[[Formula], Any],
    inverse: Callable[[int], Any],
    root: Callable[[int], Any],
    wanted: Sequence[int],
) -> Mapping[int, Any]:
    """Return entries over other scalars: from elements, inverses of constant entries, their roots."""
    known: dict[int, Any] = {}

    def value(number: int) -> Any:
        if number not in known:
            entry = table[number]
            if entry.kind in (M, B):
                known[number] = element(entry)
            elif entry.kind == "inverse":
                known[number] = inverse(entry.parts[0])
            elif entry.kind == "root":
                known[number] = root(entry.parts[0])
            elif entry.kind in ("ratio", "scaled"):
                y, d = entry.parts
                known[number] = value(y) * (inverse(d) if entry.kind == "ratio" else root(d))
            else:
                x, y, z, d = entry.parts
                known[number] = value(x) - value(y) * value(z) * inverse(d)
        return known[number]

    return {number: value(number) for number in wanted}
