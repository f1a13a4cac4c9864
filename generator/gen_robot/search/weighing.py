"""What a way to a kernel weighs: auto takes the lightest.

Measured on 1,140 kernels of 18 robots, with two compilers: of two kernels whose times differ by more
than 5 %, operations, a division or a root as 8, tell the faster one in 90 % of the cases; with 3 for
each step of the longest chain, in 94 %. Terms for contraction, spills or a simulated pipeline told no
more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:  # the command line's help needs nothing but names
    from typing import Protocol

    from gen_robot.kernels.joined_way import AnyWay

    class Costly(Protocol):
        """Anything that has a cost: counts of operations, as a rule."""

        @property
        def cost(self) -> int: ...

    class Weighed(Protocol):
        """What a weight is made of: a kernel's graph, as a rule."""

        @property
        def issued(self) -> Costly:
            """Operations, those on lanes once."""

        @property
        def operations(self) -> Costly: ...

        @property
        def depth(self) -> int: ...


PER_STEP = 3
"""What a step of the longest chain weighs, an addition being 1."""

LANES_WORTH = 0.7
"""Limbs are lanes of one where that weighs less than this share of what limbs apart do.

Lanes are gathered and scattered, and vectors are not quite as quick as numbers.
"""


@dataclass(frozen=True)
class Aim:
    """Say what ways may be chosen for, and how they are weighed for that.

    A way is weighed by its graph, or by those of its parts where they are not joined yet.
    """

    name: str  # on the command line
    meaning: str
    weight: Callable[[AnyWay, Sequence[Weighed]], float]
    loss: Callable[[AnyWay], int] = lambda way: 0  # only ways of the least are weighed
    takes_lanes: bool = True  # limbs may be lanes of one
    per_step: int = 0  # what a step of the longest chain weighs
    keeps_digits: bool = True  # structures of a search are held against what is lost without them
    times: float = 1.5  # what may be lost at a few states, for it to be at most twice at others


def cost(graphs: Sequence[Weighed]) -> int:
    """Return what stands for the time that graphs take side by side; lanes are one operation."""
    operations = sum(graph.issued.cost for graph in graphs)
    return operations + PER_STEP * max((graph.depth for graph in graphs), default=0)


def _for_time(way: AnyWay, graphs: Sequence[Weighed]) -> float:
    worth = LANES_WORTH if way.has_lanes else 1
    return cost(graphs) * (1 + way.must_win_by / 100) / worth


def _for_operations(way: AnyWay, graphs: Sequence[Weighed]) -> float:
    return sum(graph.operations.cost for graph in graphs)


TIME, OPERATIONS, ACCURACY = "time", "operations", "accuracy"

AIMS: dict[str, Aim] = {
    aim.name: aim
    for aim in (
        Aim(TIME, "few operations, in short chains", _for_time, per_step=PER_STEP),
        Aim(
            OPERATIONS,
            "the fewest operations",
            _for_operations,
            takes_lanes=False,
            keeps_digits=False,
        ),
        Aim(
            ACCURACY,
            "methods that lose the fewest digits",
            _for_time,
            lambda way: way.loses,
            per_step=PER_STEP,
            times=1.0,
        ),
    )
}
