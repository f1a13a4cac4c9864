"""Kernels of a described robot, evaluated on their graphs: quick, and no compiler."""

from __future__ import annotations

from typing import Any

import numpy as np

from gen_robot.algorithms import COVERS, DEFAULT_FORMS, FORMS, KERNELS, Setting
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.model.canonical import canonical
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Model
from gen_robot.model.regroup import lump_masses, regroup
from gen_robot.options import PRECISIONS
from gen_robot.passes import optimise
from gen_robot.selection import PAYLOAD, sizes, trace

MODELS = {
    "plain": lambda m: m,
    "lumped": lump_masses,
    "regrouped": regroup,
    "held": lambda m: hold_parallel(regroup(m)),
    "plain held": hold_parallel,
}
"""The forms of a model; with and without regrouping both are what the table calls attached."""

Way = tuple[str, str, str]
"""Kernel, algorithm, variant."""


def ways(name: str) -> list[Way]:
    """Return the ways to compute a kernel; of those put together from others, one or two each."""
    found = []
    for algorithm, variants in KERNELS[name].algorithms.items():
        if "+" in algorithm and algorithm not in ("crba+gibbs_appell", "lin+lin"):
            continue
        preferred = [v for v in variants if v in ("crba", "crba+gibbs_appell")]
        found.append((name, algorithm, (preferred or list(variants))[0]))
    return found


ALGORITHMS = [way for name in KERNELS for way in ways(name)]


def covers(model: Model, way: Way) -> bool:
    return not any(part in COVERS and COVERS[part](model) for part in way[1].split("+"))


def forms(way: Way) -> list[str]:
    """Return the forms of a model that a way may be traced on."""
    name, algorithm, _ = way
    allowed = KERNELS[name].forms or FORMS.get(algorithm, DEFAULT_FORMS)
    spelled = {"attached": ["lumped", "regrouped"]}
    return [form for each in allowed for form in spelled.get(each, [each])]


def model_of(description: Description, form: str = "regrouped") -> Model:
    return MODELS[form](canonical(description))


def evaluated(
    model: Model, way: Way, state: dict[str, np.ndarray], *, friction: bool = False
) -> dict[str, np.ndarray]:
    """Return a kernel's outputs at a state, after all passes."""
    name, algorithm, variant = way
    kernel = KERNELS[name]
    setting = Setting(model, PRECISIONS["double"], friction)
    traced = optimise(trace(kernel, kernel.algorithms[algorithm][variant], setting))
    load = [PAYLOAD] if model.payload else []
    inputs = {key: state[key] for key in (*kernel.inputs, *load)}
    results: dict[str, Any] = {}
    for output, nodes in traced.outputs.items():
        results[output] = evaluate(nodes, inputs).reshape(sizes(model, output))
    return results
