"""What snapping does to a robot: the operations it saves, and how far it moves the inertia matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.search.effort import FAST

STATES = 100
_WAYS = {"inertia_matrix": "crba", "inverse_dynamics": "gibbs_appell"}
"""By one method each, so that operations are compared and not choices."""


@dataclass(frozen=True)
class SnapEffect:
    """Hold operations saved by kernel, and the largest relative change of M over random states."""

    saved: dict[str, int]
    change: float

    def __str__(self) -> str:
        saved = ", ".join(f"{n} in {kernel}" for kernel, n in self.saved.items())
        return f"saves {saved}; moves M by at most {self.change:.1e} of its largest element"


def snap_effect(snapped: Description, written: Description) -> SnapEffect:
    """Compare a robot with snapped angles and the same robot exactly as written."""
    with room_for(len(snapped.links)):
        return _compare(snapped, written)


def _compare(snapped: Description, written: Description) -> SnapEffect:
    options = Options(algorithms=_WAYS, effort=FAST.name)
    models = [modelled(description, options) for description in (snapped, written)]
    searches = [searched(model, options) for model in models]
    graphs = {name: [s.choose(KERNELS[name]).graph for s in searches] for name in _WAYS}
    saved = {
        name: after.operations.cost - before.operations.cost
        for name, (before, after) in graphs.items()
    }
    states = random_positions(models[0], STATES)
    ours, reference = (evaluate(g.outputs["M"], {"q": states}) for g in graphs["inertia_matrix"])
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
