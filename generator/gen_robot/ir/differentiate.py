"""Derivatives of a graph in the same graph: interning shares what is there, folding is the sparsity.

All modes give the same numbers, and differ in how many operations they take. Forward mode takes the
derivative of a turned vector x' = c x + s y by the angle for what it is, y', which is there already;
reverse mode does not see it, for c and s have derivatives of their own then. So turns may be
eliminated first, and the rest in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from heapq import heapify, heappop, heappush

from gen_robot.ir.direction import Direction, along
from gen_robot.ir.elimination import Elimination
from gen_robot.ir.forward import forward
from gen_robot.ir.node import COS, LEAVES, MUL, SIN, Node

Rows = list[list[Node]]


class Mode(Enum):
    """Name an order in which the values between variables and outputs are eliminated."""

    FORWARD = "forward"
    REVERSE = "reverse"
    TURNS_FORWARD = "turns, then forward"
    TURNS_REVERSE = "turns, then reverse"
    CROSS_COUNTRY = "turns, then whatever takes the fewest products"


def differentiate(
    outputs: Sequence[Node], by: Sequence[Node | Direction], mode: Mode = Mode.FORWARD
) -> Rows:
    """Return the derivative of each output (rows) by each of the variables.

    A variable may be any node: what depends on it is differentiated, what it depends on is not; or a
    direction, along which several nodes vary. Of the outputs' labels and steps follow those of the
    derivatives.
    """
    if not outputs:
        return []
    directions = [v if isinstance(v, Direction) else along(v) for v in by]
    return _MODES[mode](outputs, directions)


def reverse(outputs: Sequence[Node], by: Sequence[Direction]) -> Rows:
    """Eliminate from the last value to the first."""
    return _backward(Elimination(outputs, by))


def turns_forward(outputs: Sequence[Node], by: Sequence[Direction]) -> Rows:
    """Eliminate turns, then from the first value to the last."""
    values = _without_turns(outputs, by)
    for number in list(values.left):
        values.eliminate(number)
    return values.rows()


def turns_reverse(outputs: Sequence[Node], by: Sequence[Direction]) -> Rows:
    """Eliminate turns, then from the last value to the first."""
    return _backward(_without_turns(outputs, by))


def cross_country(outputs: Sequence[Node], by: Sequence[Direction]) -> Rows:
    """Eliminate turns, then always a value that takes the fewest products, the last of these."""
    values = _without_turns(outputs, by)
    waiting = [(values.products(number), -number) for number in values.left]
    heapify(waiting)
    while waiting:
        products, last = heappop(waiting)
        if -last not in values.left or products != values.products(-last):
            continue  # it is gone, or waits elsewhere with what it takes by now
        for number in values.eliminate(-last):
            heappush(waiting, (values.products(number), -number))
    return values.rows()


def _backward(values: Elimination) -> Rows:
    for number in list(reversed(values.left)):
        values.eliminate(number, backward=True)
    return values.rows()


def _without_turns(outputs: Sequence[Node], by: Sequence[Direction]) -> Elimination:
    """Eliminate sines and cosines, matrices that are given rates, and the products with them."""
    values = Elimination(outputs, by)
    given = {n.id for direction in by for n in direction.rates if n.op not in LEAVES}
    turning = given | {k for k in values.left if values.nodes[k].op in (SIN, COS)}
    for number in list(values.left):
        node = values.nodes[number]
        by_turn = node.op == MUL and any(a.id in turning for a in node.arguments)
        if number in turning or by_turn:
            values.eliminate(number)
    return values


_MODES: dict[Mode, Callable[[Sequence[Node], Sequence[Direction]], Rows]] = {
    Mode.FORWARD: forward,
    Mode.REVERSE: reverse,
    Mode.TURNS_FORWARD: turns_forward,
    Mode.TURNS_REVERSE: turns_reverse,
    Mode.CROSS_COUNTRY: cross_country,
}
