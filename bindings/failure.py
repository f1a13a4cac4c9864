"""Why a kernel could not compute a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.arguments import Array
from gen_robot.bindings.manifest import Kernel

CURE = "check=False leaves NaN instead"


def failure(
    kernel: Kernel,
    statuses: NDArray[Any],
    inputs: Sequence[Array],
    fault_of: Callable[[int], str],
) -> ValueError:
    """Return the error for the first state that failed: not finite to begin with, or singular."""
    first = tuple(int(axis[0]) for axis in np.nonzero(np.atleast_1d(statuses)))[: statuses.ndim]
    place = f"{kernel.name}: {_state(statuses, first)}"
    for array, argument in zip(inputs, kernel.inputs, strict=True):
        # Another state's NaN is another failure.
        state = np.broadcast_to(array, statuses.shape + argument.shape)[first] if first else array
        state = state.reshape(argument.forms[0])
        wrong = np.argwhere(~np.isfinite(state))
        if len(wrong):
            index = tuple(int(k) for k in wrong[0])
            element = f"{argument.name}[{', '.join(map(str, index))}]"
            return ValueError(f"{place}{element} is {state[index]}, which is not finite; {CURE}")
    fault = fault_of(int(statuses[first]))
    return np.linalg.LinAlgError(f"{place}{fault}; {CURE}")


def _state(statuses: NDArray[Any], first: tuple[int, ...]) -> str:
    if not first:
        return ""
    index = first[0] if len(first) == 1 else first
    return f"state {index} ({np.count_nonzero(statuses)} of {statuses.size} fail): "
