"""A module for callers in Fortran 90 and later: interfaces of the FORTRAN 77 routines, and no code.

Each routine has its own name and a generic one that says what it computes, which costs nothing: a
compiler puts the one for the other, and checks types, shapes and intents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from gen_robot.kernels.array import Array
from gen_robot.languages.emission import Emission, ScheduledKernel

LONGEST = 63
"""A name's letters in Fortran 2003."""

WIDTH = 94
"""Of remarks."""


def values(emission: Emission, routines: dict[str, str], real: str) -> dict[str, Any]:
    """Return what the module's template needs; `routines` has the kernels' subroutines."""
    readable = readable_names(emission.name, routines)
    return {
        "real": real.lower(),
        "interfaces": [
            _interface(
                emission, k, routines[k.choice.kernel.name], readable.get(k.choice.kernel.name)
            )
            for k in emission.kernels
        ],
    }


def readable_names(robot: str, kernels: Iterable[str]) -> dict[str, str]:
    """Return the long names of kernels, of those that can have one: others have their routine's."""
    long = {kernel: f"{robot}_{kernel}" for kernel in kernels}
    # Fortran does not tell capitals from small letters, and kernels may differ in them alone.
    taken = Counter(name.lower() for name in long.values())
    return {
        k: name for k, name in long.items() if len(name) <= LONGEST and taken[name.lower()] == 1
    }


def _interface(
    emission: Emission, scheduled: ScheduledKernel, routine: str, generic: str | None
) -> dict[str, Any]:
    choice = scheduled.choice
    return {
        "remarks": [
            line
            for text in (choice.kernel.title, *emission.meanings(scheduled))
            for line in wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
        ],
        "generic": generic,
        "routine": routine.lower(),
        "arguments": [array.name for array in choice.arrays]
        + (["info"] if choice.kernel.status else []),
        "inputs": [_declared(emission, array) for array in choice.inputs],
        "outputs": [_declared(emission, array) for array in choice.outputs],
        "has_status": choice.kernel.status,
    }


def _declared(emission: Emission, array: Array) -> str:
    return f"{array.name}({', '.join(str(length) for length in array.shape(emission.model))})"
