"""The extension module, bindings/compiled/."""

from collections.abc import Callable
from typing import Any

import numpy as np

MOST_AXES: int
GROUP: int

class Routine:
    """A kernel's native routine; what holds its library is kept with it."""

    def __init__(
        self,
        *,
        one: int,
        batch: int,
        status: int,
        real: np.dtype[Any],
        inputs: int,
        arguments: tuple[tuple[tuple[tuple[int, ...], ...], bool], ...],
        least: int,
        is_long: bool,
        library: object,
    ) -> None: ...
    def run(
        self,
        arrays: tuple[np.ndarray[Any, Any], ...],
        leading_axes: int,
        statuses: np.ndarray[Any, Any] | None,
        threads: int,
        /,
    ) -> int: ...
    def gufunc(self, name: str, doc: str, signature: str, /) -> np.ufunc: ...

class Kernel:
    """A kernel as a function of NumPy arrays; its first argument is the robot."""

    def __init__(
        self,
        *,
        routine: Routine,
        names: tuple[str, ...],
        result: type[tuple[Any, ...]],
        general: Callable[..., Any],
        fail: Callable[..., None],
        reduction: tuple[Any, ...],
    ) -> None: ...
    def __call__(self, robot: object, /, *inputs: Any, **named: Any) -> Any: ...
