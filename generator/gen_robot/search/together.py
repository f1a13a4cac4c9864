"""Choose ways to kernels that are computed together: what one of them has, the others get for nothing.

All ways to all members are traced in one graph, in which equal expressions are one node. So what any
choice of ways weighs together is known without tracing it, and ways are exchanged one by one until no
exchange makes the whole lighter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from gen_robot.ir.count import issued, tallied
from gen_robot.ir.depth import steps
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node
from gen_robot.kernels.joined_way import JoinedWay
from gen_robot.kernels.way import Way
from gen_robot.search.weighing import Aim

Picked = tuple[int, ...]
"""Of the pool's ways, the places of those that are taken, one for each member."""


@dataclass(frozen=True)
class Cost:
    """Hold what operations cost."""

    cost: int


@dataclass(frozen=True)
class Together:
    """Hold what a choice of ways weighs: see `weighing.Weighed`."""

    issued: Cost
    operations: Cost
    depth: int


@dataclass(frozen=True)
class Pool:
    """Hold the ways to several kernels, each with its member's number, and what they need.

    The graph has an output for each of them: all that must be computed for it.
    """

    ways: Sequence[tuple[int, Way]]
    graph: KernelGraph
    aim: Aim

    def lightest(self) -> list[JoinedWay]:
        """Return the choices that no exchange of one way makes lighter, the lightest first."""
        found = dict.fromkeys(self._descended(start) for start in self._starts())
        return [self._joined(picked) for picked in sorted(found, key=self._weight)]

    def weight(self, joined: JoinedWay) -> float:
        """Weigh a choice before the passes."""
        return self._weight(tuple(map(self.ways.index, enumerate(joined.each))))

    def _descended(self, picked: Picked) -> Picked:
        """Exchange ways as long as that helps."""
        lightest = self._weight(picked)
        while True:
            weights = {other: self._weight(other) for other in self._exchanged(picked)}
            best = min(weights, key=lambda other: weights[other], default=picked)
            if weights.get(best, lightest) >= lightest:
                return picked
            picked, lightest = best, weights[best]

    def _exchanged(self, picked: Picked) -> Iterator[Picked]:
        for place, (member, _) in enumerate(self.ways):
            if place != picked[member]:
                yield (*picked[:member], place, *picked[member + 1 :])

    def _starts(self) -> Iterator[Picked]:
        """Yield where to begin: the best ways alone, the best of like formulations, by one method."""
        yield self._best_alone()
        alike: dict[object, set[int]] = {}
        for place, (_, way) in enumerate(self.ways):
            for trait in (way.formulation, *way.methods):
                alike.setdefault(trait, set()).add(place)
        for liked in alike.values():
            yield self._best_alone(liked)

    def _best_alone(self, liked: Set[int] = frozenset()) -> Picked:
        """Return the best ways alone, among those that are liked where there are any."""
        return tuple(
            min(places, key=lambda place: (place not in liked, self._alone[place]))
            for places in self._of_member
        )

    def _joined(self, picked: Picked) -> JoinedWay:
        return JoinedWay(tuple(self.ways[place][1] for place in picked))

    def _weight(self, picked: Picked) -> float:
        wanted = sum(1 << place for place in picked)
        costs = [costs for users, costs in self._costs.items() if users & wanted]
        whole = Together(
            Cost(sum(each for each, _ in costs)),
            Cost(sum(each for _, each in costs)),
            max(self._depths[place] for place in picked),
        )
        return self.aim.weight(self._joined(picked), [whole])

    @cached_property
    def _of_member(self) -> list[list[int]]:
        """Return the places of each member's ways."""
        members = 1 + max(member for member, _ in self.ways)
        return [[k for k, (own, _) in enumerate(self.ways) if own == m] for m in range(members)]

    @cached_property
    def _alone(self) -> list[float]:
        """Return what each way weighs by itself."""
        return [self._weight((place,)) for place in range(len(self.ways))]

    @cached_property
    def _depths(self) -> list[int]:
        after = steps(self.graph.nodes)
        return [max((after[n.id] for n in roots), default=0) for roots in self._roots]

    @cached_property
    def _roots(self) -> list[list[Node]]:
        return list(self.graph.outputs.values())

    @cached_property
    def _costs(self) -> dict[int, tuple[int, int]]:
        """Return what the values cost that the same ways need, by these ways, a bit for each.

        As vector units take them, and as operations.
        """
        users = dict.fromkeys((node.id for node in self.graph.nodes), 0)
        for place, roots in enumerate(self._roots):
            for root in roots:
                users[root.id] |= 1 << place
        alike: dict[int, list[Node]] = {}
        for node in reversed(self.graph.nodes):
            for argument in node.arguments:
                users[argument.id] |= users[node.id]
            alike.setdefault(users[node.id], []).append(node)
        return {by: (issued(nodes).cost, tallied(nodes).cost) for by, nodes in alike.items()}
