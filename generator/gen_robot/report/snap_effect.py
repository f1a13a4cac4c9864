"""What snapping does to a robot: the operations it saves, and how far it moves the inertia matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gen_robot.algorithms import KERNELS, Setting
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.model.canonical import canonical
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model
from gen_robot.model.regroup import regroup
from gen_robot.options import PRECISIONS
from gen_robot.pipeline import room_for_recursion
from gen_robot.selection import trace

STATES = 100
_WAYS = {"inertia_matrix": "crba", "inverse_dynamics": "gibbs_appell"}


@dataclass(frozen=True)
class SnapEffect:
    """Hold operations saved by kernel, and the largest relative change of M over random states."""

    saved: dict[str, int]
    change: float


def snap_effect(snapped: Description, written: Description) -> SnapEffect:
    """Compare a robot with snapped angles and the same robot exactly as written."""
    with room_for_recursion(len(snapped.links)):
        return _compare(snapped, written)


def _compare(snapped: Description, written: Description) -> SnapEffect:
    models = [regroup(canonical(description)) for description in (snapped, written)]
    traces = {name: [_trace(name, model) for model in models] for name in _WAYS}
    saved = {
        name: after.operations.cost - before.operations.cost
        for name, (before, after) in traces.items()
    }
    states = random_positions(models[0], STATES)
    ours, reference = (evaluate(t.outputs["M"], {"q": states}) for t in traces["inertia_matrix"])
    size = np.abs(reference).max(axis=-1)
    change = np.abs(ours - reference).max(axis=-1)[size > 0] / size[size > 0]
    return SnapEffect(saved, float(change.max(initial=0.0)))


def random_positions(model: Model, states: int) -> np.ndarray:
    """Return positions of all free joints, with unit quaternions and circles where they belong."""
    rng = np.random.default_rng(0)
    q = rng.uniform(-np.pi, np.pi, (states, model.free_nq))
    for link in model.free_links:
        start, _ = Coordinates(model).places(link)
        if unit := link.kind.manifold.unit:
            end = start + link.kind.nq
            q[:, end - unit : end] /= np.linalg.norm(q[:, end - unit : end], axis=1, keepdims=True)
    return q


def _trace(name: str, model: Model) -> KernelGraph:
    algorithm = _WAYS[name]
    tracer = KERNELS[name].algorithms[algorithm][algorithm]
    return trace(KERNELS[name], tracer, Setting(model, PRECISIONS["double"]))
