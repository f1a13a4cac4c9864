"""A kernel as a graph: what it gives, what it asks of its pivots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.ir.graph import Graph, Node
from gen_robot.ir.operations import Operations, count
from gen_robot.ir.trace import Check


@dataclass(frozen=True)
class Traced:
    """Hold an algorithm's result on symbols."""

    graph: Graph
    outputs: dict[str, list[Node]]
    checks: tuple[Check, ...] = ()
    singular: int = 0  # the joint whose pivot is zero at every state, if there is one

    @property
    def roots(self) -> list[Node]:
        """Return every node that must be computed."""
        asked = [n for check in self.checks for n in (check.pivot, check.limit)]
        return [n for nodes in self.outputs.values() for n in nodes] + asked

    @cached_property
    def operations(self) -> Operations:
        return count(self.roots)
