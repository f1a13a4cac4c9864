"""Kernels of a described robot, evaluated on their graphs: quick, and no compiler."""

from __future__ import annotations

from typing import Any

import numpy as np

from gen_robot.algorithms import KERNELS, Setting
from gen_robot.ir.evaluate import evaluate
from gen_robot.model.canonical import canonical
from gen_robot.model.description import Description
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Model
from gen_robot.model.regroup import lump_masses, regroup
from gen_robot.options import PRECISIONS
from gen_robot.passes import optimise
from gen_robot.selection import sizes, trace

MODELS = {
    "plain": lambda m: m,
    "lumped": lump_masses,
    "regrouped": regroup,
    "held": lambda m: hold_parallel(regroup(m)),
}

ALGORITHMS = [
    (name, algorithm, variant)
    for name, kernel in KERNELS.items()
    for algorithm, variants in kernel.algorithms.items()
    for variant in variants
]
"""Every way to compute every kernel: (kernel, algorithm, variant)."""


def model_of(description: Description, form: str = "regrouped") -> Model:
    return MODELS[form](canonical(description))


def evaluated(
    model: Model,
    way: tuple[str, str, str],
    state: dict[str, np.ndarray],
    *,
    friction: bool = False,
) -> dict[str, np.ndarray]:
    """Return a kernel's outputs at a state, after all passes."""
    name, algorithm, variant = way
    kernel = KERNELS[name]
    setting = Setting(model, PRECISIONS["double"], friction)
    traced = optimise(trace(kernel, kernel.algorithms[algorithm][variant], setting))
    inputs = {key: state[key] for key in kernel.inputs}
    results: dict[str, Any] = {}
    for output, nodes in traced.outputs.items():
        results[output] = evaluate(nodes, inputs).reshape(sizes(model, output))
    return results
