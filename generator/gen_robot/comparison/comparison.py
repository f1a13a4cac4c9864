"""All that differs between two sides, as data; text, JSON and HTML are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gen_robot.comparison.alignment import Kind, StepRows
from gen_robot.comparison.changes import Change
from gen_robot.comparison.constants import Recounted
from gen_robot.comparison.effect import Effect
from gen_robot.comparison.reasons import Reason
from gen_robot.ir.count import Operations

NAME = "name"
"""The fact that robots are called otherwise."""


@dataclass(frozen=True)
class SideFacts:
    """Hold what there is to say of one side alone."""

    asked: str  # as it was typed
    title: str  # a short form of it
    name: str
    is_folder: bool
    nq: int
    nv: int
    links: int


@dataclass(frozen=True)
class JointChange:
    """Hold a joint of either side, or of both with what differs in it."""

    left: str | None
    right: str | None
    changes: tuple[Change, ...] = ()

    @property
    def is_renamed(self) -> bool:
        return self.left is not None and self.right is not None and self.left != self.right

    @property
    def differs(self) -> bool:
        return self.left is None or self.right is None or self.is_renamed or bool(self.changes)


@dataclass(frozen=True)
class KernelChange:
    """Hold one kernel of both sides: how it is computed, what it costs, its lines side by side."""

    name: str
    ways: tuple[str, str]
    operations: tuple[Operations, Operations]
    steps: tuple[StepRows, ...]
    terms_left: tuple[str, ...]  # named values on the left only
    terms_right: tuple[str, ...]

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """Return how many rows there are of each kind."""
        found = dict.fromkeys(Kind, 0)
        for step in self.steps:
            for row in step.rows:
                found[row.kind] += 1
        return found

    @property
    def differs(self) -> bool:
        rows = sum(n for kind, n in self.counts.items() if kind is not Kind.SAME)
        return rows > 0 or self.ways[0] != self.ways[1]


@dataclass(frozen=True)
class Comparison:
    """Hold what differs between a left and a right side."""

    left: SideFacts
    right: SideFacts
    language: str
    facts: tuple[Change, ...]  # about the whole
    joints: tuple[JointChange, ...]  # all of them
    constants: tuple[Change, ...]
    base_parameters: tuple[Change, ...]
    effects: tuple[Effect, ...]
    recounted: Mapping[str, Recounted]  # joints, by the left name, that the right counts otherwise
    effects_counted_alike: tuple[Effect, ...]  # with these joints counted as on the left
    reasons: tuple[Reason, ...]
    kernels: tuple[KernelChange, ...]
    kernels_left: tuple[str, ...]  # that only one side has
    kernels_right: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Tell whether the generated kernels and all that is known of the robots agree."""
        return not (
            self.facts
            or any(joint.differs for joint in self.joints)
            or self.constants
            or self.base_parameters
            or self.kernels_left
            or self.kernels_right
            or any(kernel.differs for kernel in self.kernels)
        )
