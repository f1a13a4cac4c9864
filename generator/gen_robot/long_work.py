"""Room for long work: Python's recursion limit and its garbage collector.

Each of them is one for all threads. So the room is shared: it is as large as the largest work in it
needs, and what was there before returns when the last work has left.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_CALLS = 20
"""What a link adds to the depth of the calls, with room to spare."""


@contextmanager
def room_for(links: int) -> Iterator[None]:
    """Let recursions go as deep as a robot of so many links, and graphs grow undisturbed."""
    _ROOM.enter(links)
    try:
        yield
    finally:
        _ROOM.leave(links)


class _Room:
    """Know who is at work, and what to leave behind."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.at_work: list[int] = []  # the links of each robot
        self.limit_before = self.limit = 0
        self.thresholds_before = (0, 0, 0)

    def enter(self, links: int) -> None:
        with self.lock:
            if not self.at_work:
                self.limit_before = self.limit = sys.getrecursionlimit()
                self.thresholds_before = gc.get_threshold()
                # Graphs grow to 10^5 nodes, all alive, which the collector would walk often. It stays
                # enabled or not, for others to say; it only does not start by itself.
                gc.set_threshold(0)
            self.at_work.append(links)
            # They call themselves for each link of a chain, from wherever the caller stands.
            wanted = self.limit_before + _CALLS * max(self.at_work)
            if wanted > sys.getrecursionlimit():
                self.limit = wanted
                sys.setrecursionlimit(wanted)

    def leave(self, links: int) -> None:
        with self.lock:
            self.at_work.remove(links)
            if self.at_work:
                return
            # What somebody else has set meanwhile is theirs.
            if sys.getrecursionlimit() == self.limit:
                sys.setrecursionlimit(self.limit_before)
            if gc.get_threshold()[0] == 0:
                gc.set_threshold(*self.thresholds_before)


_ROOM = _Room()
