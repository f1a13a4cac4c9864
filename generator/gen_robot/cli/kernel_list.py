"""What --kernels means, to every verb that has it."""

from __future__ import annotations

from gen_robot.kernels import DEFAULT_KERNELS, KERNELS


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    if text is None:
        return DEFAULT_KERNELS
    if text == "all":
        return tuple(KERNELS)
    return tuple(dict.fromkeys(word.strip() for word in text.split(",")))
