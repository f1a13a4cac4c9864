"""Take values for one that are the same at every state: what no rule of algebra sees, a state shows.

A kernel is evaluated with 60 digits at states at which nothing is special. Values that agree there,
or are opposite, agree everywhere; a value that is the same at all of them is a number. Of two
values that are one, the one computed first serves for both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import count

from gen_robot.algebra.number import Number
from gen_robot.ir.exactly import values_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, DIV, INPUT, MUL, SIGN, SQRT, SUB, Node
from gen_robot.passes.rebuild import rebuild

STATES = 2

_BITS = 140
"""Compared of the 200 that are carried: what cancels takes digits with it."""

_SEEN = 70
"""Bits by which the parts of a sum may differ in size."""

_MERGED = (ADD, SUB, MUL, DIV, SQRT)

Seen = tuple[Number, ...]
"""A value at all states."""


def merge_equal(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with one value for those that are equal or opposite at every state.

    Not where pivots are guarded: what elimination leaves of a singular matrix is what cancels, and a
    guard has to see it.
    """
    if kernel.guards:
        return kernel
    try:
        states = [
            values_exactly(kernel.nodes, _state(kernel, k), _either(k)) for k in range(STATES)
        ]
    except (ZeroDivisionError, ValueError):
        # Numbers that are known at run time only need not be those of any robot here.
        return kernel
    unsure = _unsure(kernel, states[0])
    known: dict[Seen, tuple[Node, int]] = {}
    merged: dict[int, tuple[Node, int]] = {}
    numbers: dict[int, Number] = {}
    for node in kernel.nodes:
        if node.width != 1 or node.op not in (INPUT, *_MERGED) or node.id in unsure:
            continue
        seen = tuple(values[node.id].rounded(_BITS) for values in states)
        if node.op != INPUT and all(x == seen[0] for x in seen):
            numbers[node.id] = states[0][node.id]
            continue
        sign = seen[0].sign or 1
        other, its_sign = known.setdefault(
            seen if sign > 0 else tuple(-x for x in seen), (node, sign)
        )
        if other is not node:
            merged[node.id] = other, sign * its_sign

    def rule(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node | None:
        if old.id in numbers:
            return graph.const(numbers[old.id])
        if old.id not in merged:
            return None
        other, sign = merged[old.id]
        return new[other.id] if sign > 0 else graph.neg(new[other.id])

    return rebuild(kernel, rule, _MERGED) if merged or numbers else kernel


def _unsure(kernel: KernelGraph, values: Mapping[int, Number]) -> set[int]:
    """Return the nodes that sums are behind of which a part is too small to be seen in the whole."""
    found: set[int] = set()
    for node in kernel.nodes:
        if not found.isdisjoint([argument.id for argument in node.arguments]):
            found.add(node.id)
        elif node.op in (ADD, SUB) and node.width == 1:
            a, b = (values[argument.id] for argument in node.arguments)
            if a and b and abs(a.magnitude - b.magnitude) > _SEEN:
                found.add(node.id)
    return found


def _state(kernel: KernelGraph, number: int) -> dict[str, list[Number]]:
    """Return values of all inputs that look drawn, between 0 and 1, the same everywhere."""
    sizes: dict[str, int] = {}
    for node in kernel.nodes:
        if node.op == INPUT:
            name, index = node.place
            last = index if isinstance(index, int) else max(index)
            sizes[name] = max(sizes.get(name, 0), last + 1)
    return {
        name: [_drawn(f"{number} {name} {place}") for place in range(size)]
        for name, size in sizes.items()
    }


def _either(number: int) -> dict[str, Callable[[Number], Number]]:
    """Return what could as well be otherwise: what agrees by a sign that is not always so does not.

    Signs are anything. Roots are of either sign, for that of x^2 is not x.
    """
    places = count()
    return {
        SIGN: lambda x: _drawn(f"{number} sign {next(places)}"),
        SQRT: lambda x: -x.sqrt() if number % 2 else x.sqrt(),
    }


def _drawn(place: str) -> Number:
    digits = sha256(place.encode()).digest()
    return Number(int.from_bytes(digits[:24])) / 2**192
