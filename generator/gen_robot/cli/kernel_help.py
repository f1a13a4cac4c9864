"""What help says of kernels and algorithms, from their records; imported only when help is shown."""

from __future__ import annotations

from gen_robot.kernels import DEFAULT_KERNELS, KERNELS
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.sines import SUFFIX
from gen_robot.kernels.way import algorithms


def kernel_names() -> str:
    """List the kernels, those first that are written by default."""
    others = [name for name in KERNELS if name not in DEFAULT_KERNELS]
    return (
        f"{', '.join(DEFAULT_KERNELS)} (default: these); {', '.join(others)}; or all; any of them also"
        f" with {SUFFIX}, to take sines and cosines from its caller (not among all)"
    )


def kernel_table() -> str:
    """Say of each kernel what it is, and by which algorithms it can be computed."""
    width = max(map(len, KERNELS))
    lines = []
    for kernel in KERNELS.values():
        lines.append(f"  {kernel.name:{width}}  {kernel.title}")
        lines.append(f"  {'':{width}}  by {_algorithms(kernel)}")
    return "\n".join(lines)


def _algorithms(kernel: Kernel) -> str:
    if kernel.parts:
        return "one algorithm of each of " + ", ".join(kernel.parts) + ", joined by +"
    names = ", ".join(algorithms(kernel))
    if not kernel.built_on:
        return names
    return f"{names}; solvers on what {kernel.built_on} is computed by"
