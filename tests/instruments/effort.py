"""How much work something is, in turns of an empty loop: no matter of the machine, nor of its load."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from statistics import median
from time import perf_counter, process_time

TURNS = 1_000_000


def million_turns() -> None:
    """Do what efforts are measured by."""
    for _ in range(TURNS):
        pass


@cache
def _unit() -> float:
    """Return what a million turns take here.

    Of the processor's time, which does not run while others do, but sometimes leaves out most of what
    was done; then of the clock's, of which a few turns hold what others did.
    """

    def once() -> tuple[float, float]:
        start = process_time(), perf_counter()
        million_turns()
        return process_time() - start[0], perf_counter() - start[1]

    every = [once() for _ in range(5)]
    return max(median(own for own, _ in every), median(clock for _, clock in every))


@contextmanager
def at_most(millions: float) -> Iterator[None]:
    """Fail if what follows is more work than so many million turns.

    To walk through what other tests keep in memory, looking for garbage, is none of its work.
    """
    unit = _unit()
    gc.freeze()
    try:
        start = process_time(), perf_counter()
        yield
        taken = min(process_time() - start[0], perf_counter() - start[1])
    finally:
        gc.unfreeze()
    effort = taken / unit
    assert effort <= millions, f"as much work as {effort:.1f} million turns of a loop"
