"""A kernel as an object that is called, where the extension has no part in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class PlainKernel:
    """Stand in for the extension's Kernel: every call is a general one."""

    def __init__(self, general: Callable[..., Any], reduction: tuple[Any, ...]) -> None:
        self._general = general
        self._reduction = reduction

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._general(*arguments, **named)

    @property
    def gufunc(self) -> np.ufunc:
        """Say why there is none."""
        raise AttributeError(
            "gufunc: gen-robot's extension is not here; install gen-robot with a C compiler, Python's"
            " headers and NumPy, or call the kernel, which takes the same arrays"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduction
