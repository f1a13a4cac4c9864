"""The rules by which nodes are made: fold where folding never adds an operation to any graph.

Everything that may lose in some graph is a pass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.ir.node import (
    ADD,
    CONST,
    COS,
    DIV,
    INPUT,
    LANE,
    LANE_SUM,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Node,
)


class Folding(ABC):
    """Make the node of an operation, or a cheaper one of the same value."""

    interned: dict[str, dict[int, Node]]
    """Of each operation: its nodes by the ids of their arguments, packed into one number."""

    zero: Node
    """The number 0, which no other node is."""

    @abstractmethod
    def const(self, value: Number | int) -> Node:
        """Return the node of a number."""

    @abstractmethod
    def input(self, name: str, index: int | tuple[int, ...]) -> Node:
        """Return the node of an element of an input, or of one element a lane."""

    @abstractmethod
    def intern(self, op: str, a: Node, b: Node | None = None) -> Node:
        """Return the node of this very operation, which is made at most once."""

    def neg(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(-x.number)
        if x.op == NEG:
            return x.arguments[0]
        return self.intern(NEG, x)

    def add(self, x: Node, y: Node) -> Node:
        if x is self.zero:
            return y
        if y is self.zero:
            return x
        if x.op == CONST and y.op == CONST:
            return self.const(x.number + y.number)
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
        return self.intern(ADD, *((x, y) if x.id <= y.id else (y, x)))

    def sub(self, x: Node, y: Node) -> Node:
        if x is y:
            return self.zero
        if y is self.zero:
            return x
        if x is self.zero:
            return self.neg(y)
        if x.op == CONST and y.op == CONST:
            return self.const(x.number - y.number)
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
        reverse = self.interned[SUB].get(y.id << 32 | x.id)
        return self.neg(reverse) if reverse else self.intern(SUB, x, y)

    def mul(self, x: Node, y: Node) -> Node:
        if x is self.zero or y is self.zero:
            return self.zero
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
        return self.intern(MUL, *((x, y) if x.id <= y.id else (y, x)))

    def _scale(self, factor: Number, x: Node) -> Node:
        """Multiply by a number; its sign goes outward, so that c x and -c x are shared."""
        if factor.sign < 0:
            return self.neg(self._scale(-factor, x))
        if factor == ONE:
            return x
        if x.op == MUL and x.arguments[0].op == CONST:
            return self._scale(factor * x.arguments[0].number, x.arguments[1])
        if x.op == ADD and x.a is x.b:
            return self._scale(factor * 2, x.arguments[0])
        return self.intern(MUL, self.const(factor), x)

    def div(self, x: Node, y: Node) -> Node:
        if y.op == CONST:
            return self.mul(x, self.const(1 / y.number))
        if x is self.zero:
            return x
        if x is y:
            return self.const(1)
        if x.op == NEG or (x.op == CONST and x.number.sign < 0):
            return self.neg(self.div(self.neg(x), y))
        if y.op == NEG:
            return self.neg(self.div(x, y.arguments[0]))
        return self.intern(DIV, x, y)

    def sin(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.sin())
        return self.neg(self.sin(x.arguments[0])) if x.op == NEG else self.intern(SIN, x)

    def cos(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.cos())
        return self.intern(COS, x.arguments[0] if x.op == NEG else x)

    def sqrt(self, x: Node) -> Node:
        return self.const(x.number.sqrt()) if x.op == CONST else self.intern(SQRT, x)

    def sign(self, x: Node) -> Node:
        if x.op == CONST:
            return self.const(x.number.sign)
        return self.neg(self.sign(x.arguments[0])) if x.op == NEG else self.intern(SIGN, x)

    # Across lanes -------------------------------------------------------------------------------

    def lane_sum(self, x: Node, count: Node) -> Node:
        """Add up the lanes of a value, of which there are so many; a scalar is in each of them."""
        if x.width == 1:
            return self.mul(x, count)
        if x.op == CONST:
            return self.const(sum(in_lanes(x.number, x.width), start=ZERO))
        return (
            self.neg(self.lane_sum(x.arguments[0], count))
            if x.op == NEG
            else self.intern(LANE_SUM, x, count)
        )

    def lane(self, x: Node, number: Node) -> Node:
        """Take one lane of a value, counted from 0."""
        if x.width == 1:
            return x
        at = int(float(number.number))
        if x.op == CONST:
            return self.const(in_lanes(x.number, x.width)[at])
        if x.op == INPUT:
            name, indices = x.place
            assert isinstance(indices, tuple)
            return self.input(name, indices[at])
        return self.intern(LANE, x, number)
