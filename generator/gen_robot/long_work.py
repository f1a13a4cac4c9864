"""Room for long work: Python's recursion limit and its garbage collector."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(links: int) -> Iterator[None]:
    """Let recursions go as deep as a robot of so many links, and graphs grow undisturbed."""
    with _collector_at_rest(), _deep_recursions(links):
        yield


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Stop the garbage collector: graphs grow to 10^5 nodes, all alive, which it would walk often."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _deep_recursions(links: int) -> Iterator[None]:
    """Let recursions go as deep as the robot: they call themselves for each link of a chain."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 20 * links))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
