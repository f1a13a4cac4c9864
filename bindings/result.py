"""What a kernel with several outputs returns: a tuple whose elements have names, too."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any


@cache
def result_type(kernel: str, outputs: tuple[str, ...]) -> type[tuple[Any, ...]]:
    """Make the kind of tuple that holds a kernel's outputs: `result.M`, `result[0]`, `M, h = result`."""
    kind: Any = namedtuple(kernel, outputs, module=__name__)  # type: ignore[misc]
    kind.__doc__ = f"What {kernel} gives: {', '.join(outputs)}."
    kind.__reduce__ = _reduce
    return kind


def unpickled(kernel: str, outputs: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make a result again: no module has its type, by which Python would look for it."""
    return result_type(kernel, outputs)(*values)


def _reduce(result: Any) -> tuple[Any, ...]:
    return unpickled, (type(result).__name__, result._fields, tuple(result))
