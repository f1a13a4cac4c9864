"""Names and steps of derived values: each is called after the value that it is the derivative of.

d_omega3_y_q2 is the derivative of omega3_y by q2, d_tau1_omega3_y that of tau1 by omega3_y, and
bar_omega3_y, the adjoint of omega3_y, that of the one output which has no name of its own. Signs go
outward when nodes are made, so many a derivative is there without its own: neg_bar_omega3_y.
"""

from __future__ import annotations

from dataclasses import replace

from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.node import NEG, Node

DERIVATIVE, ADJOINT, MINUS = "d_", "bar_", "neg_"

_DERIVATIVES, _ADJOINTS = "derivatives", "adjoints"


def derived(value: Label | str | None, by: Label | str | None) -> Label | None:
    """Return the label of a derivative; None stands for what has no name.

    The one output of a gradient has none, so that its derivatives are adjoints.
    """
    if by is None:
        return None
    if not isinstance(value, Label):
        return replace(by, symbol=ADJOINT + by.symbol) if isinstance(by, Label) else None
    word = by.word if isinstance(by, Label) else by
    component = f"{value.component}_{word}" if value.component else word
    return replace(value, symbol=DERIVATIVE + value.symbol, component=component)


class Notes:
    """Name what is derived, and put it under steps of its own, each behind the step of its values."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.before = graph.current_step
        self.first = len(graph.nodes)
        self._adjoint: dict[int, int] = {}
        graph.steps = [s for step in graph.steps for s in (step, _after(step, _DERIVATIVES))]
        graph.step_of = [2 * number for number in graph.step_of]

    def beside(self, node: Node) -> None:
        """Put what is made from now on under the derivatives of a node's step."""
        self.graph.current_step = self._of(node) | 1

    def backward(self, node: Node) -> None:
        """Put what is made from now on under a step behind all others, in the order of asking."""
        number = self._of(node)
        if number not in self._adjoint:
            self.graph.steps.append(_after(self.graph.steps[number], _ADJOINTS))
            self._adjoint[number] = len(self.graph.steps) - 1
        self.graph.current_step = self._adjoint[number]

    def name(self, node: Node, value: Label | str | None, by: Label | str | None) -> None:
        """Name a derivative that differentiating made; of one with a sign, what stands behind it."""
        behind = node.arguments[0] if node.op == NEG else node
        if behind.id < self.first:
            return
        label = derived(value, by)
        if label and behind is not node:
            label = replace(label, symbol=MINUS + label.symbol)
        if label:
            self.graph.label(behind, label)

    def end(self) -> None:
        """Go on in the step in which differentiating began."""
        step = self.graph.steps[2 * self.before]
        if self._adjoint:
            self.graph.step(step)
        else:
            self.graph.current_step = 2 * self.before

    def _of(self, node: Node) -> int:
        return self.graph.step_of[node.id]


def _after(step: Step, what: str) -> Step:
    """Return the step of what is derived from the values of another."""
    return replace(step, text=f"{what}: {step.text}" if step.text else what)
