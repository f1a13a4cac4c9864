"""Each pass keeps every value and never adds to the cost."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.passes import ORDER, optimise
from gen_robot.passes.collect_terms import collect_terms
from gen_robot.passes.factor_sums import factor_sums
from gen_robot.passes.rebuild import rebuild
from random_robots import random_robot
from traced_kernels import WAYS, Way, graph_of, inputs_of, models_for, shape_of


def kernel(*outputs: object) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)})  # type: ignore[attr-defined]


def ops(traced: KernelGraph) -> tuple[int, int]:
    return traced.operations.mul, traced.operations.add


def test_common_factors_are_taken_out() -> None:
    a, b, c = Graph().inputs("x", 3)
    assert ops(factor_sums(kernel(a * b + a * c))) == (1, 1)
    assert ops(factor_sums(kernel(a * b - c * a))) == (1, 1)
    # A product that serves elsewhere too would have to be computed after all.
    assert ops(factor_sums(kernel(a * b + a * c, a * b))) == (2, 1)


def test_like_terms_are_collected() -> None:
    a, b, c = Graph().inputs("x", 3)
    assert ops(collect_terms(kernel((a + 1) + (b + 2)))) == (0, 2)
    assert ops(collect_terms(kernel((2 * a + b) + 3 * a))) == (1, 1)
    assert ops(collect_terms(kernel((a + b) - (c + a)))) == (0, 1)
    # A sum that serves elsewhere too stays.
    shared = a + 1
    assert ops(collect_terms(kernel(shared + (b + 2), shared * c))) == (1, 3)


@pytest.mark.parametrize("rewrite", [rebuild, *ORDER, optimise])
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_passes_keep_values_and_do_not_cost(rewrite: object, way: Way) -> None:
    robot = random_robot(11, 5, prismatic=0.3, branched=True)
    for model in models_for(robot, way):
        before = graph_of(model, way, friction=True, passes=False)
        after = rewrite(before)  # type: ignore[operator]
        assert after.operations.cost <= before.operations.cost
        rng = np.random.default_rng(1)
        inputs = inputs_of(model, way.kernel)
        state = {name: rng.uniform(-2, 2, (4, *shape_of(model, name))) for name in inputs}
        for output in before.outputs:
            expected = evaluate(before.outputs[output], state)
            scale = np.abs(expected).max()
            found = evaluate(after.outputs[output], state)
            assert np.abs(found - expected).max() <= 1e-11 * scale
        assert len(after.guards) == len(before.guards)
