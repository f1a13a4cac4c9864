"""Inertial parameters: the robot's own standard ones, and the base parameters that follow from any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


class Parameters:
    """Hold the names and numbers of a manifest's parameters, and the map between them."""

    def __init__(self, robot: str, content: Mapping[str, Any]) -> None:
        if "standard_parameters" not in content:
            raise AttributeError(
                f"{robot} was generated without regressors; its parameters come with"
                " gen_robot.load(..., kernels=[..., 'base_regressor']) or gen-robot ... --kernels"
                " ...,base_regressor"
            )
        self._own: Mapping[str, float] = content["standard_parameters"]
        self._base: Mapping[str, Mapping[str, float]] = content["base_parameters"]

    @property
    def standard_names(self) -> tuple[str, ...]:
        return tuple(self._own)

    @property
    def base_names(self) -> tuple[str, ...]:
        return tuple(self._base)

    def standard(self) -> Array:
        """Return the numbers of the robot's file."""
        return np.array([*self._own.values()], dtype=np.float64)

    def matrix(self) -> Array:
        """Return K: base parameters are K times standard ones."""
        place = {name: k for k, name in enumerate(self._own)}
        K = np.zeros((len(self._base), len(self._own)))
        for row, terms in zip(K, self._base.values(), strict=True):
            for name, factor in terms.items():
                row[place[name]] = factor
        return K

    def base(self, standard: ArrayLike | None = None) -> Array:
        """Return the base parameters of standard ones, or of the robot's own."""
        pi = self.standard() if standard is None else np.asarray(standard, dtype=np.float64)
        if pi.ndim < 1 or pi.shape[-1] != len(self._own):
            raise ValueError(
                f"pi: its shape is {pi.shape}; expected (..., {len(self._own)}), in the order of"
                " standard_parameter_names"
            )
        return np.asarray(pi @ self.matrix().T)
