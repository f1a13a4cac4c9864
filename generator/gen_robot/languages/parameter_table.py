"""The table of inertial parameters that are known at run time only, for whoever has to fill them in."""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.languages.emission import Emission
from gen_robot.languages.frame_table import length
from gen_robot.model.runtime import inertials


def parameter_table(emission: Emission, first: int = 0) -> list[str]:
    """Say which parameter each element is, and its value in the robot's file; [] if there are none.

    Elements count from `first`.
    """
    given = inertials(emission.model)
    if given is None:
        return []
    wide = len(str(first + given.size - 1))
    column = max(map(len, given.names))
    rows = enumerate(zip(given.names, given.values, given.units, strict=True), first)
    return [
        "Parameters that are known at run time only, and their values in the robot's file. What",
        "follows from them alone is computed by prepare, and taken by the other kernels:",
        *(f"  {k:>{wide}}  {name:<{column}}  {length(x)} {unit}" for k, (name, x, unit) in rows),
    ]


def file_values(emission: Emission) -> tuple[Number, ...]:
    """Return the values of the robot's file."""
    given = inertials(emission.model)
    return given.values if given else ()
