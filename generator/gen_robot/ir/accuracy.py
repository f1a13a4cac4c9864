"""How many digits a kernel loses: it is evaluated in doubles beside 60 digits, at random states.

The states depend on the names of the inputs alone, so two graphs of one kernel are measured at the
same ones. Nothing here asks for NumPy.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import Number
from gen_robot.algebra.precision import DOUBLE
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import live
from gen_robot.ir.halving import halved
from gen_robot.ir.kernel_graph import KernelGraph
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

State = Mapping[str, Sequence[float]]

_IN_DOUBLES: dict[str, Callable[..., float]] = {
    NEG: operator.neg,
    ADD: operator.add,
    SUB: operator.sub,
    MUL: operator.mul,
    DIV: operator.truediv,
    SQRT: math.sqrt,
    # Rounded from exact ones, for libraries differ in the last place, and choices must not.
    SIN: lambda x: DOUBLE.rounded(_number(x).sin()),
    COS: lambda x: DOUBLE.rounded(_number(x).cos()),
    SIGN: lambda x: float((x > 0) - (x < 0)),
}


def random_states(kernel: KernelGraph, count: int) -> list[State]:
    """Return states at which the kernel's guards hold; fewer, where they rarely do.

    Of every two states one has small positive elements only, for masses may be among the inputs.
    """
    sizes: dict[str, int] = {}
    for node in kernel.nodes:
        if node.op == INPUT:
            name, index = node.place
            last = index if isinstance(index, int) else max(index)
            sizes[name] = max(sizes.get(name, 0), last + 1)
    drawn = ({n: _drawn(n, k, size) for n, size in sizes.items()} for k in range(4 * count))
    found: list[State] = []
    for state in drawn:
        if len(found) < count and (not kernel.guards or _holds(kernel, state)):
            found.append(state)
    return found


def exact_states(kernel: KernelGraph, count: int) -> list[dict[str, list[Number]]]:
    """Return such states as numbers of 60 digits."""
    return [_exact(state) for state in random_states(kernel, count)]


def loss(kernel: KernelGraph, states: Sequence[State]) -> dict[str, float]:
    """Return the worst error of each output in doubles, over the largest of its values.

    They are infinite if the kernel does not get through a state.
    """
    return _loss_beside(kernel, states, _exact_outputs(kernel, states))


def _exact_outputs(
    kernel: KernelGraph, states: Sequence[State]
) -> Mapping[str, Sequence[Sequence[Number]]]:
    """Return each output at each state with 60 digits."""
    exact = [_exact(state) for state in states]
    return {
        name: [evaluate_exactly(outputs, numbers) for numbers in exact]
        for name, outputs in kernel.outputs.items()
    }


def _loss_beside(
    kernel: KernelGraph,
    states: Sequence[State],
    known: Mapping[str, Sequence[Sequence[Number]]],
) -> dict[str, float]:
    return {
        name: _relative(
            [
                (_in_doubles(outputs, state), numbers)
                for state, numbers in zip(states, known[name], strict=True)
            ]
        )
        for name, outputs in kernel.outputs.items()
    }


def ulps(kernel: KernelGraph, states: Sequence[State]) -> float:
    """Return the worst error of any element in units of the last place of its own size.

    The size is the largest value of the element at these states; of an element of M, what its joint
    and the other could give at the most, the root of the two on the diagonal: light joints count as
    heavy ones.
    """
    worst = 0.0
    for name, nodes in kernel.outputs.items():
        pairs = [
            (_in_doubles(nodes, state), evaluate_exactly(nodes, _exact(state))) for state in states
        ]
        size = [
            max((abs(float(known[k])) for _, known in pairs), default=0.0)
            for k in range(len(nodes))
        ]
        n = math.isqrt(len(nodes))
        if name == "M" and n * n == len(nodes):
            size = [
                math.sqrt(size[i * n + i] * size[j * n + j]) for i in range(n) for j in range(n)
            ]
        for found, known in pairs:
            for x, reference, own in zip(found, known, size, strict=True):
                if own:
                    error = abs(float(_number(x) - reference)) if math.isfinite(x) else math.inf
                    worst = max(worst, error / own * 2.0**52)
    return worst


TWICE = 2.0
"""A kernel may lose so many times what another one of the same values loses."""

LEAST = 2.0**-52
"""What any kernel may lose: a unit in the last place of the largest value."""


class Yardstick:
    """Measure kernels of the same values by what one of them loses."""

    def __init__(self, kernel: KernelGraph, states: int) -> None:
        self.states = random_states(kernel, states)
        self._known = _exact_outputs(kernel, self.states)
        self._lost = self.lost(kernel)

    def lost(self, kernel: KernelGraph) -> dict[str, float]:
        """Return what a kernel loses at the same states, beside the values of the first."""
        return _loss_beside(kernel, self.states, self._known)

    def allows(self, kernel: KernelGraph, times: float = TWICE) -> bool:
        """Tell whether a kernel loses about as little; not if no state can tell."""
        found = self.lost(kernel)
        return bool(self.states) and all(
            found[name] <= max(times * lost, LEAST) for name, lost in self._lost.items()
        )


def _relative(pairs: Sequence[tuple[list[float], Sequence[Number]]]) -> float:
    error = size = 0.0
    for found, known in pairs:
        for x, reference in zip(found, known, strict=True):
            if not math.isfinite(x):
                return math.inf
            size = max(size, abs(float(reference)))
            error = max(error, abs(float(_number(x) - reference)))
    return error / size if size else error


def _drawn(name: str, number: int, size: int) -> list[float]:
    random = Random(f"{name} {number}")
    least, most = (-math.pi, math.pi) if number % 2 else (0.1, 1.0)
    return [random.uniform(least, most) for _ in range(size)]


def _number(x: float) -> Number:
    mantissa, exponent = math.frexp(x)
    return Number(int(mantissa * 2**53)) * Number(2) ** (exponent - 53)


def _exact(state: State) -> dict[str, list[Number]]:
    return {name: [_number(x) for x in values] for name, values in state.items()}


def _holds(kernel: KernelGraph, state: State) -> bool:
    sides = [n for guard in kernel.guards for n in (guard.pivot, guard.limit)]
    try:
        values = evaluate_exactly(sides, _exact(state))
    except (ZeroDivisionError, ValueError):
        return False
    pairs = zip(kernel.guards, values[::2], values[1::2], strict=True)
    return all(
        a > b
        for guard, pivot, limit in pairs
        for a, b in zip(*(in_lanes(x, len(guard.joints)) for x in (pivot, limit)), strict=True)
    )


def _in_doubles(roots: Sequence[Node], state: State) -> list[float]:
    """Return the values of the roots, not-a-number for all if an operation has none."""
    try:
        return _evaluated(roots, state)
    except (ZeroDivisionError, ValueError, OverflowError):
        return [math.nan] * len(roots)


def _evaluated(roots: Sequence[Node], state: State) -> list[float]:
    values: dict[int, Any] = {}  # a float, or a list of them where there are lanes
    for node in live(roots):
        if node.op == CONST:
            own = [DOUBLE.rounded(x) for x in in_lanes(node.number, node.width)]
            values[node.id] = own if node.width > 1 else own[0]
        elif node.op == INPUT:
            name, index = node.place
            given = state[name]
            values[node.id] = given[index] if isinstance(index, int) else [given[i] for i in index]
        elif node.op == LANE_SUM:
            values[node.id] = halved(values[node.arguments[0].id], operator.add)
        elif node.op == LANE:
            x, place = node.arguments
            values[node.id] = values[x.id][int(float(place.number))]
        elif node.width == 1:
            values[node.id] = _IN_DOUBLES[node.op](*(values[a.id] for a in node.arguments))
        else:
            beside = (
                values[a.id] if a.width > 1 else [values[a.id]] * node.width for a in node.arguments
            )
            values[node.id] = [_IN_DOUBLES[node.op](*each) for each in zip(*beside, strict=True)]
    return [values[root.id] for root in roots]
