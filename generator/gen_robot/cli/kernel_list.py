"""What --kernels means, to every verb that has it."""

from __future__ import annotations

from gen_robot.cli.lists import listed
from gen_robot.kernels import DEFAULT_KERNELS


def kernel_list(text: str | None) -> tuple[str, ...]:
    """Return the kernels that were asked for, each once."""
    return listed(text) or DEFAULT_KERNELS
