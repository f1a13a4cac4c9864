"""Robots to identify without a compiler: parameters from the manifest, columns from the graphs."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from arrays import Array
from gen_robot.bindings.parameters import Parameters
from gen_robot.ir.evaluate import evaluate
from gen_robot.options import Options
from gen_robot.pipeline import generate


class Identified:
    """Stand for a bound library of a robot, with base_regressor and inverse_dynamics."""

    def __init__(self, file: str | Path, **options: Any) -> None:
        kernels = ("base_regressor", "inverse_dynamics")
        self.output = generate(file, Options(kernels=kernels, **options))
        self.name = self.output.name
        self.manifest: dict[str, Any] = json.loads(self.output.files[f"{self.name}.json"])
        self.nv: int = self.manifest["nv"]
        self._parameters = Parameters(self.name, self.manifest)

    @property
    def standard_parameter_names(self) -> tuple[str, ...]:
        return self._parameters.standard_names

    @property
    def base_parameter_names(self) -> tuple[str, ...]:
        return self._parameters.base_names

    def standard_parameters(self) -> Array:
        return self._parameters.standard()

    def base_parameters(self, pi: ArrayLike | None = None) -> Array:
        return self._parameters.base(pi)

    @cached_property
    def _graphs(self) -> dict[str, Any]:
        return {c.kernel.name: c.graph for c in self.output.choices}

    def base_regressor(self, *state: Array) -> Array:
        found = self._evaluated("base_regressor", "Yb", state)
        return found.reshape(*found.shape[:-1], self.nv, -1)

    def inverse_dynamics(self, *state: Array) -> Array:
        return self._evaluated("inverse_dynamics", "tau", state)

    def _evaluated(self, kernel: str, output: str, state: tuple[Array, ...]) -> Array:
        inputs = dict(zip(("q", "qd", "qdd"), state, strict=True))
        return evaluate(self._graphs[kernel].outputs[output], inputs)

    def states(self, count: int, seed: int = 1) -> list[Array]:
        """Return random states; joints have as many positions as velocities."""
        return [*np.random.default_rng(seed).uniform(-2, 2, (3, count, self.nv))]
