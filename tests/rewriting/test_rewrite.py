"""A rewritten kernel is the same kernel, and no heavier, whatever it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import Number
from gen_robot.ir.accuracy import Yardstick
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.schedule import schedule
from gen_robot.passes.take_lanes_apart import take_lanes_apart
from gen_robot.rewriting import rewrite
from hash_seeds import printed_with_any_hash_seed
from limbed_robots import centaur
from random_robots import random_robot
from rewritten_kernels import assert_equal, cost
from shipped_robots import described
from traced_kernels import HELD, WAYS, Way, graph_of, model_of, models_for, way

FEW = 300
"""Moves."""


def puma(kernel: str, algorithm: str) -> KernelGraph:
    return graph_of(model_of(described("puma560"), HELD), way(kernel, algorithm))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_any_kernel_stays_what_it_is(way: Way) -> None:
    robot = random_robot(7, 4, prismatic=0.3, branched=True)
    for model in models_for(robot, way)[:1]:
        before = graph_of(model, way, friction=True)
        after = rewrite(before, FEW, cost)
        assert_equal(before, after)
        assert cost(after) <= cost(before)
        assert [g.joints for g in after.guards] == [g.joints for g in before.guards]
        assert {n: len(x) for n, x in after.outputs.items()} == {
            n: len(x) for n, x in before.outputs.items()
        }
        assert after.operations.div <= before.operations.div
        assert after.operations.sincos <= before.operations.sincos
        schedule(after)


def test_nothing_heavier_is_taken() -> None:
    before = puma("inverse_dynamics", "gibbs_appell")
    assert rewrite(before, FEW, lambda kernel: 1.0 if kernel is before else 2.0) is before


def test_a_kernel_that_always_fails_is_left_alone() -> None:
    fails = KernelGraph(Graph(), {}, singular=3)
    assert rewrite(fails, FEW, cost) is fails


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    rewrite(puma("inertia_matrix", "crba"), 50, cost, lambda done, all: told.append((done, all)))
    assert told[-1] == (50, 50)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_the_puma_needs_few_operations() -> None:
    """Bounds a little above what is reached, for who makes the search worse."""
    assert cost(rewrite(puma("inertia_matrix", "crba"), 2000, cost)) <= 122
    assert cost(rewrite(puma("inverse_dynamics", "gibbs_appell"), 2000, cost)) <= 306


def test_hash_seeds_do_not_matter() -> None:
    script = (
        "from gen_robot.ir.schedule import schedule\n"
        "from gen_robot.rewriting import rewrite\n"
        "from traced_kernels import graph_of, model_of, way\n"
        "from shipped_robots import described\n"
        "from rewritten_kernels import cost\n"
        "graph = graph_of(model_of(described('puma560')), way('bias', 'gibbs_appell'))\n"
        "print(schedule(rewrite(graph, 300, cost)).statements)\n"
    )
    assert len(printed_with_any_hash_seed(script)) > 1000


# Accuracy -----------------------------------------------------------------------------------------


def cancelling() -> tuple[KernelGraph, KernelGraph]:
    """Return a kernel that keeps its digits, and an equal one that does not."""
    large = Number(10) ** 9
    a, b = Graph().inputs("x", 2)
    good = KernelGraph(a.graph, {"y": [a * b + b]})
    a, b = Graph().inputs("x", 2)
    return good, KernelGraph(a.graph, {"y": [(a + large) * b - (large - 1) * b]})


def test_what_loses_digits_is_not_accurate() -> None:
    good, bad = cancelling()
    assert_equal(good, bad)
    held = Yardstick(good, 50)
    assert held.allows(good)
    assert not held.allows(bad)


def test_what_no_state_can_tell_of_is_not_accurate() -> None:
    good, _ = cancelling()
    never = Guard((1,), good.graph.const(-1), good.graph.const(0))
    held = Yardstick(replace(good, guards=(never,)), 5)
    assert not held.states
    assert not held.allows(good)


def test_what_loses_digits_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lightest that a search comes by loses nine digits; what is taken is the next."""
    good, bad = cancelling()
    x, y = Graph().inputs("x", 2)
    before = KernelGraph(x.graph, {"y": [x * y + y]})
    found = [(1.0, bad), (2.0, good)]
    monkeypatch.setattr("gen_robot.rewriting._lighter", lambda *given: iter(found))
    assert rewrite(before, 0, cost) is good
    monkeypatch.setattr("gen_robot.rewriting._lighter", lambda *given: iter(found[:1]))
    assert rewrite(before, 0, cost) is before


