"""The operations of the graph: one row each.

The graph folds by it, the interpreters evaluate, the counter counts, differentiation differentiates
and printers spell by it. A new operation is a name in `node.py`, a rule in `folding.py` and a row here;
a language has to say what it calls a new function.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.lanes import Lanes, lanes
from gen_robot.algebra.number import Number
from gen_robot.ir.folding import Folding
from gen_robot.ir.node import (
    ADD,
    COS,
    DIV,
    LANE,
    LANE_SUM,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Node,
    Operand,
)

SUM, PRODUCT, SIGNED, ATOM = range(4)
"""How tightly an expression binds, from loose to tight."""


@dataclass(frozen=True)
class Spelling:
    """Say how an operation is written: its level, and its sign unless it is a function."""

    level: int
    sign: str = ""

    @property
    def is_function(self) -> bool:
        return self.level == ATOM


FUNCTION = Spelling(ATOM)

IF_NEEDED, IF_LABELLED, ALWAYS = "if needed", "if labelled", "always"
"""When a value gets a statement of its own: if it is used twice, or has a label, or in any case.

Always means that its argument is a plain name, too.
"""


@dataclass(frozen=True)
class Operation:
    """Describe an operation on scalars, or on lanes of them, one by one."""

    name: str
    arity: int
    fold: Callable[..., Node]  # (graph, *arguments): the node, or a cheaper one of the same value
    meaning: str  # NumPy's function, by name: who only generates does without NumPy
    exact: Callable[..., Number]  # the same on numbers of 60 digits
    counts: str  # as what, in Operations; or nothing
    weight: int  # in the cost that decides between algorithms
    spelling: Spelling
    statement: str
    partials: Callable[..., tuple[Operand, ...]]  # (node, *arguments): derivatives by each argument


def _partials_of_quotient(node: Node, x: Node, y: Node) -> tuple[Operand, ...]:
    reciprocal = 1 / y
    return reciprocal, -(node * reciprocal)


def _sign(x: Number) -> Number:
    return lanes(map(_sign, x.values)) if isinstance(x, Lanes) else Number(x.sign)


# A division or a root takes as long as eight sums. All algorithms need the same angles, so cosines and
# sines do not decide; they are computed ahead of all else. A minus is read where it is used; a sign has
# no expression in some languages.
# fmt: off
_ROWS = (
    Operation(NEG, 1, Folding.neg, "negative", operator.neg, "neg", 0, Spelling(SIGNED, "-"),
              IF_NEEDED, lambda node, x: (-1,)),
    Operation(ADD, 2, Folding.add, "add", operator.add, "add", 1, Spelling(SUM, "+"),
              IF_LABELLED, lambda node, x, y: (1, 1)),
    Operation(SUB, 2, Folding.sub, "subtract", operator.sub, "add", 1, Spelling(SUM, "-"),
              IF_LABELLED, lambda node, x, y: (1, -1)),
    Operation(MUL, 2, Folding.mul, "multiply", operator.mul, "mul", 1, Spelling(PRODUCT, "*"),
              IF_LABELLED, lambda node, x, y: (y, x)),
    Operation(DIV, 2, Folding.div, "divide", operator.truediv, "div", 8, Spelling(PRODUCT, "/"),
              IF_LABELLED, _partials_of_quotient),
    Operation(SQRT, 1, Folding.sqrt, "sqrt", lambda x: x.sqrt(), "sqrt", 8, FUNCTION,
              IF_LABELLED, lambda node, x: (1 / (node + node),)),
    Operation(SIN, 1, Folding.sin, "sin", Number.sin, "sincos", 0, FUNCTION,
              ALWAYS, lambda node, x: (x.cos(),)),
    Operation(COS, 1, Folding.cos, "cos", Number.cos, "sincos", 0, FUNCTION,
              ALWAYS, lambda node, x: (-x.sin(),)),
    Operation(SIGN, 1, Folding.sign, "sign", _sign, "", 0, FUNCTION,
              ALWAYS, lambda node, x: (0,)),
)
# fmt: on

OPERATIONS: dict[str, Operation] = {row.name: row for row in _ROWS}

FOLDING: dict[str, Callable[..., Node]] = {
    **{row.name: row.fold for row in _ROWS},
    LANE_SUM: Folding.lane_sum,
    LANE: Folding.lane,
}
"""How each node is made; those across lanes are no operations on scalars."""

WEIGHTS: dict[str, int] = {row.counts: row.weight for row in _ROWS if row.counts}
"""Of what `Operations` counts, in its cost."""
