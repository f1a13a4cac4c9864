"""The scalar graph: binary, immutable, interned nodes, folded where folding always wins.

A node's id is its place in creation order, which is a topological order. Two equal expressions are
one node, so the number of nodes is the number of operations. Rules that fold here never add an
operation to any graph; everything that may lose in some graph is a pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gen_robot.algebra.number import ONE, Number

CONST, INPUT = "const", "input"
NEG, ADD, SUB, MUL, DIV = "neg", "add", "sub", "mul", "div"
SIN, COS, SQRT, SIGN = "sin", "cos", "sqrt", "sign"
_OPERATIONS = (NEG, ADD, SUB, MUL, DIV, SIN, COS, SQRT, SIGN)


@dataclass(frozen=True)
class Label:
    """Name a value by a paper's symbol, the numbers of its links, and its component."""

    symbol: str
    links: tuple[int, ...] = ()
    component: str = ""
    passing: bool = False  # a value on its way, which may turn out to have a name of its own


@dataclass(frozen=True)
class Step:
    """Say what an algorithm is doing, for which link or joint; 0 is the whole robot."""

    link: int
    text: str


class Node:
    """Hold one operation on earlier nodes; made by a Graph only, compared by identity."""

    __slots__ = ("a", "arguments", "b", "graph", "id", "op", "value")

    def __init__(
        self,
        graph: Graph,
        op: str,
        a: Node | None = None,
        b: Node | None = None,
        value: Number | tuple[str, int] | None = None,
    ) -> None:
        self.graph = graph
        self.id = len(graph.nodes)
        self.op = op
        self.a = a
        self.b = b
        self.arguments: tuple[Node, ...] = () if a is None else (a,) if b is None else (a, b)
        self.value = value

    @property
    def number(self) -> Number:
        """Return the value of a CONST."""
        assert isinstance(self.value, Number)
        return self.value

    def __add__(self, other: Operand) -> Node:
        return self.graph.add(self, self.graph.node(other))

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Node:
        return self.graph.sub(self, self.graph.node(other))

    def __rsub__(self, other: Operand) -> Node:
        return self.graph.sub(self.graph.node(other), self)

    def __mul__(self, other: Operand) -> Node:
        return self.graph.mul(self, self.graph.node(other))

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
        if self.op in (CONST, INPUT):
            return f"<{self.id} {self.op} {self.value}>"
        return f"<{self.id} {self.op} {' '.join(str(n.id) for n in self.arguments)}>"


Operand = Node | Number | int


