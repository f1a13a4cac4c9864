"""Numbers of several lanes: one number each for limbs that are computed together.

A robot's limbs may be built alike and differ in their constants only. What the recursions do with such
constants they do in all lanes: `Lanes` is a `Number` to them. Where all lanes agree there is a plain
number instead, so that zeros and ones fold away as ever - if they are zeros and ones in every lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat

from gen_robot.algebra.number import Number, atan2


class Lanes(Number):
    """Hold one number a lane, not all of them equal; made by `lanes` only."""

    __slots__ = ("values",)

    values: tuple[Number, ...]

    def __init__(self, values: tuple[Number, ...]) -> None:
        self.values = values

    @property
    def width(self) -> int:
        return len(self.values)

    # Identity ---------------------------------------------------------------------------------

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Lanes):
            return self.values == other.values
        return False if isinstance(other, (Number, int)) else NotImplemented

    def __lt__(self, other: Number | int) -> bool:
        return all(a < b for a, b in self._beside(other))

    def __le__(self, other: Number | int) -> bool:
        return all(a <= b for a, b in self._beside(other))

    def __gt__(self, other: Number | int) -> bool:
        return all(a > b for a, b in self._beside(other))

    def __ge__(self, other: Number | int) -> bool:
        return all(a >= b for a, b in self._beside(other))

    def __bool__(self) -> bool:
        return True  # lanes that are all zero are a plain zero

    @property
    def sign(self) -> int:
        """Return the sign of the first lane that has one: taken out, it is taken out of all."""
        return next(x.sign for x in self.values if x)

    @property
    def is_finite(self) -> bool:
        return all(x.is_finite for x in self.values)

    # Arithmetic -------------------------------------------------------------------------------

    def __neg__(self) -> Number:
        return self._each(Number.__neg__)

    def __abs__(self) -> Number:
        return self._each(Number.__abs__)

    def __add__(self, other: Number | int) -> Number:
        return self._with(Number.__add__, other)

    __radd__ = __add__

    def __sub__(self, other: Number | int) -> Number:
        return self._with(Number.__sub__, other)

    def __rsub__(self, other: Number | int) -> Number:
        return -self + other

    def __mul__(self, other: Number | int) -> Number:
        return self._with(Number.__mul__, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Number | int) -> Number:
        return self._with(Number.__truediv__, other)

    def __rtruediv__(self, other: Number | int) -> Number:
        return self._with(lambda own, dividend: dividend / own, other)

    def __pow__(self, power: int) -> Number:
        return self._each(lambda x: x**power)

    def sqrt(self) -> Number:
        return self._each(Number.sqrt)

    def cos_sin(self) -> tuple[Number, Number]:
        return self._each(Number.cos), self._each(Number.sin)

    def angle_of(self, y: Number, x: Number) -> Number:
        pairs = zip(in_lanes(y, self.width), in_lanes(x, self.width), strict=True)
        return lanes(atan2(*pair) for pair in pairs)

    # Out --------------------------------------------------------------------------------------

    def __float__(self) -> float:
        raise TypeError("lanes are not one float")

    def rounded(self, bits: int) -> Number:
        return self._each(lambda x: x.rounded(bits))

    @property
    def magnitude(self) -> int:
        """Return the least e for which all lanes that are not zero are below 2^e in size."""
        return max(x.magnitude for x in self.values if x)

    def spelled(self, digits: int) -> str:
        return f"({', '.join(x.spelled(digits) for x in self.values)})"

    def __repr__(self) -> str:
        return f"Lanes{self}"

    # Lane by lane -----------------------------------------------------------------------------

    def _each(self, function: Callable[[Number], Number]) -> Number:
        return lanes(function(x) for x in self.values)

    def _with(self, function: Callable[[Number, Number], Number], other: Number | int) -> Number:
        if not isinstance(other, (Number, int)):
            return NotImplemented
        return lanes(function(a, b) for a, b in self._beside(other))

    def _beside(self, other: Number | int) -> Iterable[tuple[Number, Number]]:
        number = other if isinstance(other, Number) else Number(other)
        return zip(self.values, in_lanes(number, self.width), strict=True)


def lanes(values: Iterable[Number]) -> Number:
    """Return one number a lane, or the one number that is in all of them."""
    values = tuple(values)
    first, *others = values
    return first if all(x == first for x in others) else Lanes(values)


def in_lanes(number: Number, width: int) -> tuple[Number, ...]:
    """Return a number's value in each lane; a plain one is the same in all."""
    if isinstance(number, Lanes):
        assert number.width == width, "lanes of two widths in one operation"
        return number.values
    return tuple(repeat(number, width))
