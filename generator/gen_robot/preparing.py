"""What depends on inertial parameters alone, taken out of all kernels that were chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.joined_way import JoinedWay
from gen_robot.kernels.known_late import PREPARED, prepare, prepared_array
from gen_robot.model.model import Model
from gen_robot.model.runtime import Inertials, inertials
from gen_robot.passes import BY_RULES, optimise
from gen_robot.passes.take_out import Ahead
from gen_robot.search.choice import Choice
from gen_robot.search.search import Search

ONCE = "once for all kernels"
"""The way to what is prepared, as it is printed."""


def ahead_of_kernels(model: Model) -> Ahead | None:
    """Return what takes the work on these parameters out of kernels; None if there are none."""
    given = inertials(model)
    return Ahead(given.name, PREPARED) if given else None


def with_preparation(
    choices: Sequence[Choice], model: Model, again: Callable[[Ahead], Search]
) -> tuple[Choice, ...]:
    """Return kernels that take what is prepared, behind the kernel that prepares it.

    They are traced again, by the ways that were chosen: while ways were compared, all of them have
    left something to be done ahead. `again` makes a search that leaves it to another.
    """
    given, ahead = inertials(model), ahead_of_kernels(model)
    if given is None or ahead is None:
        return tuple(choices)
    search = again(ahead)
    choices = [search.lightest(choice.kernel, [choice.way]) for choice in choices]
    graphs, graph = ahead.numbered([choice.graph for choice in choices])
    # Elements that happen to be equal stay apart: each has its place.
    graph = optimise(graph, BY_RULES)
    size = len(graph.outputs[PREPARED])
    ways = tuple(way for choice in choices for way in choice.way.each)
    first = Choice(prepare(given, size), JoinedWay(ways, ONCE), graph)
    return (first, *(_taking(c, g, given, size) for c, g in zip(choices, graphs, strict=True)))


def _taking(choice: Choice, graph: KernelGraph, given: Inertials, size: int) -> Choice:
    """Return a kernel that takes what is prepared in place of the parameters."""
    late = (prepared_array(size) if a.name == given.name else a for a in choice.known_late)
    return replace(choice, graph=graph, known_late=tuple(late))
