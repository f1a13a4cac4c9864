"""Graphs as sympy's expressions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy

from gen_robot.formulas.exact import exact
from gen_robot.ir.graph import live
from gen_robot.ir.node import ADD, CONST, COS, DIV, INPUT, MUL, NEG, SIGN, SIN, SQRT, SUB, Node

Symbols = Mapping[str, Sequence[sympy.Symbol]]
"""The symbols of each array's elements, by its name."""

MEANING: dict[str, Callable[..., Any]] = {
    NEG: operator.neg,
    ADD: operator.add,
    SUB: operator.sub,
    MUL: operator.mul,
    DIV: operator.truediv,
    SQRT: sympy.sqrt,
    SIN: sympy.sin,
    COS: sympy.cos,
    SIGN: sympy.sign,
}


def expressions(roots: Sequence[Node], symbols: Symbols) -> list[sympy.Expr]:
    """Return the roots as expressions in the symbols of their inputs."""
    values: dict[int, sympy.Expr] = {}
    for node in live(roots):
        if node.op == CONST:
            values[node.id] = exact(node.number)
        elif node.op == INPUT:
            values[node.id] = element(node, symbols)
        else:
            values[node.id] = MEANING[node.op](*(values[a.id] for a in node.arguments))
    return [values[root.id] for root in roots]


def element(node: Node, symbols: Symbols) -> sympy.Symbol:
    """Return the symbol of an element of an input."""
    array, index = node.place
    assert isinstance(index, int), "formulas have no lanes"
    return symbols[array][index]
