"""In which order a kernel's values are computed, and under which step each stands.

All angles come first. The rest keeps the algorithm's own order, which keeps live values few, with one
change: a value that is named after a link stands under a step of that link, where the flow of data
allows it. The step in which it was made may be another link's, for interned nodes are made by whoever
needs them first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass

from gen_robot.ir.graph import Step, live
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, COS, DIV, LEAVES, MUL, NEG, SIN, SQRT, SUB, Node

_OF_AN_ANGLE = (*LEAVES, NEG, ADD, SUB, MUL)


@dataclass(frozen=True)
class AngleNodes:
    """Hold an angle, and its cosine and sine where they are needed."""

    value: Node
    cosine: Node | None
    sine: Node | None


@dataclass(frozen=True)
class Order:
    """Say in which order nodes are computed; leaves stand among the others."""

    sums: tuple[Node, ...]  # that angles are made of
    angles: tuple[AngleNodes, ...]
    nodes: tuple[Node, ...]  # all others
    steps: dict[int, Step]  # by a node's id: the step that it stands under

    @property
    def all(self) -> tuple[Node, ...]:
        """Return all nodes, each after its arguments."""
        turned = (n for a in self.angles for n in (a.cosine, a.sine) if n)
        return (*self.sums, *turned, *self.nodes)


def order(kernel: KernelGraph, stated: Set[int]) -> Order:
    """Return the order of a kernel's values, of which these get a statement."""
    nodes, graph = kernel.nodes, kernel.graph
    angles = _angles(nodes)
    sums = [n for n in live(a.value for a in angles) if n.op not in LEAVES]
    first = {n.id for n in sums} | {n.id for a in angles for n in (a.cosine, a.sine) if n}
    rest = [n for n in nodes if n.id not in first]
    place = _Placing(kernel, rest, stated).place
    rest.sort(key=lambda n: place[n.id])  # and by ids, for it is stable
    steps = {i: graph.steps[graph.step_of[i]] for i in first}
    steps |= {i: graph.steps[k] for i, k in place.items()}
    return Order(tuple(sums), tuple(angles), tuple(rest), steps)


def _angles(nodes: Iterable[Node]) -> list[AngleNodes]:
    """Find the cosines and sines that need inputs only, in pairs."""
    simple: set[int] = set()
    found: dict[Node, dict[str, Node]] = {}
    for node in nodes:
        if not all(a.id in simple for a in node.arguments):
            continue
        if node.op in _OF_AN_ANGLE:
            simple.add(node.id)
        elif node.op in (COS, SIN):
            found.setdefault(node.arguments[0], {})[node.op] = node
    return [AngleNodes(angle, of.get(COS), of.get(SIN)) for angle, of in found.items()]


class _Placing:
    """Find the number of each node's step.

    Numbers never fall from an argument to what uses it, so that ordering by them, then by ids, is
    an order in which everything is computed before it is used.
    """

    def __init__(self, kernel: KernelGraph, nodes: list[Node], stated: Set[int]) -> None:
        self.graph, self.stated = kernel.graph, stated
        self.place: dict[int, int] = {}
        for node in nodes:
            # Derivatives stand among the steps that were there before, and may need later ones.
            known = [self.place.get(a.id, 0) for a in node.arguments]
            self.place[node.id] = max(self.graph.step_of[node.id], *known, 0)
        self.fixed = {n.id for guard in kernel.guards for n in (guard.pivot, guard.limit)}
        self.users: defaultdict[int, list[int]] = defaultdict(list)
        self.of_link: defaultdict[int, list[int]] = defaultdict(list)
        self.families: set[tuple[int, str, tuple[int, ...]]] = set()  # that a step was made for
        for number, step in enumerate(self.graph.steps):
            self.of_link[step.link].append(number)
        for node in nodes:
            for argument in node.arguments:
                self.users[argument.id].append(node.id)
            label = self.graph.labels.get(node.id)
            if label:
                self.families.add((self.place[node.id], label.symbol, label.links))
        # Later rather than earlier: what is computed where it is needed is alive for less time.
        for node in reversed(nodes):
            if self._is_inner(node):
                self.place[node.id] = self.place[self.users[node.id][0]]
            elif node.id in self.graph.labels:
                self._move_later(node)
        for node in nodes:
            if node.id in self.graph.labels and node.id in stated:
                self._move_earlier(node)

    def _move_later(self, node: Node) -> None:
        own = self._own_steps(node)
        if own:
            users, here = self.users[node.id], self.place[node.id]
            latest = min((self.place[u] for u in users), default=len(self.graph.steps))
            later = sorted(k for k in own if here < k <= latest)
            self.place[node.id] = self._nearest(node, later) or here

    def _move_earlier(self, node: Node) -> None:
        own = self._own_steps(node)
        if own:
            first, here = self._earliest(node), self.place[node.id]
            earlier = sorted((k for k in own if first <= k < here), reverse=True)
            self._put(node, self._nearest(node, earlier) or here)

    def _own_steps(self, node: Node) -> list[int]:
        """Return the steps under which a node should stand, if it stands under another link's."""
        label, here = self.graph.labels[node.id], self.graph.steps[self.place[node.id]].link
        if not here or here in label.links or node.id in self.fixed:
            return []
        return [number for link in label.links for number in self.of_link[link]]

    def _nearest(self, node: Node, steps: list[int]) -> int:
        """Return the first of these steps, of those for its kind of value if there are any, or 0."""
        label = self.graph.labels[node.id]
        akin = [k for k in steps if (k, label.symbol, label.links) in self.families]
        return next(iter(akin or steps), 0)

    def _is_inner(self, node: Node) -> bool:
        """Tell whether a value stands inside the statement of the one that it serves."""
        return bool(node.arguments) and node.id not in self.stated

    def _earliest(self, node: Node) -> int:
        """Return the first step in which a value can be computed, with all that stands inside it."""
        if node.op in (DIV, SQRT):  # nothing is divided before its guard
            return self.place[node.id]
        known = [0]
        for argument in node.arguments:
            if self._is_inner(argument):
                known.append(self._earliest(argument))
            elif argument.arguments:
                known.append(self.place.get(argument.id, 0))
        return max(known)

    def _put(self, node: Node, step: int) -> None:
        """Put a node into a step, and what stands inside it."""
        self.place[node.id] = step
        for argument in node.arguments:
            if self._is_inner(argument):
                self._put(argument, step)
