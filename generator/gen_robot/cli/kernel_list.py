"""What --kernels means, to every verb that has it."""

from __future__ import annotations

from gen_robot.kernels import DEFAULT_KERNELS


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    if text is None:
        return DEFAULT_KERNELS
    return tuple(dict.fromkeys(word.strip() for word in text.split(",")))
