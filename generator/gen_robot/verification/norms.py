"""What is known of vectors as they are turned: bounds on the norms of a few values together.

A turn keeps the norm of what it turns, of the values as of their errors. Values by themselves do not
show that: after each turn, both may be as large as the two were together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

Group = frozenset[int]
"""The numbers of two or three values."""

_LARGEST = 3
_MOST = 12  # groups that are kept of one value
_USEFUL = 0.97  # of what values by themselves tell
_UP = 1 + 1e-12  # what a bound may lose by being computed in doubles itself


class Norm(NamedTuple):
    """Bound the norm of some values, and that of their errors."""

    size: float
    error: float

    def beside(self, other: Norm) -> Norm:
        """Return the same of all values of both."""
        return Norm(
            math.hypot(self.size, other.size) * _UP, math.hypot(self.error, other.error) * _UP
        )

    def moved(self, size: float, error: float) -> Norm:
        """Return the same of values to which something is added."""
        return Norm((self.size + size) * _UP, (self.error + error) * _UP)


class Norms:
    """Keep the norms of groups of values."""

    def __init__(self) -> None:
        self.alone: dict[int, Norm] = {}
        self._groups: dict[int, dict[Group, Norm]] = {}

    def of(self, *numbers: int) -> Norm:
        """Return the least that is known of some values together."""
        if len(numbers) == 1:
            return self.alone[numbers[0]]
        own = Norm(0.0, 0.0)
        for number in numbers:
            own = own.beside(self.alone[number])
        if len({*numbers}) == len(numbers):
            for group, norm in self._groups.get(numbers[0], {}).items():
                if group.issuperset(numbers):
                    own = Norm(min(own.size, norm.size), min(own.error, norm.error))
        return own

    def learn(self, group: Group, norm: Norm) -> None:
        """Keep a norm if the values by themselves do not tell it."""
        if not 2 <= len(group) <= _LARGEST or any(n not in self.alone for n in group):
            return
        own = self.of(*group)
        if norm.size >= _USEFUL * own.size and norm.error >= _USEFUL * own.error:
            return
        least = Norm(min(norm.size, own.size), min(norm.error, own.error))
        for number in group:
            known = self._groups.setdefault(number, {})
            if group in known or len(known) < _MOST:
                known[group] = least

    def groups(self) -> Iterator[tuple[Group, Norm]]:
        """Yield all that is known of values together, more than once."""
        for known in self._groups.values():
            yield from known.items()

    def with_one(self, number: int) -> list[tuple[Group, Norm]]:
        return list(self._groups.get(number, {}).items())

    def before_a_turn(self, x: int, y: int) -> Iterator[tuple[Group, Norm]]:
        """Yield what is known of what is turned with others, which the turn leaves alone.

        The two themselves are left out of the groups.
        """
        both = frozenset((x, y))
        yield frozenset(), self.of(x, y)
        for one, other in ((x, y), (y, x)):
            for group, norm in self.with_one(one):
                rest = group - both
                if rest and len(rest) + 2 <= _LARGEST:
                    yield rest, norm if other in group else norm.beside(self.alone[other])
