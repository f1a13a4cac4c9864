"""Inertial parameters that kernels take at run time: names, and the numbers of the robot's file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.manifest import Parameter


def parameters_with(
    known: tuple[Parameter, ...], changes: Mapping[str, ArrayLike], real: np.dtype[Any]
) -> NDArray[Any]:
    """Return the numbers of the robot's file, but for those that are given otherwise.

    A name stands for one number, or for all that begin with it and a dot: "tool.com", "tool".
    """
    values = np.array([each.value for each in known], real)
    for name, given in changes.items():
        places = [
            k
            for k, each in enumerate(known)
            if name == each.name or each.name.startswith(f"{name}.")
        ]
        if not places:
            raise ValueError(_unknown(name, [each.name for each in known]))
        own = np.asarray(given, real)
        wanted = () if [known[k].name for k in places] == [name] else (len(places),)
        if own.shape != wanted:
            names = ", ".join(known[k].name for k in places)
            raise ValueError(f"{name}: has shape {own.shape} instead of {wanted}: {names}")
        values[places] = own
    return values


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return f"{name!r} is known already: name it by runtime= (--runtime) when generating"
    listed = ", ".join(known[:10]) + (", ..." if len(known) > 10 else "")
    return f"{name!r} is none of the parameters that are known at run time: {listed}"
