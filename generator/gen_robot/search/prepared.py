"""What depends on inertial parameters alone, taken out of all kernels that were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gen_robot.kernels.joined_way import JoinedWay
from gen_robot.kernels.known_late import PREPARED, prepare, prepared_array
from gen_robot.model.model import Model
from gen_robot.model.runtime import inertials
from gen_robot.passes import optimise
from gen_robot.passes.take_out import Ahead
from gen_robot.search.choice import Choice

ONCE = "once for all kernels"
"""The way to what is prepared, as it is printed."""


def ahead_of_kernels(model: Model) -> Ahead | None:
    """Return what collects the work on these parameters, while ways are compared without it."""
    given = inertials(model)
    return Ahead(given.name, PREPARED) if given else None


def with_preparation(
    choices: Sequence[Choice], model: Model, ahead: Ahead | None
) -> tuple[Choice, ...]:
    """Return kernels that take what is prepared, behind the kernel that prepares it."""
    given = inertials(model)
    if given is None or ahead is None:
        return tuple(choices)
    graphs, graph = ahead.numbered([choice.graph for choice in choices])
    graph = optimise(graph)
    array = prepared_array(len(graph.outputs[PREPARED]))
    ways = tuple(way for choice in choices for way in choice.way.each)
    first = Choice(prepare(given, len(graph.outputs[PREPARED])), JoinedWay(ways, ONCE), graph)
    others = (
        replace(
            choice,
            graph=graph,
            known_late=tuple(array if a.name == given.name else a for a in choice.known_late),
        )
        for choice, graph in zip(choices, graphs, strict=True)
    )
    return (first, *others)
