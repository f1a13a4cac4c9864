"""NumPy arrays as kernels want them: checked, cast, broadcast, one state after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.manifest import Argument

Array = NDArray[Any]
Shape = tuple[int, ...]


def as_inputs(
    values: Sequence[Any], arguments: Sequence[Argument], real: np.dtype[Any]
) -> list[Array]:
    """Turn what the caller gave into arrays of reals that end in their arguments' shapes."""
    arrays: list[Array] = []
    for value, argument in zip(values, arguments, strict=True):
        array = _as_reals(value, argument, real)
        shape, length = argument.shape, len(argument.shape)
        if len(argument.forms) > 1:
            # A form that fits by chance gives other leading axes than the first input has.
            axes = arrays[0].ndim - len(arguments[0].shape) if arrays else 0
            array = _in_memory(array, argument, axes)
        elif array.ndim < length or array.shape[array.ndim - length :] != shape:
            raise _wrong_shape(array, argument)
        arrays.append(array if array.flags.aligned else array.copy())
    return arrays


def _as_reals(value: Any, argument: Argument, real: np.dtype[Any]) -> Array:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{argument.name}: {error}; expected {argument.with_leading}") from None
    if array.dtype is real:
        return array
    if not np.can_cast(array.dtype, real, "same_kind"):
        raise TypeError(f"{argument.name}: its type is {array.dtype}, which is no {real}")
    return array.astype(real, copy=False)


def _in_memory(array: Array, argument: Argument, axes: int) -> Array:
    """Bring an array that may have several forms into the one that it has in memory."""
    shape = array.shape
    fitting = [
        form
        for form in argument.forms
        if len(shape) >= len(form) and shape[len(shape) - len(form) :] == form
    ]
    if not fitting:
        raise _wrong_shape(array, argument)
    form = min(fitting, key=lambda form: abs(array.ndim - len(form) - axes))
    return array.reshape(shape[: array.ndim - len(form)] + argument.shape)


def _wrong_shape(array: Array, argument: Argument) -> ValueError:
    return ValueError(
        f"{argument.name}: its shape is {array.shape}; expected {argument.with_leading}"
    )


def leading_shape(arrays: Sequence[Array], arguments: Sequence[Argument]) -> Shape:
    """Broadcast the inputs' leading shapes against each other."""
    shapes = [
        array.shape[: array.ndim - len(argument.shape)]
        for array, argument in zip(arrays, arguments, strict=True)
    ]
    if len(set(shapes)) == 1:
        return shapes[0]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        listed = ", ".join(
            f"{argument.name} {shape}" for argument, shape in zip(arguments, shapes, strict=True)
        )
        raise ValueError(f"the leading shapes do not broadcast: {listed}") from None


def check_output(out: Any, argument: Argument, leading: Shape, real: np.dtype[Any]) -> None:
    """Refuse an out= that a kernel cannot write to as it stands."""
    shapes = [leading + form for form in argument.forms]
    error: type[Exception] = ValueError
    if not isinstance(out, np.ndarray):
        error, found = TypeError, f"is a {type(out).__name__}"
    elif out.dtype != real:
        error, found = TypeError, f"is of type {out.dtype}"
    elif out.shape not in shapes:
        found = f"is of shape {out.shape}"
    elif not out.flags.writeable:
        found = "is read-only"
    elif not out.flags.aligned:
        found = "is not aligned"
    elif not (out.flags.c_contiguous or _is_turned(out, argument, leading)):
        found = "is not contiguous"
    else:
        return
    raise error(
        f"out: {argument.name} {found}; expected a writeable C-contiguous {real} array of shape"
        f" {' or '.join(map(str, shapes))}"
    )


def _is_turned(out: Array, argument: Argument, leading: Shape) -> bool:
    """Tell whether a column-major kernel may have returned this matrix earlier."""
    return out.shape == leading + argument.shape and turned(out, argument).flags.c_contiguous


def check_overlap(outputs: Sequence[Array], inputs: Sequence[Array]) -> None:
    """Refuse outputs that share memory with an input or with each other."""
    for position, out in enumerate(outputs):
        for other in (*inputs, *outputs[:position]):
            if np.may_share_memory(out, other) and np.shares_memory(out, other):
                raise ValueError("out: shares memory with another argument; give it its own")


def turned(array: Array, argument: Argument) -> Array:
    """View each state's array with its axes in reverse order, as column-major memory holds it."""
    first = array.ndim - len(argument.shape)
    return array.transpose(*range(first), *reversed(range(first, array.ndim)))


def as_states(array: Array, argument: Argument, leading: Shape, column_major: bool) -> Array:
    """View an input as the array of all states that it stands for, each as memory should have it."""
    if array.shape != leading + argument.shape:
        array = np.broadcast_to(array, leading + argument.shape)
    return turned(array, argument) if column_major else array
