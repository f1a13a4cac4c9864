"""How many threads a call asks for."""

from __future__ import annotations

import os
from operator import index
from typing import Any

MOST = 2**31 - 1


def thread_count(threads: Any) -> int:
    """Read threads=: None is the caller's own only, "all" as many as this process may run on."""
    if threads is None:
        return 1
    if isinstance(threads, str) and threads == "all":
        return _processors()
    problem = f"threads: is {threads!r}; give a number from 1 on, 'all' or None"
    try:
        count = index(threads)
    except TypeError:
        raise TypeError(problem) from None
    if count < 1:
        raise ValueError(problem)
    return min(count, MOST)


def _processors() -> int:
    """Count the processors that this process may run on, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
