"""Auto takes the lightest way, and weighs as it is asked to: for time, or for operations alone."""

from __future__ import annotations

from functools import cache

import pytest

from gen_robot.description.general import general_robot
from gen_robot.errors import UserError
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS
from gen_robot.kernels.way import Way, algorithms, ways
from gen_robot.model.formulation import PLAIN
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled, searched
from gen_robot.search.search import Search
from gen_robot.search.weighing import ACCURACY, AIMS, OPERATIONS, PER_STEP, TIME, cost
from shipped_robots import described


@cache
def search(robot: str, optimise_for: str) -> Search:
    options = Options(optimise_for=optimise_for)
    return searched(modelled(described(robot), options), options)


def way(kernel: str, name: str) -> Way:
    return next(each for each in ways(KERNELS[kernel], [PLAIN]) if str(each) == name)


def chain(length: int) -> KernelGraph:
    """Return a kernel of so many multiplications, each waiting for the one before."""
    graph = Graph()
    x = graph.input("q", 0)
    total = x
    for _ in range(length):
        total = total * x
    return KernelGraph(graph, {"M": [total]})


def side_by_side(length: int) -> KernelGraph:
    """Return a kernel of so many multiplications that wait for nothing."""
    graph = Graph()
    x = graph.input("q", 0)
    return KernelGraph(graph, {"M": [x * (k + 2) for k in range(length)]})


def test_time_is_operations_and_the_longest_chain() -> None:
    assert cost([chain(10)]) == 10 + PER_STEP * 10
    assert cost([side_by_side(10)]) == 10 + PER_STEP
    graph = Graph()
    a, b = graph.inputs("q", 2)
    assert cost([KernelGraph(graph, {"M": [(a * b + 1).sqrt() / b]})]) == 2 + 16 + PER_STEP * 10


def test_of_parts_side_by_side_the_longest_chain_counts_once() -> None:
    assert cost([chain(4), chain(7)]) == 11 + PER_STEP * 7


def test_operations_alone_know_no_chains() -> None:
    crba = way("inertia_matrix", "crba")
    weight = AIMS[OPERATIONS].weight
    assert weight(crba, [chain(10)]) == weight(crba, [side_by_side(10)]) == 10


def test_what_loses_more_than_counts_tell_must_win_by_five_per_cent() -> None:
    crba, lin = way("inertia_matrix", "crba"), way("inertia_matrix", "lin")
    time = AIMS[TIME].weight
    hundred = [side_by_side(100 - PER_STEP)]
    assert time(crba, hundred) == 100 and time(lin, hundred) == 105
    assert time(way("inertia_and_bias", "crba+lin"), hundred) == 105
    assert AIMS[OPERATIONS].weight(lin, hundred) == AIMS[OPERATIONS].weight(crba, hundred)


@pytest.mark.parametrize("optimise_for", AIMS)
@pytest.mark.parametrize("robot", ["planar3", "puma560", "torso"])
def test_auto_is_the_lightest_of_all_algorithms(robot: str, optimise_for: str) -> None:
    found, aim = search(robot, optimise_for), AIMS[optimise_for]
    for name in DEFAULT_KERNELS:
        kernel = KERNELS[name]
        choices = [
            found.best(kernel, found.asked(kernel, algorithm))
            for algorithm in algorithms(kernel)
            if not found.refusal(kernel, algorithm)
        ]
        least = min((aim.loss(c.way), aim.weight(c.way, [c.graph])) for c in choices)
        chosen = found.choose(kernel)
        assert (aim.loss(chosen.way), aim.weight(chosen.way, [chosen.graph])) == least


def test_the_two_aims_choose_differently_where_chains_are_long() -> None:
    kernel = KERNELS["forward_dynamics"]
    fewest, fastest = (search("planar3", aim).choose(kernel) for aim in (OPERATIONS, TIME))
    assert fewest.graph.operations.cost < fastest.graph.operations.cost
    assert cost([fewest.graph]) > cost([fastest.graph])


def test_accuracy_takes_articulated_bodies_where_they_cover_the_robot() -> None:
    found = search("puma560", ACCURACY)
    assert found.choose(KERNELS["forward_dynamics"]).way.algorithm in ("aba", "udut")
    assert found.choose(KERNELS["inertia_inverse"]).way.algorithm == "udut"


def test_accuracy_never_takes_what_loses_most() -> None:
    """lin+lin has the fewest operations on general chains if nothing is searched for."""
    kernel = KERNELS["inertia_and_bias"]
    options = (Options(optimise_for=a, regroup=False) for a in AIMS)
    model = modelled(general_robot(4), Options())
    taken = {each.optimise_for: str(searched(model, each).choose(kernel).way) for each in options}
    assert taken[OPERATIONS] == "lin+lin"
    assert "lin" not in taken[ACCURACY]


def test_the_report_and_the_head_of_sources_say_what_was_chosen_for() -> None:
    planar = described("planar3")
    kernels = ("inertia_matrix",)
    texts = {
        aim: generate_described(planar, Options(kernels=kernels, optimise_for=aim)).files
        for aim in AIMS
    }
    assert '"optimise_for": "time"' in texts[TIME]["planar3.json"]
    assert '"optimise_for": "operations"' in texts[OPERATIONS]["planar3.json"]
    assert "chosen for operations" in texts[OPERATIONS]["planar3.json"]
    assert "--optimise-for operations" in texts[OPERATIONS]["planar3.h"]
    assert "--optimise-for" not in texts[TIME]["planar3.h"]


def test_another_aim_is_refused() -> None:
    with pytest.raises(UserError, match=r"--optimise-for: is 'tiem'; .*time"):
        Options(optimise_for="tiem")
