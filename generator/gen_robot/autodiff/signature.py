"""How a kernel is called from a library that traces programs: its arrays by place or by name."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.result import result_type

Shape = tuple[int, ...]


class Signature:
    """Hold the names of a kernel's arrays, and what it returns."""

    def __init__(self, kernel: Kernel) -> None:
        self.names = tuple(each.name for each in kernel.inputs)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.python = inspect.Signature([inspect.Parameter(name, kind) for name in self.names])
        self._kernel = kernel
        self._result = result_type(kernel.name, tuple(each.name for each in kernel.outputs))

    def bound(self, inputs: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
        """Return a call's inputs by name; Python says what is wrong with them."""
        try:
            return dict(self.python.bind(*inputs, **named).arguments)
        except TypeError as error:
            raise TypeError(f"{self._kernel.name}(): {error}") from None

    def result(self, outputs: Sequence[Any]) -> Any:
        """Return what users get: one array, or a named tuple of them."""
        return outputs[0] if len(outputs) == 1 else self._result(*outputs)


def broadcast(shapes: Sequence[Shape], kernel: Kernel) -> Shape:
    """Return the leading axes that those of a kernel's inputs broadcast to."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        pairs = zip(kernel.inputs, shapes, strict=True)
        listed = ", ".join(f"{each.name} {shape}" for each, shape in pairs)
        raise ValueError(f"the leading shapes do not broadcast: {listed}") from None


def leading_of(shape: Shape, argument: Argument) -> Shape:
    """Return the axes before those of one state; refuse an array of another shape."""
    for form in argument.forms:
        axes = len(shape) - len(form)
        if axes >= 0 and tuple(shape[axes:]) == form:
            return tuple(shape[:axes])
    raise ValueError(
        f"{argument.name}: its shape is {tuple(shape)}; expected {argument.with_leading}"
    )
