"""Constants that the precision of the kernels cannot hold: taken as zero with a note, or refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import Number
from gen_robot.algebra.precision import DOUBLE, Precision
from gen_robot.errors import UserError, listed
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.passes.drop_tiny import drop_tiny
from gen_robot.search.choice import Choice


def fitted(
    chosen: Sequence[Choice], precision: Precision, source: str
) -> tuple[tuple[Choice, ...], tuple[str, ...]]:
    """Return the kernels with constants that the precision can hold, and notes on what that took.

    `source` is the robot's file, for messages.
    """
    choices = tuple(replace(c, graph=drop_tiny(c.graph, precision)) for c in chosen)
    for choice in choices:
        _refuse_large(choice, precision, source)
    return choices, _notes(chosen, precision, source)


def _refuse_large(choice: Choice, precision: Precision, source: str) -> None:
    """Demand that the kernel's constants are not beyond the largest number."""
    large = _constants(choice.graph, precision.is_beyond)
    if not large:
        return
    largest, node = max(large, key=lambda found: abs(found[0]))
    raise UserError(
        source,
        f"{choice.kernel.name} needs the constant {largest.spelled(3)}"
        f" ({_purpose(choice.graph, node)}), and {precision.name} precision ends at"
        f" {precision.largest.spelled(3)}",
        f"check the units of masses, inertias and lengths{_or_double(precision)}",
    )


def _notes(chosen: Sequence[Choice], precision: Precision, source: str) -> tuple[str, ...]:
    """Say which constants are taken as zero."""
    kernels = {c.kernel.name: _constants(c.graph, precision.is_below) for c in chosen}
    kernels = {name: tiny for name, tiny in kernels.items() if tiny}
    if not kernels:
        return ()
    numbers: dict[Number, None] = {}
    for tiny in kernels.values():
        numbers |= dict.fromkeys(abs(number) for number, _ in tiny)
    count = f"{len(numbers)} constants" if len(numbers) > 1 else "a constant"
    return (
        f"{source}: {count} too small for {precision.name} precision, up to"
        f" {max(numbers).spelled(3)}, {'are' if len(numbers) > 1 else 'is'} taken as zero in"
        f" {listed([*kernels])}; check the units if that matters{_or_double(precision)}",
    )


def _or_double(precision: Precision) -> str:
    return "" if precision is DOUBLE else f", or use --precision {DOUBLE.name}"


def _constants(kernel: KernelGraph, wanted: Callable[[Number], bool]) -> list[tuple[Number, Node]]:
    """Return the numbers that are wanted, in any lane of a constant, with the constants' nodes."""
    constants = (node for node in kernel.nodes if node.op == CONST)
    every = ((x, node) for node in constants for x in in_lanes(node.number, node.width))
    return [(number, node) for number, node in every if wanted(number)]


def _purpose(kernel: KernelGraph, constant: Node) -> str:
    """Say what a constant is for: the step that uses it first, or the output that it is."""
    graph = kernel.graph
    for node in kernel.nodes:
        if constant in node.arguments:
            return graph.steps[graph.step_of[node.id]].heading
    outputs = [name for name, nodes in kernel.outputs.items() if constant in nodes]
    return f"in {outputs[0]}" if outputs else "in the test of a pivot"