# Lanes, guards ------------------------------------------------------------------------------------


def test_lanes_are_left_alone() -> None:
    graph = Graph()
    q, x, z = graph.input("q", (4, 0, 2)), graph.input("x", 0), graph.input("x", 1)
    half = lanes(map(Number, ("-2", "0", "0.5")))
    value = (q * half + (x * z + x * x)).cos() * q
    total = graph.lane_sum(value, graph.const(3))
    outputs = [graph.lane(value, graph.const(k)) for k in range(3)]
    before = KernelGraph(graph, {"y": outputs, "s": [total * x + total * z]})
    after = rewrite(before, FEW, cost)
    assert_equal(take_lanes_apart(before), take_lanes_apart(after))
    assert cost(after) < cost(before)
    wide = [[n.op for n in k.nodes if n.width > 1] for k in (before, after)]
    assert sorted(wide[0]) == sorted(wide[1])


def test_limbs_as_lanes_stay_lanes() -> None:
    model = model_of(centaur())
    before = graph_of(model, way("inverse_dynamics", "gibbs_appell"))
    assert_equal(before, rewrite(before, 50, cost))


def test_guards_keep_their_scale() -> None:
    graph = Graph()
    a, b, c = graph.inputs("x", 3)
    pivot = Number("0.3") * a * a + Number("0.7") * b * b
    limit = Number("1e-9") * (a * a + b * b)
    outputs = {"y": [c / pivot * Number("0.3"), c * a / pivot]}
    before = KernelGraph(graph, outputs, (Guard((2,), pivot, limit),))
    after = rewrite(before, FEW, cost)
    assert_equal(before, after)
    assert after.guards[0].joints == (2,)


# Names --------------------------------------------------------------------------------------------


def test_names_and_steps_survive() -> None:
    before = puma("inverse_dynamics", "gibbs_appell")
    after = rewrite(before, 0, cost)
    assert cost(after) < cost(before)
    old, new = (
        {t.label.word for t in schedule(k).temporaries if t.label.symbol != "t"}
        for k in (before, after)
    )
    assert len({word for word in new if word in old}) > 0.5 * len(old)
    headings = [
        [s.heading for s in dict.fromkeys(k.graph.steps[k.graph.step_of[n.id]] for n in k.nodes)]
        for k in (before, after)
    ]
    assert set(headings[1]) <= set(headings[0])


def test_a_name_means_its_value() -> None:
    """Unless it says that it is a multiple, a named value is the one that had the name before."""
    before = puma("bias", "gibbs_appell")
    after = rewrite(before, FEW, cost)
    old = {label: node for node in before.nodes if (label := before.graph.labels.get(node.id))}
    same = [
        (old[label], node)
        for node in after.nodes
        if (label := after.graph.labels.get(node.id)) and not label.scaled
    ]
    assert len(same) > 20
    assert_equal(
        KernelGraph(before.graph, {"y": [a for a, _ in same]}),
        KernelGraph(after.graph, {"y": [b for _, b in same]}),
    )


def test_a_multiple_says_so() -> None:
    graph = Graph()
    a, b, c, d = graph.inputs("x", 4)
    graph.step(Step(1, "first"))
    inner = Number("0.3") * a + Number("0.7") * b
    graph.label(inner, Label("psi", (4,), "xz"))
    before = KernelGraph(
        graph, {"y": [inner * c * Number("0.9") + d, inner * d * Number("0.9"), inner * a + c]}
    )
    after = rewrite(before, 0, cost)
    words = {t.label.word for t in schedule(after).temporaries}
    assert cost(after) < cost(before)
    assert "psi4_xz_scaled" in words
    assert "psi4_xz" not in words
