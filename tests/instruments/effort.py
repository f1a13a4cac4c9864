"""How much work something is, in turns of an empty loop: no matter of the machine, nor of its load."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import process_time

TURNS = 1_000_000


def million_turns() -> None:
    """Do what efforts are measured by."""
    for _ in range(TURNS):
        pass


@cache
def _unit() -> float:
    """Return what a million turns take here, of the processor's time and not of the clock's."""

    def once() -> float:
        start = process_time()
        million_turns()
        return process_time() - start

    return max(once() for _ in range(3))


@contextmanager
def at_most(millions: float) -> Iterator[None]:
    """Fail if what follows is more work than so many million turns."""
    unit = _unit()
    start = process_time()
    yield
    effort = (process_time() - start) / unit
    assert effort <= millions, f"as much work as {effort:.1f} million turns of a loop"
