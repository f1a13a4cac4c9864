"""A node of the graph: a number, an element of an input, or an operation on earlier nodes.

A node has a width: 1 is a scalar, more are lanes that one operation treats alike. A scalar among lanes
stands for all of them; two operations lead from lanes to a scalar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gen_robot.algebra.number import Number

if TYPE_CHECKING:
    from gen_robot.ir.graph import Graph

CONST, INPUT = "const", "input"
NEG, ADD, SUB, MUL, DIV = "neg", "add", "sub", "mul", "div"
SIN, COS, SQRT, SIGN = "sin", "cos", "sqrt", "sign"
LANE_SUM, LANE = "lane_sum", "lane"
LEAVES = (CONST, INPUT)
ACROSS = (LANE_SUM, LANE)
"""Across lanes: add them all up, take one of them; the second argument is how many, or which."""

Place = tuple[str, int | tuple[int, ...]]
"""An array and the index of an element, or one index a lane."""


class Node:
    """Hold one operation on earlier nodes; made by a Graph only, compared by identity."""

    __slots__ = ("a", "arguments", "b", "graph", "id", "op", "value", "width")

    def __init__(
        self,
        graph: Graph,
        op: str,
        a: Node | None = None,
        b: Node | None = None,
        value: Number | Place | None = None,
    ) -> None:
        self.graph = graph
        self.id = len(graph.nodes)
        self.op = op
        self.a = a
        self.b = b
        self.arguments: tuple[Node, ...] = () if a is None else (a,) if b is None else (a, b)
        self.value = value
        if a is None:
            self.width = _lanes_of(value)
        elif op in ACROSS:
            self.width = 1
        else:
            self.width = a.width if b is None or a.width > b.width else b.width

    @property
    def number(self) -> Number:
        """Return the value of a CONST."""
        assert isinstance(self.value, Number)
        return self.value

    @property
    def place(self) -> Place:
        """Return the array of an INPUT, and its index there, or one index a lane."""
        assert isinstance(self.value, tuple)
        return self.value

    # Most of what a sparse robot is multiplied by, or is added to it, is a zero.

    def __add__(self, other: Operand) -> Node:
        if isinstance(other, Node) or other:
            return self.graph.add(self, self.graph.node(other))
        return self

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Node:
        if isinstance(other, Node) or other:
            return self.graph.sub(self, self.graph.node(other))
        return self

    def __rsub__(self, other: Operand) -> Node:
        return self.graph.sub(self.graph.node(other), self)

    def __mul__(self, other: Operand) -> Node:
        if isinstance(other, Node) or other:
            return self.graph.mul(self, self.graph.node(other))
        return self.graph.zero

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Node:
        return self.graph.div(self, self.graph.node(other))

    def __rtruediv__(self, other: Operand) -> Node:
        return self.graph.div(self.graph.node(other), self)

    def __neg__(self) -> Node:
        return self.graph.neg(self)

    def sin(self) -> Node:
        return self.graph.sin(self)

    def cos(self) -> Node:
        return self.graph.cos(self)

    def sqrt(self) -> Node:
        return self.graph.sqrt(self)

    def signum(self) -> Node:
        return self.graph.sign(self)

    def __repr__(self) -> str:
        if self.op in LEAVES:
            return f"<{self.id} {self.op} {self.value}>"
        return f"<{self.id} {self.op} {' '.join(str(n.id) for n in self.arguments)}>"


def is_zero(node: Node) -> bool:
    """Tell whether a node is the number zero."""
    return node.op == CONST and not node.number


def _lanes_of(value: Number | Place | None) -> int:
    """Return the width of a leaf."""
    if isinstance(value, tuple):
        index = value[1]
        return 1 if isinstance(index, int) else len(index)
    return value.width if value is not None else 1


Operand = Node | Number | int
