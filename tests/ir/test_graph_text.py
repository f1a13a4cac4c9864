"""A kernel's graph as a text: all of it comes back."""

from __future__ import annotations

import pytest

from gen_robot.ir.graph_text import from_text, to_text
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from limbed_robots import centaur
from shipped_robots import described


def chosen(robot: str, kernel: str) -> KernelGraph:
    description = centaur() if robot == "centaur" else described(robot)
    options = Options(effort="fast")
    return searched(modelled(description, options), options).choose(KERNELS[kernel]).graph


@pytest.mark.parametrize("kernel", ["inertia_matrix", "forward_dynamics"])
@pytest.mark.parametrize("robot", ["puma560", "scara", "centaur"])
def test_a_kernel_comes_back_whole(robot: str, kernel: str) -> None:
    graph = chosen(robot, kernel)
    again = from_text(to_text(graph))
    assert again is not None
    assert to_text(again) == to_text(graph)
    assert again.operations == graph.operations
    assert again.depth == graph.depth
    assert [g.joints for g in again.guards] == [g.joints for g in graph.guards]
    words = [sorted(label.word for label in g.graph.labels.values()) for g in (again, graph)]
    assert {*words[0]} <= {*words[1]}


@pytest.mark.parametrize("text", ["", "{}", "[1, 2", '{"nodes": [["add", 7, 8, 0]], "steps": []}'])
def test_a_damaged_text_is_none(text: str) -> None:
    assert from_text(text) is None
