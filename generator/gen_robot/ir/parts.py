"""Parts: a routine's blocks as they stand when each is a function of its own.

What crosses between blocks is kept in an array of the caller's: loaded where a block begins, stored
behind its definition. A place in that array is used again after the last load of what it held. Loads
and stores are statements like any other: a language has nothing to spell but functions and calls.

Values of several lanes are kept in an array of their own for each width, whose elements are that wide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
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


def kept_in(width: int) -> str:
    """Name the array that keeps values of so many lanes."""
    return KEPT if width == 1 else f"{KEPT}{width}"


@dataclass(frozen=True)
class Part:
    """Hold the statements of one function."""

    statements: tuple[Statement, ...]

    @cached_property
    def arrays(self) -> frozenset[str]:
        """Return the inputs, outputs and keeping arrays that it needs."""
        return frozenset(a for statement in self.statements for a in _arrays(statement))

    @cached_property
    def can_fail(self) -> bool:
        return any(isinstance(s, Guard) for s in self.statements)


@dataclass(frozen=True)
class Parts:
    """Hold a routine in parts; its angles are the caller's."""

    given: tuple[Store, ...]  # what the caller keeps of its sums, cosines and sines
    parts: tuple[Part, ...]
    sizes: dict[int, int]  # of the keeping arrays, by the width of their values

    @property
    def kept(self) -> dict[str, int]:
        """Return the sizes of the keeping arrays by their names."""
        return {kept_in(width): size for width, size in self.sizes.items()}


def in_parts(routine: Routine) -> Parts:
    """Return a routine's blocks as parts."""
    places = _Places(routine)
    opened = [let.target for let in routine.opening if let.target in places.last]
    given = tuple(places.store(target) for target in opened)
    parts = tuple(Part(tuple(places.part(number))) for number, block in enumerate(routine.blocks))
    return Parts(given, parts, dict(sorted(places.sizes.items())))


class _Places:
    """Give places to what crosses, and take them back after the last load."""

    def __init__(self, routine: Routine) -> None:
        self.blocks = routine.blocks
        self.last = {t: number for number, b in enumerate(routine.blocks) for t in b.live_in}
        self.places: dict[Temporary, int] = {}
        self.free: defaultdict[int, list[int]] = defaultdict(list)  # by width
        self.sizes: dict[int, int] = {}

    def part(self, number: int) -> Iterator[Statement]:
        """Yield the statements of a block, with its loads and stores."""
        block = self.blocks[number]
        if block.live_in:
            yield Comment("from before")
        for target in block.live_in:
            yield Let(target, Element(kept_in(target.width), self.places[target]))
        # All loads come first, so the block's own stores may use their places.
        self._release(t for t in block.live_in if self.last[t] == number)
        out = set(block.live_out)
        for statement in block.statements:
            yield statement
            if isinstance(statement, Let) and statement.target in out:
                yield self.store(statement.target)

    def store(self, target: Temporary) -> Store:
        free = self.free[target.width]
        size = self.sizes.get(target.width, 0)
        self.places[target] = place = heappop(free) if free else size
        self.sizes[target.width] = max(size, place + 1)
        return Store(kept_in(target.width), place, target, None if target.width > 1 else 0)

    def _release(self, targets: Iterable[Temporary]) -> None:
        for target in targets:
            heappush(self.free[target.width], self.places[target])


def _arrays(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Store):
        yield statement.array
    for expression in reads(statement):
        for part in within(expression):
            if isinstance(part, Element | Gather):
                yield part.array
