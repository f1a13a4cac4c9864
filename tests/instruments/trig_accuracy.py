"""What it costs in digits that kernels have sines and cosines of their own, against 60 digits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import measure
from arrays import Array
from compiled import compile_c
from gen_robot.description.description import Description
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.languages.trig import TRIGS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from textbook_links import exactly
from urdf_robots import random_state

EPSILON = {"double": 2.0**-53, "single": 2.0**-24}
LEAST = 0.25
"""Roundings that count as an error."""


@dataclass(frozen=True)
class Errors:
    """Hold a kernel's errors at some states in roundings of its largest element, by either way."""

    inline: Array
    libm: Array

    @property
    def typical(self) -> float:
        """Return the factor between the means."""
        return float(np.mean(self.inline) / max(np.mean(self.libm), LEAST))

    @property
    def worst(self) -> float:
        """Return the factor between the largest."""
        return float(np.max(self.inline) / max(np.max(self.libm), LEAST))


def trig_accuracy(
    description: Description, options: Options, states: int, seed: int, folder: Path, *flags: str
) -> dict[str, Errors]:
    """Return the errors of a robot's kernels, compiled with these flags."""
    outputs = [generate_described(description, replace(options, trig=t)) for t in TRIGS]
    libraries = [
        compile_c(output, folder / trig, *flags, optimise="-O2")
        for output, trig in zip(outputs, TRIGS, strict=True)
    ]
    rng = np.random.default_rng(seed)
    # Single ones: no input is rounded on its way into a kernel.
    drawn = [random_state(outputs[0].model, rng) for _ in range(states)]
    given = [{name: x.astype(np.float32) for name, x in each.items()} for each in drawn]
    found = {}
    for choice in outputs[0].choices:
        name = choice.kernel.name
        exact = [_exact(outputs[0], name, state) for state in given]
        errors = [
            np.array([_error(library(name, s)[1], e) for s, e in zip(given, exact, strict=True)])
            for library in libraries
        ]
        found[name] = Errors(*(each / EPSILON[options.precision] for each in errors))
    return found


def _exact(output: Output, kernel: str, state: dict[str, Array]) -> dict[str, Array]:
    (choice,) = (choice for choice in output.choices if choice.kernel.name == kernel)
    inputs = {array.name: list(exactly(state[array.name])) for array in choice.inputs}
    return {
        array: np.array([float(x) for x in evaluate_exactly(nodes, inputs)])
        for array, nodes in choice.graph.outputs.items()
    }


def _error(found: dict[str, Array], exact: dict[str, Array]) -> float:
    return max(measure.error(found[name].ravel(), exact[name]) for name in exact)
