"""Names and steps of rewritten values: two nodes are one value if they agree in 45 digits at a state.

So nobody has to keep track of names while sums are taken apart and put together. A value that is a
multiple of one that had a name is named after it, as scaled: two that keep their ratio from one
state to another are multiples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gen_robot.algebra.number import ONE, Number
from gen_robot.ir.accuracy import exact_states
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Label
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import LEAVES, Node

Values = tuple[Number, Number]
"""What a value is at each of two states."""


@dataclass
class Names:
    """Hold what the algorithm called its values, and in which step it made them."""

    states: list[dict[str, list[Number]]] = field(default_factory=list)
    labels: dict[Number, Label] = field(default_factory=dict)
    steps: dict[Number, int] = field(default_factory=dict)
    multiples: dict[Number, tuple[Label, int]] = field(default_factory=dict)

    def label(self, values: Values) -> Label | None:
        """Return the name of a value, or of one that it is a multiple of."""
        first, second = values
        if first in self.steps:
            return self.labels.get(first)
        found = self.multiples.get(second / first) if first else None
        return replace(found[0], scaled=True) if found else None

    def step(self, values: Values) -> int | None:
        first, second = values
        if first in self.steps or not first:
            return self.steps.get(first)
        found = self.multiples.get(second / first)
        return found[1] if found else None


def names(kernel: KernelGraph) -> Names:
    """Return what a kernel's values are called; nothing if there are no two states to tell them by."""
    states = exact_states(kernel, 2)
    if len(states) < 2:
        return Names()
    found = Names(states)
    labels = kernel.graph.labels
    for node, (first, second) in _valued(kernel.nodes, states):
        step = kernel.graph.step_of[node.id]
        found.steps.setdefault(first, step)
        if node.id in labels:
            found.labels.setdefault(first, labels[node.id])
            # All constants are multiples of each other.
            if first and second / first != ONE:
                found.multiples.setdefault(second / first, (labels[node.id], step))
    return found


def give_names(kernel: KernelGraph, names: Names) -> None:
    """Name the values of a kernel, and put them into steps."""
    graph = kernel.graph
    placed: set[int] = set()
    for node, values in _valued(kernel.nodes, names.states) if names.states else ():
        if label := names.label(values):
            graph.label(node, label)
        step = names.step(values)
        if step is not None:
            graph.step_of[node.id] = step
            placed.add(node.id)
    # What is new stands where it is used first.
    first: dict[int, int] = {}
    for node in reversed(kernel.nodes):
        if node.id not in placed:
            graph.step_of[node.id] = first.get(node.id, len(graph.steps) - 1)
        for argument in node.arguments:
            here = graph.step_of[node.id]
            first[argument.id] = min(first.get(argument.id, here), here)


def _valued(
    nodes: list[Node], states: list[dict[str, list[Number]]]
) -> Iterable[tuple[Node, Values]]:
    """Yield scalars that are computed, with their values."""
    first, second = (evaluate_exactly(nodes, state) for state in states)
    for node, a, b in zip(nodes, first, second, strict=True):
        if node.width == 1 and node.op not in LEAVES:
            yield node, (a, b)
