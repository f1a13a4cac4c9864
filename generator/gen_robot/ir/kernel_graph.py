"""A kernel as a graph: what it gives, what it asks of its pivots."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.lanes import in_lanes
from gen_robot.ir.count import Operations, issued, tallied
from gen_robot.ir.depth import depth
from gen_robot.ir.graph import Graph, live
from gen_robot.ir.node import CONST, LANE, Node


@dataclass(frozen=True)
class Guard:
    """Ask that a pivot be above a limit, before anything is divided by it."""

    joints: tuple[int, ...]  # from 1, one a lane; what the kernel returns if the pivot is not above
    pivot: Node
    limit: Node

    @property
    def always_fails(self) -> int:
        """Return the joint whose pivot is a number that is not above the limit, or may not be, or 0."""
        if self.pivot.op != CONST:
            return 0
        if self.limit.op != CONST:
            return self.joints[0]
        wide = len(self.joints)
        sides = zip(
            in_lanes(self.pivot.number, wide), in_lanes(self.limit.number, wide), strict=True
        )
        fails = [joint for joint, (a, b) in zip(self.joints, sides, strict=True) if not a > b]
        return fails[0] if fails else 0


@dataclass(frozen=True)
class KernelGraph:
    """Hold an algorithm's result on symbols."""

    graph: Graph
    outputs: dict[str, list[Node]]
    guards: tuple[Guard, ...] = ()
    singular: int = 0  # the joint whose pivot is zero at every state, if there is one

    @property
    def roots(self) -> list[Node]:
        """Return every node that must be computed; of an output that is one lane, the whole value."""
        asked = [n for guard in self.guards for n in (guard.pivot, guard.limit)]
        given = [n for nodes in self.outputs.values() for n in nodes]
        return [n.arguments[0] if n.op == LANE else n for n in given] + asked

    @cached_property
    def nodes(self) -> list[Node]:
        """Return all nodes that the kernel needs, in order."""
        return live(self.roots)

    @property
    def uses(self) -> Counter[int]:
        """Return how often each node is used, by its id: by others, as an output, by a guard."""
        uses = Counter(a.id for node in self.nodes for a in node.arguments)
        uses.update(n.id for n in self.roots)
        return uses

    @cached_property
    def operations(self) -> Operations:
        return tallied(self.nodes)

    @cached_property
    def issued(self) -> Operations:
        """Return the operations with those on lanes counted once."""
        return issued(self.nodes)

    @cached_property
    def depth(self) -> int:
        return depth(self.nodes, self.roots)
