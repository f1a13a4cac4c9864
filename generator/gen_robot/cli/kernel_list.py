"""What --kernels means, to every verb that has it."""

from __future__ import annotations

from gen_robot.algorithms import DEFAULT_KERNELS, KERNELS
from gen_robot.errors import UserError, nearest, shown


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    if text is None:
        return DEFAULT_KERNELS
    if text == "all":
        return tuple(KERNELS)
    names = tuple(dict.fromkeys(word.strip() for word in text.split(",")))
    for name in names:
        if name not in KERNELS:
            raise UserError("--kernels", f"is {shown(name)}", nearest(name, tuple(KERNELS)))
    return names
