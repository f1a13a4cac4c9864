"""Coefficients as small integers: equal numbers are one, and what was computed once is looked up.

A coefficient is twice the place of its size in a table, and one more if it is negative. So its sign is
turned by one bit, and 1 and -1, which cost no multiplication, are the two below `UNITS`.
"""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO, Number

NOTHING, PLUS, MINUS = 0, 2, 3
UNITS = 4
"""Coefficients other than zero that are less than this are signs."""


class Coefficients:
    """Hold exact numbers, and their products, inverses and sums."""

    def __init__(self) -> None:
        self.sizes: list[Number] = [ZERO, ONE]
        self._places: dict[Number, int] = {ZERO: 0, ONE: 1}
        self._products: dict[tuple[int, int], int] = {}
        self._inverses: dict[int, int] = {}
        self._roots: dict[int, int] = {}
        self._sums: dict[tuple[int, int], int] = {}

    def of(self, number: Number) -> int:
        """Return the coefficient of a number."""
        size = abs(number)
        place = self._places.get(size)
        if place is None:
            place = self._places[size] = len(self.sizes)
            self.sizes.append(size)
        return 2 * place + (number.sign < 0)

    def number(self, c: int) -> Number:
        size = self.sizes[c >> 1]
        return -size if c & 1 else size

    def times(self, a: int, b: int) -> int:
        if a < UNITS:
            return b ^ (a & 1) if a and b else 0
        if b < UNITS:
            return a ^ (b & 1) if b else 0
        sign = (a ^ b) & 1
        a &= ~1
        b &= ~1
        key = (a, b) if a < b else (b, a)
        found = self._products.get(key)
        if found is None:
            found = self.of(self.sizes[a >> 1] * self.sizes[b >> 1])
            self._products[key] = found
        return found ^ sign

    def inverse(self, c: int) -> int:
        if c < UNITS:
            return c
        found = self._inverses.get(c & ~1)
        if found is None:
            found = self.of(ONE / self.sizes[c >> 1])
            self._inverses[c & ~1] = found
            self._inverses[found] = c & ~1
        return found ^ (c & 1)

    def over(self, a: int, b: int) -> int:
        if a & ~1 == b & ~1:
            return PLUS ^ ((a ^ b) & 1)
        return self.times(a, self.inverse(b))

    def root(self, c: int) -> int:
        """Return the square root of a coefficient's size."""
        found = self._roots.get(c & ~1)
        if found is None:
            found = self._roots[c & ~1] = self.of(self.sizes[c >> 1].sqrt())
        return found

    def plus(self, a: int, b: int) -> int:
        if not a:
            return b
        if not b:
            return a
        if a == b ^ 1:
            return NOTHING
        key = (a, b) if a < b else (b, a)
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = self.of(self.number(a) + self.number(b))
        return found
