"""The order in which lanes are added up, which is the one that vector units are good at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def halved(lanes: Sequence[T], add: Callable[[T, T], T]) -> T:
    """Add up lanes: the upper half to the lower, until one is left."""
    rest = list(lanes)
    while len(rest) > 1:
        half = (len(rest) + 1) // 2
        low, high = rest[:half], rest[half:]
        rest = [add(a, b) for a, b in zip(low, high, strict=False)] + low[len(high) :]
    return rest[0]
