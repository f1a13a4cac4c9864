"""The search tries what may win, each way once, and takes the cheapest."""

from __future__ import annotations

from collections import Counter

import pytest

from gen_robot.description.general import general_robot
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS, instances
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way
from gen_robot.model.formulation import Bodies, formulations
from gen_robot.options import Options
from gen_robot.passes import optimise
from gen_robot.pipeline import modelled
from gen_robot.search.search import LONG, Search
from shipped_robots import described


def counting(model_of: str | int, tried: Counter[str], **wanted: str) -> Search:
    """Return a search that counts how often each way is traced."""
    robot = described(model_of) if isinstance(model_of, str) else general_robot(model_of)
    formulated = formulations(modelled(robot, Options()), Bodies.REGROUPED)

    def traced(kernel: Kernel, way: Way) -> KernelGraph:
        tried[f"{kernel.name} by {way}, {way.formulation}"] += 1
        return trace(kernel, way, formulated, Options().setting)

    return Search(formulated, traced, optimise, wanted)


def algorithms_tried(tried: Counter[str], kernel: str) -> set[str]:
    begin = f"{kernel} by "
    return {name.removeprefix(begin).partition(",")[0] for name in tried if name.startswith(begin)}


def test_no_way_is_traced_twice() -> None:
    tried: Counter[str] = Counter()
    search = counting("puma560", tried)
    kernels = instances(search.model).values()
    first = [search.choose(kernel) for kernel in kernels]
    assert max(tried.values()) == 1
    again = [search.choose(kernel) for kernel in kernels]
    assert max(tried.values()) == 1
    assert [a.way for a in first] == [b.way for b in again]


def test_a_dominated_solver_is_not_tried_beside_the_other() -> None:
    tried: Counter[str] = Counter()
    search = counting("puma560", tried)
    search.choose(KERNELS["forward_dynamics"])
    found = algorithms_tried(tried, "forward_dynamics")
    assert any(name.startswith("ldlt") for name in found)
    assert not any(name.startswith("cholesky") for name in found)
    # Where the other gives nothing, it is.
    search.choose(KERNELS["inertia_inverse"])
    assert any(n.startswith("cholesky") for n in algorithms_tried(tried, "inertia_inverse"))


@pytest.mark.parametrize(("joints", "tries_noc"), [(LONG, True), (LONG + 1, False)])
def test_what_never_won_on_long_chains_is_not_tried_there(joints: int, tries_noc: bool) -> None:
    tried: Counter[str] = Counter()
    counting(joints, tried).choose(KERNELS["inertia_matrix"])
    assert ("noc" in algorithms_tried(tried, "inertia_matrix")) == tries_noc


def test_what_is_asked_for_is_tried_wherever() -> None:
    tried: Counter[str] = Counter()
    search = counting(LONG + 1, tried, inertia_matrix="noc")
    assert str(search.choose(KERNELS["inertia_matrix"]).way) == "noc"
    assert algorithms_tried(tried, "inertia_matrix") == {"noc"}


def test_ties_are_decided_by_the_order_of_the_table() -> None:
    """On one joint all methods are the same operations."""
    choice = counting(1, Counter()).choose(KERNELS["inertia_matrix"])
    assert str(choice.way) == "gah"
