"""What --kernels means, to every verb that has it."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.kernels import ALL, DEFAULT_KERNELS, KERNELS
from gen_robot.kernels.way import algorithms


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    if text is None:
        return DEFAULT_KERNELS
    return tuple(dict.fromkeys(word.strip() for word in text.split(",")))


def traces(names: Sequence[str]) -> int:
    """Estimate how many ways will be traced, for a progress bar."""
    every = tuple(names) == (ALL,)
    chosen = [kernel for name, kernel in KERNELS.items() if every or name in names]
    return sum(len(algorithms(kernel)) for kernel in chosen)
