"""Parts: a routine's blocks as they stand when each is a function of its own.

What crosses between blocks is kept in an array of the caller's: loaded where a block begins, stored
behind its definition. A place in that array is used again after the last load of what it held. Loads
and stores are statements like any other: a language has nothing to spell but functions and calls.

A value of several lanes has as many places side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from gen_robot.ir.routine import (
    Comment,
    Element,
    Gather,
    Guard,
    Let,
    Routine,
    Statement,
    Store,
    Temporary,
    reads,
    within,
)

KEPT = "kept"
"""The array that holds what crosses."""


@dataclass(frozen=True)
class Part:
    """Hold the statements of one function."""

    statements: tuple[Statement, ...]

    @cached_property
    def arrays(self) -> frozenset[str]:
        """Return the inputs, the outputs and the array of what crosses, as far as it needs them."""
        return frozenset(a for statement in self.statements for a in _arrays(statement))

    @cached_property
    def can_fail(self) -> bool:
        return any(isinstance(s, Guard) for s in self.statements)


@dataclass(frozen=True)
class Parts:
    """Hold a routine in parts; its angles are the caller's."""

    given: tuple[Store, ...]  # what the caller keeps of its sums, cosines and sines
    parts: tuple[Part, ...]
    places: int  # of the array that holds what crosses


def in_parts(routine: Routine) -> Parts:
    """Return a routine's blocks as parts."""
    crossing = _Crossing(routine)
    opened = [let.target for let in routine.opening if let.target in crossing.last]
    given = tuple(store for target in opened for store in crossing.stores(target))
    parts = tuple(Part(tuple(crossing.part(k))) for k in range(len(routine.blocks)))
    return Parts(given, parts, crossing.places)


class _Crossing:
    """Give places to what crosses, and take them back after the last load."""

    def __init__(self, routine: Routine) -> None:
        self.blocks = routine.blocks
        self.last = {t: number for number, b in enumerate(routine.blocks) for t in b.live_in}
        self.place: dict[Temporary, int] = {}
        self.free: defaultdict[int, list[int]] = defaultdict(list)  # by width
        self.places = 0

    def part(self, number: int) -> Iterator[Statement]:
        """Yield the statements of a block, with its loads and stores."""
        block = self.blocks[number]
        if block.live_in:
            yield Comment("known from before")
        for target in block.live_in:
            yield self._load(target)
        # All loads come first, so the block's own stores may use their places.
        for target in block.live_in:
            if self.last[target] == number:
                heappush(self.free[target.width], self.place[target])
        out = set(block.live_out)
        for statement in block.statements:
            yield statement
            if isinstance(statement, Let) and statement.target in out:
                yield from self.stores(statement.target)

    def _load(self, target: Temporary) -> Let:
        first = self.place[target]
        if target.width == 1:
            return Let(target, Element(KEPT, first))
        return Let(target, Gather(KEPT, tuple(range(first, first + target.width))))

    def stores(self, target: Temporary) -> Iterator[Store]:
        """Yield the stores of a value, a lane each."""
        free = self.free[target.width]
        if free:
            first = heappop(free)
        else:
            first, self.places = self.places, self.places + target.width
        self.place[target] = first
        for lane in range(target.width):
            yield Store(KEPT, first + lane, target, lane)


def _arrays(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Store):
        yield statement.array
    for expression in reads(statement):
        for part in within(expression):
            if isinstance(part, Element | Gather):
                yield part.array
