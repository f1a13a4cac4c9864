"""Derivatives of what other methods give, by differentiating their graphs: a method for each mode.

They are solvers: given torques as nodes of a graph, they return the derivatives. Gibbs-Appell's
equations are the ones to differentiate: Newton's and Euler's take a quarter to a half more operations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import GRIEWANK_WALTHER_2008
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.differentiate import Mode, differentiate
from gen_robot.ir.direction import Direction
from gen_robot.ir.graph import Label
from gen_robot.ir.node import Node


@dataclass(frozen=True)
class Derived(Symbols):
    """Say what values are that have their names from others', of whatever links they are."""

    def noun(self, label: Label) -> str | None:
        found = (noun for symbol, noun in self.nouns.items() if re.fullmatch(symbol, label.symbol))
        return next(found, None)


_NAMED = (
    Derived(
        {"d_(?!bar_|neg_bar_).*": "derivative"}, "of what is named behind d_ by what is named last"
    ),
    Derived({"bar_.*": "derivative"}, "of lambda . tau by what is named behind bar_: its adjoint"),
    Derived({"d_(neg_)?bar_.*": "derivative"}, "of an adjoint by what is named last"),
    Derived({"neg_.*": "minus"}, "the derivative that is named behind neg_"),
    Symbols({"g(q|qd|qdd)": "derivative"}, "of lambda . tau at joint {0}", parts=False),
    Symbols({"hqd": "half the velocity", "h": "bias"}, "of joint {0}", parts=False),
    Symbols({"C": "element"}, "({0},{1}) of the Coriolis matrix", links=2, parts=False),
    Symbols({"H.*": "second derivative"}, "of lambda . tau at joints {all}", links=2, parts=False),
)


def derivatives(
    mode: Mode, t: Tape, values: Sequence[Scalar], by: Sequence[Direction]
) -> list[list[Node]]:
    """Return the derivative of each value (rows) along each direction."""
    return differentiate([t.graph.node(x) for x in values], by, mode)


def gradient(mode: Mode, t: Tape, value: Scalar, by: Sequence[Direction]) -> list[Node]:
    """Return the derivative of one value along each direction."""
    (row,) = derivatives(mode, t, [value], by)
    return row


def _gives(
    mode: Mode, *, gradients: bool = False
) -> dict[Quantity, Callable[..., list[Node] | list[list[Node]]]]:
    given = {Quantity.DERIVATIVES: partial(derivatives, mode)}
    return {**given, Quantity.GRADIENT: partial(gradient, mode)} if gradients else {**given}


# For Jacobians these win on planar robots of two or three joints.
METHODS = (
    Method(
        "cross_country",
        "differentiation of the graph: turns first, then what takes the fewest products",
        ((GRIEWANK_WALTHER_2008, "chapter 9"),),
        _gives(Mode.CROSS_COUNTRY),
        _NAMED,
        wins_to=4,
    ),
    Method(
        "turns_forward",
        "differentiation of the graph: turns first, then forward",
        ((GRIEWANK_WALTHER_2008, "chapter 9"),),
        _gives(Mode.TURNS_FORWARD),
        _NAMED,
        wins_to=4,
    ),
    # The two that give gradients win no Jacobian: beside cross_country auto does not try them.
    Method(
        "turns_reverse",
        "differentiation of the graph: turns first, then in reverse",
        ((GRIEWANK_WALTHER_2008, "chapter 9"),),
        _gives(Mode.TURNS_REVERSE, gradients=True),
        _NAMED,
        dominated_by="cross_country",
    ),
    Method(
        "reverse",
        "differentiation of the graph in reverse mode",
        ((GRIEWANK_WALTHER_2008, "chapter 3"),),
        _gives(Mode.REVERSE, gradients=True),
        _NAMED,
        dominated_by="cross_country",
    ),
    Method(
        "forward",
        "differentiation of the graph in forward mode",
        ((GRIEWANK_WALTHER_2008, "chapter 3"),),
        _gives(Mode.FORWARD),
        _NAMED,
        dominated_by="turns_forward",
    ),
)
