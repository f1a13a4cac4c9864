"""What a kernel with several outputs returns: a tuple whose elements have names, too."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any


@cache
def result_type(kernel: str, outputs: tuple[str, ...]) -> type[tuple[Any, ...]]:
    """Make the kind of tuple that holds a kernel's outputs: `result.M`, `M, h = result`."""
    by_name: Any = namedtuple(kernel, outputs)  # type: ignore[misc]
    doc = f"What {kernel} gives: {', '.join(outputs)}."
    return type(kernel, (by_name,), {"__slots__": (), "__doc__": doc, "__reduce__": _reduce})


def unpickled(kernel: str, outputs: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make a result again: no module has its type, by which Python would look for it."""
    return result_type(kernel, outputs)(*values)


def _reduce(result: Any) -> tuple[Any, ...]:
    return unpickled, (type(result).__name__, result._fields, tuple(result))
