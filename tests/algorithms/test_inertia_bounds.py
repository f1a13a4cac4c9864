"""The scale that articulated methods hold their pivots to: above M_kk, and not far above."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.algorithms.inertia_bounds import diagonal_bounds
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from random_robots import general_robot, random_robot
from traced_kernels import PLAIN, evaluated, model_of, way

ROBOTS = [general_robot(12), *(random_robot(seed, 30, prismatic=0.3) for seed in range(2))]


@pytest.mark.parametrize("description", ROBOTS, ids=lambda d: d.name)
def test_bounds_are_above_the_diagonal_and_not_far_above(description: Description) -> None:
    """A bound that grows with a power of the number of links would refuse sound states."""
    model = model_of(description, PLAIN)
    graph = Graph()
    bounds = [graph.node(x) for x in diagonal_bounds(model, graph.inputs("q", model.nq))]
    rng = np.random.default_rng(1)
    for _ in range(3):
        q = rng.uniform(-3, 3, model.nq)
        M = evaluated(model_of(description), way("inertia_matrix", "crba"), {"q": q})["M"]
        ratio = evaluate(bounds, {"q": q}) / M.diagonal()
        assert ratio.min() >= 1 - 1e-12
        assert ratio.max() <= 500
