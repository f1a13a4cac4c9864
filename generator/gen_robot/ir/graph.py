"""The graph: binary, immutable, interned nodes, folded where folding always wins.

A node's id is its place in creation order, which is a topological order. Two equal expressions are
one node, so the number of nodes is the number of operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.number import Number
from gen_robot.ir.folding import Folding
from gen_robot.ir.node import ACROSS, ADD, CONST, INPUT, LEAVES, MUL, Node, Operand, Place
from gen_robot.ir.ops import FOLDING, OPERATIONS

SCALED = "_scaled"
"""Ends the name of a value that is a constant multiple of what it is named after."""


@dataclass(frozen=True)
class Label:
    """Name a value by a paper's symbol, the numbers of its links, and its component."""

    symbol: str
    links: tuple[int, ...] = ()
    component: str = ""
    passing: bool = False  # a value on its way, which may turn out to have a name of its own
    lane: int | None = None  # of several that were named as one
    scaled: bool = False  # a constant multiple of what the rest names

    @cached_property
    def word(self) -> str:
        """Spell it as one word, without the lane: omega3_y, omega3_y_scaled."""
        links = "_".join(str(link) for link in self.links)
        component = f"_{self.component}" if self.component else ""
        return self.symbol + links + component + (SCALED if self.scaled else "")


@dataclass(frozen=True)
class Step:
    """Say what an algorithm is doing, for which link or joint; 0 is the whole robot."""

    link: int
    text: str
    name: str = ""  # the link's own
    source: str = ""  # where the equation stands: a paper, its number there
    lanes: tuple[int, ...] = ()  # the links, if it is done for several at once, this one first

    @property
    def heading(self) -> str:
        """Say it above the statements: link 2 (shoulder): transform to its parent."""
        what = f"{self.text} ({self.source})" if self.source else self.text
        if not self.link:
            return what
        if self.lanes:
            return f"links {', '.join(map(str, self.lanes))} as lanes: {what}"
        # Many a link is called link2, or arm_link2, which says nothing new.
        word = "".join(c for c in self.name.lower() if c.isalnum())
        told = not word or word.endswith(f"link{self.link}")
        return f"link {self.link}{'' if told else f' ({self.name})'}: {what}"


class Graph(Folding):
    """Intern nodes, fold them, and remember what the algorithm called them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.labels: dict[int, Label] = {}
        self.steps: list[Step] = [Step(0, "")]
        self.step_of: list[int] = []  # of each node: the step that made it
        self.current_step = 0
        self.interned = {op: {} for op in (*OPERATIONS, *ACROSS)}
        self._leaves: dict[Number | Place, Node] = {}
        self._integers: dict[int, Node] = {}  # the same once more, for quick finding
        self.zero = self.const(0)

    # Notes for the reader of the generated code ---------------------------------------------------

    def step(self, step: Step) -> None:
        """Begin a step of the algorithm, which makes the nodes from now on."""
        if self.steps[-1] != step:
            self.steps.append(step)
        self.current_step = len(self.steps) - 1

    def label(self, node: Node, label: Label) -> None:
        """Name a computed value; the first name stays, but a passing one yields."""
        if node.op in LEAVES:
            return
        known = self.labels.get(node.id)
        if known is None or (known.passing and not label.passing):
            self.labels[node.id] = label

    # Leaves -------------------------------------------------------------------------------------

    def _new(
        self,
        op: str,
        a: Node | None = None,
        b: Node | None = None,
        value: Number | Place | None = None,
    ) -> Node:
        node = Node(self, op, a, b, value)
        self.nodes.append(node)
        self.step_of.append(self.current_step)
        return node

    def _leaf(self, op: str, value: Number | Place) -> Node:
        node = self._leaves.get(value)
        if node is None:
            node = self._leaves[value] = self._new(op, value=value)
        return node

    def intern(self, op: str, a: Node, b: Node | None = None) -> Node:
        table, key = self.interned[op], a.id << 32 | (b.id if b else 0)
        node = table.get(key)
        if node is None:
            node = table[key] = self._new(op, a, b)
        return node

    def const(self, value: Number | int) -> Node:
        if isinstance(value, Number):
            return self._leaf(CONST, value)
        node = self._integers.get(value)
        if node is None:
            node = self._integers[value] = self._leaf(CONST, Number(value))
        return node

    def input(self, name: str, index: int | tuple[int, ...]) -> Node:
        return self._leaf(INPUT, (name, index))

    def inputs(self, name: str, size: int) -> list[Node]:
        return [self.input(name, i) for i in range(size)]

    def node(self, value: Operand) -> Node:
        """Return a node of this graph for a node or a number."""
        if isinstance(value, Node):
            assert value.graph is self, "a node of another graph"
            return value
        return self.const(value)

    def apply(self, op: str, arguments: tuple[Node, ...]) -> Node:
        """Make the node of an operation by name, folded like any other."""
        return FOLDING[op](self, *arguments)

    def again(self, op: str, a: Node, b: Node | None = None) -> Node:
        """Make the node of an operation that was folded before, on the same arguments elsewhere."""
        # Where the order of arguments does not matter it is that of their ids; a factor comes first.
        if b is not None and a.id > b.id and (op == ADD or (op == MUL and a.op != CONST)):
            a, b = b, a
        return self.intern(op, a, b)


def live(roots: Iterable[Node]) -> list[Node]:
    """Return the nodes that the roots depend on, in order."""
    wanted = list(roots)
    if not wanted:
        return []
    marked = bytearray(max(n.id for n in wanted) + 1)
    for root in wanted:
        marked[root.id] = 1
    nodes = wanted[0].graph.nodes
    for i in range(len(marked) - 1, -1, -1):
        if marked[i]:
            for argument in nodes[i].arguments:
                marked[argument.id] = 1
    return [nodes[i] for i, mark in enumerate(marked) if mark]
