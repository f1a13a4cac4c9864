"""What help says of kernels and algorithms, from their records; imported only when help is shown."""

from __future__ import annotations

from gen_robot.kernels import ALL, DEFAULT_KERNELS, KERNELS
from gen_robot.kernels.groups import GROUPS
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.sines import SUFFIX
from gen_robot.kernels.way import algorithms


def kernel_names() -> str:
    """List the kernels, those first that are written by default."""
    others = [_name(kernel) for name, kernel in KERNELS.items() if name not in DEFAULT_KERNELS]
    return (
        f"{', '.join(DEFAULT_KERNELS)} (default: these); {', '.join(others)}; or groups of them:"
        f" {', '.join(GROUPS)}, {ALL}; any kernel also with {SUFFIX}, to take sines and cosines from"
        " its caller (in no group)"
    )


def kernel_table() -> str:
    """Say of each kernel what it is, and by which algorithms it can be computed, group by group."""
    width = max(len(_name(kernel)) for kernel in KERNELS.values())
    lines = []
    for group in GROUPS:
        own = [kernel for kernel in KERNELS.values() if kernel.group == group]
        lines += [f"  {group}:"] if own else []
        for kernel in own:
            lines.append(f"  {_name(kernel):{width}}  {kernel.title}")
            lines.append(f"  {'':{width}}  by {_algorithms(kernel)}")
    return "\n".join(lines)


def _name(kernel: Kernel) -> str:
    """Return a kernel's name, with what it ends in where there are several of the kind."""
    return "_".join([kernel.name, *(argument.name.upper() for argument in kernel.takes)])


def _algorithms(kernel: Kernel) -> str:
    if kernel.parts:
        return "one algorithm of each of " + ", ".join(kernel.parts) + ", joined by +"
    names = ", ".join(algorithms(kernel))
    if not kernel.built_on:
        return names
    return f"{names}; solvers on what {kernel.built_on} is computed by"
