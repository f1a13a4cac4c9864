"""Every stage of rewriting keeps all values, with 60 digits, and none adds an operation."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest

from gen_robot.algebra.number import Number
from gen_robot.ir.accuracy import exact_states
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node
from gen_robot.rewriting.greedy import simplify
from gen_robot.rewriting.reading import View, view
from gen_robot.rewriting.scales import absorb_scales
from gen_robot.rewriting.search import search
from gen_robot.rewriting.writing import written
from random_robots import random_robot
from rewritten_kernels import assert_equal, cost
from traced_kernels import WAYS, Way, graph_of, models_for

Stage = Callable[[View], None]


def nothing(seen: View) -> None:
    """Read and write."""


def greedy(seen: View) -> None:
    simplify(seen.sums, list(seen.sums.terms))


def in_any_order(seen: View) -> None:
    simplify(seen.sums, list(seen.sums.terms), Random(3))


def scales(seen: View) -> None:
    absorb_scales(seen.sums, Random(3))


def moves(seen: View) -> None:
    best = search(seen.sums, seen.angles, 200, Random(3))[-1]
    seen.sums.load(best.terms, best.references)


STAGES = [nothing, greedy, in_any_order, scales, moves]


def kernel(*outputs: Node) -> KernelGraph:
    return KernelGraph(outputs[0].graph, {"y": list(outputs)})


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_stages_keep_values_and_do_not_cost(stage: Stage, way: Way) -> None:
    robot = random_robot(11, 4, prismatic=0.3, branched=True)
    for model in models_for(robot, way)[:1]:
        before = graph_of(model, way, friction=True)
        seen = view(before)
        stage(seen)
        after = written(seen)
        assert_equal(before, after)
        assert cost(after) <= seen.sums.cost <= cost(before)


def test_the_count_is_the_one_of_the_graph() -> None:
    a, b, c = Graph().inputs("x", 3)
    half = Number("0.5")
    twice = a * b + c
    for outputs, expected in [
        ((a + b + c,), 2),
        ((half * a * b,), 2),
        ((a * b + half * c + 3,), 4),
        ((twice * a, twice * b), 4),
        ((half * twice, -twice), 3),
    ]:
        seen = view(kernel(*outputs))
        assert seen.sums.cost == expected == cost(written(seen))


@pytest.mark.parametrize(
    ("expression", "operations"),
    [
        (lambda a, b, c, d: [a * b + a * c], 2),  # a common factor
        (lambda a, b, c, d: [Number("0.3") * a + Number("0.3") * b], 2),  # a common coefficient
        (lambda a, b, c, d: [a + b + c, a + b + d], 3),  # two terms
        (lambda a, b, c, d: [a - b + c, b - a + d], 3),  # the same but for its sign
        (lambda a, b, c, d: [a * b * c, a * b * d], 3),  # a product
        (lambda a, b, c, d: [a * b + a * c + d, b + c], 3),  # a sum that is there
        (lambda a, b, c, d: [(a + b) * c - b * c], 1),  # what cancels
        # A common coefficient of terms whose sum is there, and in the same sum once more.
        (lambda a, b, c, d: [(a + b) * c, (a + b) + 3 * a + 3 * b + d], 4),
    ],
)
def test_what_several_have_is_computed_once(
    expression: Callable[..., list[Node]], operations: int
) -> None:
    before = kernel(*expression(*Graph().inputs("x", 4)))
    seen = view(before)
    simplify(seen.sums, list(seen.sums.terms))
    best = search(seen.sums, seen.angles, 50, Random(1))[-1]
    seen.sums.load(best.terms, best.references)
    assert_equal(before, written(seen))
    assert cost(written(seen)) == operations


def test_scales_are_absorbed() -> None:
    """y = 0.3 (a + 0.7 b) c + d needs 0.3 c once it may be asked for as 0.3 a + 0.21 b."""
    a, b, c, d = Graph().inputs("x", 4)
    inner = Number("0.3") * a + Number("0.7") * b
    before = kernel(inner * c * Number("0.9") + d, inner * d * Number("0.9"))
    seen = view(before)
    absorb_scales(seen.sums, Random(1))
    assert seen.sums.cost == cost(before) - 2
    assert_equal(before, written(seen))


def test_squares_of_sines_are_turned() -> None:
    (q, a, b) = Graph().inputs("x", 3)
    before = kernel(a * q.sin() * q.sin() + a * q.cos() * q.cos() + b)
    seen = view(before)
    best = search(seen.sums, seen.angles, 200, Random(1))[-1]
    seen.sums.load(best.terms, best.references)
    assert cost(written(seen)) == 1
    assert_equal(before, written(seen))


def test_what_is_undone_leaves_no_trace() -> None:
    robot = random_robot(5, 4)
    way = next(w for w in WAYS if w.kernel == "inverse_dynamics")
    seen = view(graph_of(models_for(robot, way)[0], way))
    sums = seen.sums
    before = dict(sums.terms), list(sums.references), sums.cost
    indexes = deepcopy([sums.pairs, sums.couples, sums.multiples, sums.held])
    users = {value: {**uses} for value, uses in sums.users.items() if uses}
    simplify(sums, list(sums.terms))
    absorb_scales(sums, Random(1))
    simplify(sums, list(sums.terms), Random(2))
    assert sums.cost < before[2]
    sums.undo()
    assert (sums.terms, sums.references, sums.cost) == before
    assert [sums.pairs, sums.couples, sums.multiples, sums.held] == indexes
    assert {value: {**uses} for value, uses in sums.users.items() if uses} == users


def test_a_wrong_sum_is_found() -> None:
    """The comparison would notice."""
    a, b = Graph().inputs("x", 2)
    right = kernel(a * b + Number("0.3") * a)
    wrong = kernel(a * b + Number("0.3000000000000000000000000000000000000001") * a)
    with pytest.raises(AssertionError):
        assert_equal(right, wrong)
    state = exact_states(right, 1)[0]
    assert evaluate_exactly(right.outputs["y"], state) != evaluate_exactly(
        wrong.outputs["y"], state
    )
