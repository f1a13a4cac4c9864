"""Calls from Python, timed as one writes them: a loop with every argument named in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from time import thread_time_ns
from typing import Any

SOURCE = """
def loop(_call, _states, _out):
    for {names}, in _states:
        _call({names}{out})
"""

Loop = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]], Any], None]


@cache
def _loop(arguments: int, gives_out: bool) -> Loop:
    """Write the loop out: a star in the call would cost as much as a small kernel."""
    names = ", ".join(f"a{k}" for k in range(arguments))
    scope: dict[str, Any] = {}
    exec(SOURCE.format(names=names, out=", out=_out" if gives_out else ""), scope)
    loop: Loop = scope["loop"]
    return loop


def calls(
    function: Callable[..., Any], states: Sequence[tuple[Any, ...]], out: Any = None
) -> Callable[[int], float]:
    """Return what calls a function for the first so many states; nanoseconds of the thread."""
    loop = _loop(len(states[0]), out is not None)

    def run(count: int) -> float:
        some = states[:count]
        start = thread_time_ns()
        loop(function, some, out)
        return float(thread_time_ns() - start)

    return run


def once(function: Callable[[], Any]) -> Callable[[int], float]:
    """Return what calls a function once, for all states."""

    def run(count: int) -> float:
        start = thread_time_ns()
        function()
        return float(thread_time_ns() - start)

    return run
