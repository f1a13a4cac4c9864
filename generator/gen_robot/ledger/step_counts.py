"""What each step of an algorithm costs: operations under the headings of the generated code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.ir.count import Operations, tallied
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import COS, SIN, Node
from gen_robot.ledger.paper_steps import PrintedStep, printed_steps

ANGLES = "sines and cosines"
OTHER = "other"


@dataclass(frozen=True)
class StepCount:
    """Hold what one step costs at all links together."""

    text: str
    links: int  # at how many links, or pairs of them, it costs anything
    operations: Operations


@dataclass(frozen=True)
class StepGroup:
    """Hold steps of ours beside those of the paper that do the same."""

    ours: tuple[StepCount, ...]
    printed: tuple[PrintedStep, ...] = ()


def step_counts(graph: KernelGraph) -> list[StepCount]:
    """Return the steps of a kernel that cost anything, in the order of the algorithm.

    What two steps have in common counts for the first that asks for it.
    """
    # Steps that cost nothing at the first link still come where the algorithm has them.
    by_text: dict[str, list[Node]] = {ANGLES: []}
    by_text |= {step.text or OTHER: [] for step in graph.graph.steps}
    for node in graph.nodes:
        step = graph.graph.steps[graph.graph.step_of[node.id]]
        text = ANGLES if node.op in (SIN, COS) else step.text or OTHER
        by_text[text].append(node)
    found = []
    for text, nodes in by_text.items():
        costly = [n for n in nodes if n.arguments]
        links = {graph.graph.steps[graph.graph.step_of[n.id]].link for n in costly}
        operations = tallied(nodes)
        if any(operations.as_dict().values()):
            found.append(StepCount(text, len(links), operations))
    return found


def grouped(kernel: str, algorithm: str, counts: Sequence[StepCount]) -> list[StepGroup]:
    """Return the steps with what a paper prints beside those that do the same; others alone."""
    printed = printed_steps(kernel, algorithm)
    groups, taken = [], set[str]()
    for count in counts:
        if count.text in taken:
            continue
        beside = [each for each in printed if count.text in each.ours]
        texts = {count.text, *(text for each in beside for text in each.ours)}
        taken |= texts
        own = tuple(each for each in counts if each.text in texts)
        groups.append(StepGroup(own, tuple(beside)))
    return groups
