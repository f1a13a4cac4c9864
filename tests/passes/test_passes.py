"""Each pass keeps every value and never adds to the cost."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.algorithms import DEFAULT_FORMS, FORMS, KERNELS
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.options import Options
from gen_robot.passes import ORDER, optimise
from gen_robot.passes.collect_terms import collect_terms
from gen_robot.passes.factor_sums import factor_sums
from gen_robot.passes.rebuild import rebuild
from gen_robot.pipeline import settings
from gen_robot.selection import sizes, trace
from random_robots import random_robot
from traced_kernels import ALGORITHMS, covers, model_of


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
@pytest.mark.parametrize("way", ALGORITHMS, ids="-".join)
def test_passes_keep_values_and_do_not_cost(rewrite: object, way: tuple[str, str, str]) -> None:
    name, algorithm, variant = way
    model = model_of(random_robot(11, 5, prismatic=0.3, branched=True), "plain")
    wanted = KERNELS[name].forms or FORMS.get(algorithm, DEFAULT_FORMS)
    for form, setting in settings(model, Options(friction=True)).items():
        if form not in wanted or not covers(setting.model, way):
            continue
        before = trace(KERNELS[name], KERNELS[name].algorithms[algorithm][variant], setting)
        after = rewrite(before)  # type: ignore[operator]
        assert after.operations.cost <= before.operations.cost
        rng = np.random.default_rng(1)
        state = {k: rng.uniform(-2, 2, (4, *sizes(model, k))) for k in KERNELS[name].inputs}
        for output in before.outputs:
            expected = evaluate(before.outputs[output], state)
            scale = np.abs(expected).max()
            found = evaluate(after.outputs[output], state)
            assert np.abs(found - expected).max() <= 1e-11 * scale
        assert len(after.checks) == len(before.checks)
