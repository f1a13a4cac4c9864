"""What --kernels and other lists mean, to every verb that has them."""

from __future__ import annotations

from gen_robot.kernels import DEFAULT_KERNELS


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    return listed(text) or DEFAULT_KERNELS


def listed(text: str | None) -> tuple[str, ...] | None:
    """Return the words of a list with commas, each once; None if there is no list."""
    if text is None:
        return None
    return tuple(dict.fromkeys(word.strip() for word in text.split(",")))
