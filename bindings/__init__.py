"""Call a compiled library from NumPy; reads the library's manifest and nothing of the generator."""

from __future__ import annotations

from gen_robot.bindings.kernel import KernelFunction
from gen_robot.bindings.library import Library

__all__ = ["KernelFunction", "Library"]
