"""Times of contenders that take turns, so that whatever disturbs the machine disturbs all of them.

Pitfalls that this is built around: a clock of a virtual machine that now and then reports far too
little, so that not the least time counts but a low percentile; caches and predictors that are full of
somebody else's, so that the least of three passes in a row is taken; interruptions by the system,
so that passes are short.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

Name = TypeVar("Name")

LONGEST_PASS = 5e5
"""Nanoseconds: shorter than the time between two ticks of the system's clock."""

IN_A_ROW = 3
LOW = 10  # percent
LOOKS = 4
"""Passes that tell which of many contenders are worth more of them."""


@dataclass(frozen=True)
class Contender:
    """Run a pass over the first so many states; return nanoseconds for all of them together."""

    run: Callable[[int], float]
    states: int  # at most; a pass takes fewer where each takes long
    whole: bool = False  # whether every pass takes all of them, as batches do


@dataclass(frozen=True)
class Times:
    """Hold nanoseconds a state: a low percentile, and the median, of all passes."""

    low: float
    median: float

    def as_dict(self) -> dict[str, float]:
        return {f"p{LOW}_ns": self.low, "median_ns": self.median}


def interleaved(contenders: Mapping[Name, Contender], passes: int) -> dict[Name, Times]:
    """Time contenders in turns, every second round in the opposite order."""
    counts = {name: _states_of_a_pass(each) for name, each in contenders.items()}
    taken: dict[Name, list[float]] = {name: [] for name in contenders}
    for number in range(passes):
        for name in contenders if number % 2 else reversed([*contenders]):
            count, run = counts[name], contenders[name].run
            taken[name].append(min(run(count) for _ in range(IN_A_ROW)) / count)
    return {name: times(values) for name, values in taken.items()}


def fastest(contenders: Mapping[str, Contender]) -> dict[str, Contender]:
    """Return contenders, the fastest first, after a short look at all."""
    looks = interleaved(contenders, LOOKS)
    return {name: contenders[name] for name in sorted(contenders, key=lambda n: looks[n].low)}


def times(values: list[float]) -> Times:
    """Sum up the passes of one contender."""
    return Times(sorted(values)[len(values) * LOW // 100], median(values))


def _states_of_a_pass(contender: Contender) -> int:
    """Try a few states to see how many fit into a pass."""
    if contender.whole:
        contender.run(contender.states)
        return contender.states
    few = min(contender.states, 10)
    one = min(contender.run(few) for _ in range(IN_A_ROW)) / few
    return max(1, min(contender.states, int(LONGEST_PASS / max(one, 1e-3))))


def allowed_cores() -> list[int]:
    """Return the cores that this process may run on; none where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Stay on one core; afterwards go where one was free to go before."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