class Graph:
    """Intern nodes, fold them, and remember what the algorithm called them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.labels: dict[int, Label] = {}
        self.steps: list[Step] = [Step(0, "")]
        self.step_of: list[int] = []  # of each node: the step that made it
        self.current_step = 0
        # Of each operation: its nodes by the ids of their arguments, packed into one number.
        self._interned: dict[str, dict[int, Node]] = {op: {} for op in _OPERATIONS}
        self._leaves: dict[Number | tuple[str, int], Node] = {}

    # Notes for the reader of the generated code ---------------------------------------------------

    def step(self, step: Step) -> None:
        """Begin a step of the algorithm, which makes the nodes from now on."""
        if self.steps[-1] != step:
            self.steps.append(step)
        self.current_step = len(self.steps) - 1

    def label(self, node: Node, label: Label) -> None:
        """Name a computed value; the first name stays, but a passing one yields."""
        if node.op in (CONST, INPUT):
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
        value: Number | tuple[str, int] | None = None,
    ) -> Node:
        node = Node(self, op, a, b, value)
        self.nodes.append(node)
        self.step_of.append(self.current_step)
        return node

    def _leaf(self, op: str, value: Number | tuple[str, int]) -> Node:
        node = self._leaves.get(value)
        if node is None:
            node = self._leaves[value] = self._new(op, value=value)
        return node

    def _intern(self, op: str, a: Node, b: Node | None = None) -> Node:
        table, key = self._interned[op], a.id << 32 | (b.id if b else 0)
        node = table.get(key)
        if node is None:
            node = table[key] = self._new(op, a, b)
        return node

    def const(self, value: Number | int) -> Node:
        return self._leaf(CONST, value if isinstance(value, Number) else Number(value))

    def input(self, name: str, index: int) -> Node:
        return self._leaf(INPUT, (name, index))

    def inputs(self, name: str, size: int) -> list[Node]:
        return [self.input(name, i) for i in range(size)]

    def node(self, value: Operand) -> Node:
        """Return a node of this graph for a node or a number."""
        if isinstance(value, Node):
            assert value.graph is self, "a node of another graph"
            return value
        return self.const(value)

    # Operations -----------------------------------------------------------------------------------

    def neg(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(-x.number)
        if x.op == NEG:
            return x.arguments[0]
        return self._intern(NEG, x)

    def add(self, x: Node, y: Node) -> Node:
        if x.op == CONST and y.op == CONST:
            return self.const(x.number + y.number)
        if x.op == CONST and not x.number:
            return y
        if y.op == CONST and not y.number:
            return x
        if x.op == NEG and y.op == NEG:
            return self.neg(self.add(x.arguments[0], y.arguments[0]))
        if x.op == NEG or (x.op == CONST and x.number.sign < 0):
            return self.sub(y, self.neg(x))
        if y.op == NEG or (y.op == CONST and y.number.sign < 0):
            return self.sub(x, self.neg(y))
        if x is y and x.op == MUL and x.arguments[0].op == CONST:
            return self._scale(x.arguments[0].number * 2, x.arguments[1])
        if x.op == SUB and x.b is y:
            return x.arguments[0]
        if y.op == SUB and y.b is x:
            return y.arguments[0]
        return self._intern(ADD, *((x, y) if x.id <= y.id else (y, x)))

    def sub(self, x: Node, y: Node) -> Node:
        if x is y:
            return self.const(0)
        if x.op == CONST and y.op == CONST:
            return self.const(x.number - y.number)
        if y.op == CONST and not y.number:
            return x
        if x.op == CONST and not x.number:
            return self.neg(y)
        if y.op == NEG or (y.op == CONST and y.number.sign < 0):
            return self.add(x, self.neg(y))
        if x.op == NEG or (x.op == CONST and x.number.sign < 0):
            return self.neg(self.add(self.neg(x), y))
        if x.op == ADD and y in x.arguments:
            return x.arguments[0] if x.b is y else x.arguments[1]
        if y.op == SUB and y.a is x:
            return y.arguments[1]
        if y.op == ADD and x in y.arguments:
            return self.neg(y.arguments[0] if y.b is x else y.arguments[1])
        if x.op == SUB and x.a is y:
            return self.neg(x.arguments[1])
        # One difference serves both directions: a sign costs less than a subtraction.
        reverse = self._interned[SUB].get(y.id << 32 | x.id)
        return self.neg(reverse) if reverse else self._intern(SUB, x, y)

    def mul(self, x: Node, y: Node) -> Node:
        if x.op == CONST and y.op == CONST:
            return self.const(x.number * y.number)
        if x.op == NEG:
            return self.neg(self.mul(x.arguments[0], y))
        if y.op == NEG:
            return self.neg(self.mul(x, y.arguments[0]))
        if y.op == CONST:
            x, y = y, x
        if x.op == CONST:
            return self._scale(x.number, y)
        return self._intern(MUL, *((x, y) if x.id <= y.id else (y, x)))

    def _scale(self, factor: Number, x: Node) -> Node:
        """Multiply by a number; its sign goes outward, so that c x and -c x are shared."""
        if not factor:
            return self.const(0)
        if factor.sign < 0:
            return self.neg(self._scale(-factor, x))
        if factor == ONE:
            return x
        if x.op == MUL and x.arguments[0].op == CONST:
            return self._scale(factor * x.arguments[0].number, x.arguments[1])
        if x.op == ADD and x.a is x.b:
            return self._scale(factor * 2, x.arguments[0])
        return self._intern(MUL, self.const(factor), x)

    def div(self, x: Node, y: Node) -> Node:
        if y.op == CONST:
            return self.mul(x, self.const(1 / y.number))
        if x.op == CONST and not x.number:
            return x
        if x is y:
            return self.const(1)
        if x.op == NEG or (x.op == CONST and x.number.sign < 0):
            return self.neg(self.div(self.neg(x), y))
        if y.op == NEG:
            return self.neg(self.div(x, y.arguments[0]))
        return self._intern(DIV, x, y)

    def sin(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.sin())
        return self.neg(self.sin(x.arguments[0])) if x.op == NEG else self._intern(SIN, x)

    def cos(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.cos())
        return self._intern(COS, x.arguments[0] if x.op == NEG else x)

    def sqrt(self, x: Node) -> Node:
        return self.const(x.number.sqrt()) if x.op == CONST else self._intern(SQRT, x)

    def sign(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.sign)
        return self.neg(self.sign(x.arguments[0])) if x.op == NEG else self._intern(SIGN, x)

    def apply(self, op: str, arguments: tuple[Node, ...]) -> Node:
        """Make the node of an operation by name, folded like any other."""
        node: Node = getattr(self, op)(*arguments)
        return node


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
