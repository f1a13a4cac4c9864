"""The operations of the graph: one row each.

The graph folds by it, the interpreters evaluate, the counter counts, differentiation differentiates
and printers spell by it. A new operation is a name in `node.py`, a rule in `folding.py` and a row here;
a language has to say what it calls a new function.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.ir.folding import Folding
from gen_robot.ir.node import ADD, COS, DIV, MUL, NEG, SIGN, SIN, SQRT, SUB, Node, Operand

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
"""When a value gets a statement of its own: if it is used twice, or has a label, or in any case."""


@dataclass(frozen=True)
class Operation:
    """Describe an operation on scalars."""

    name: str
    arity: int
    fold: Callable[..., Node]  # (graph, *arguments): the node, or a cheaper one of the same value
    meaning: str  # NumPy's function, by name: who only generates does without NumPy
    exact: Callable[..., Number]  # the same on numbers of 60 digits
    partials: Callable[..., tuple[Operand, ...]]  # (node, *arguments): derivatives by each argument
    counts: str  # as what, in Operations; or nothing
    weight: int  # in the cost that decides between algorithms
    spelling: Spelling
    statement: str = IF_LABELLED


def _partials_of_quotient(node: Node, x: Node, y: Node) -> tuple[Operand, ...]:
    reciprocal = 1 / y
    return reciprocal, -(node * reciprocal)


_ROWS = (
    Operation(
        NEG,
        1,
        Folding.neg,
        "negative",
        operator.neg,
        lambda node, x: (-1,),
        "neg",
        0,
        Spelling(SIGNED, "-"),
        IF_NEEDED,  # a sign is read where it is used
    ),
    Operation(
        ADD,
        2,
        Folding.add,
        "add",
        operator.add,
        lambda node, x, y: (1, 1),
        "add",
        1,
        Spelling(SUM, "+"),
    ),
    Operation(
        SUB,
        2,
        Folding.sub,
        "subtract",
        operator.sub,
        lambda node, x, y: (1, -1),
        "add",
        1,
        Spelling(SUM, "-"),
    ),
    Operation(
        MUL,
        2,
        Folding.mul,
        "multiply",
        operator.mul,
        lambda node, x, y: (y, x),
        "mul",
        1,
        Spelling(PRODUCT, "*"),
    ),
    # A division or a root takes as long as eight sums.
    Operation(
        DIV,
        2,
        Folding.div,
        "divide",
        operator.truediv,
        _partials_of_quotient,
        "div",
        8,
        Spelling(PRODUCT, "/"),
    ),
    Operation(
        SQRT,
        1,
        Folding.sqrt,
        "sqrt",
        Number.sqrt,
        lambda node, x: (1 / (node + node),),
        "sqrt",
        8,
        FUNCTION,
    ),
    # Every algorithm needs the same angles, so they do not decide.
    Operation(
        SIN,
        1,
        Folding.sin,
        "sin",
        Number.sin,
        lambda node, x: (x.cos(),),
        "sincos",
        0,
        FUNCTION,
    ),
    Operation(
        COS,
        1,
        Folding.cos,
        "cos",
        Number.cos,
        lambda node, x: (-x.sin(),),
        "sincos",
        0,
        FUNCTION,
    ),
    # Not every language has an expression for a sign, so it gets a statement in all of them.
    Operation(
        SIGN,
        1,
        Folding.sign,
        "sign",
        lambda x: Number(x.sign),
        lambda node, x: (0,),
        "",
        0,
        FUNCTION,
        ALWAYS,
    ),
)

OPERATIONS: dict[str, Operation] = {row.name: row for row in _ROWS}

WEIGHTS: dict[str, int] = {row.counts: row.weight for row in _ROWS if row.counts}
"""Of what `Operations` counts, in its cost."""
