"""Names and elements of one robot as the other has them, where links or joints are numbered otherwise.

`omega5_x` of a robot that lacks a joint before it is `omega6_x` of one that has it, and q[4] is q[5].
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gen_robot.bindings.manifest import Manifest
from gen_robot.bindings.manifest_check import POSITIONS, SHAPES, VELOCITIES
from gen_robot.comparison.matching import Match
from gen_robot.comparison.source import Statement, Step
from gen_robot.kernels.sines import COSINES, SINES

ANONYMOUS = re.compile(r"(?:t\d+_\d+(?:_[a-z])?|T\d{4,5}[A-Z]?)")
"""Values that no paper names: C, FORTRAN. Their numbers count, and mean nothing."""

_WORD = re.compile(r"[A-Za-z]\w*(?:\[\d+\])?")
_ELEMENT = re.compile(r"(\w+)\[(\d+)\]")
_LABEL = re.compile(r"(Om\d\d_|A0_|[A-Za-z]+_?)(\d+(?:_\d+)*)(_[a-z]+\d*)?(_[a-z])?")
OTHER = "'"
"""Marks what the other robot does not have."""

_AXES = {**SHAPES, SINES.name: POSITIONS, COSINES.name: POSITIONS}


@dataclass(frozen=True)
class Renaming:
    """Say what links and elements are called on the left; empty tables change nothing."""

    links: Mapping[int, str] = field(default_factory=dict)
    positions: Mapping[int, str] = field(default_factory=dict)
    velocities: Mapping[int, str] = field(default_factory=dict)
    anonymous: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _known(self) -> dict[str, str]:
        return {}

    @property
    def is_needed(self) -> bool:
        return bool(self.links or self.anonymous)

    def text(self, text: str) -> str:
        """Return an expression in the left side's names."""
        return _WORD.sub(lambda found: self.word(found[0]), text) if self.is_needed else text

    def word(self, word: str) -> str:
        """Return a name, or an element of an input, as the left side has it."""
        if word not in self._known:
            self._known[word] = self._renamed(word)
        return self._known[word]

    def _renamed(self, word: str) -> str:
        if word in self.anonymous:
            return self.anonymous[word]
        if not self.links:
            return word
        if element := _ELEMENT.fullmatch(word):
            axes = _AXES.get(element[1])
            return f"{element[1]}[{self.place(axes[0] if axes else '', int(element[2]))}]"
        label = _LABEL.fullmatch(word)
        if not label or ANONYMOUS.fullmatch(word):
            return word
        symbol, numbers, component, lane = label.groups("")
        own = "_".join(self.link(int(k)) for k in numbers.split("_"))
        return f"{symbol}{own}{component}{lane}"

    def link(self, number: int) -> str:
        return self.links.get(number, str(number))

    def place(self, axis: str | int, index: int) -> str:
        """Return an index along an axis, of which those of joints are renamed."""
        table = {POSITIONS[0]: self.positions, VELOCITIES[0]: self.velocities}
        return table.get(str(axis), {}).get(index, str(index))

    def key(self, statement: Statement, shape: Sequence[int]) -> Hashable:
        """Return what a statement is found by: its symbol, or its element."""
        if statement.joint:
            return "guard", self.place(VELOCITIES[0], statement.joint - 1)
        if not statement.array:
            return self.word(statement.target)
        axes = _AXES.get(statement.array, ())
        places: list[str] = []
        index = statement.index
        for number in reversed(range(len(shape))):
            index, place = divmod(index, shape[number])
            axis = axes[number] if number < len(axes) else ""
            places.append(self.place(axis, place))
        return statement.array, *reversed(places)

    def step(self, step: Step) -> tuple[str, str]:
        """Return what a step is found by: its link, and what is done."""
        return self.link(step.link), step.what


NOTHING = Renaming()


def renaming(match: Match, right: Manifest) -> Renaming:
    """Return how the right side's names read on the left."""
    if match.is_plain:
        return NOTHING
    left = {body.number: str(match.to_left[body.number]) for _, body in match.pairs}
    links = {0: "0"} | {k: left.get(k, f"{k}{OTHER}") for k in range(1, len(right.bodies) + 1)}
    positions = {k: f"{k}{OTHER}" for k in range(right.nq)}
    velocities = {k: f"{k}{OTHER}" for k in range(right.nv)}
    for a, b in match.joints:
        positions |= {b.index + k: str(a.index + k) for k in range(b.nq)}
        velocities |= {b.index_v + k: str(a.index_v + k) for k in range(b.nv)}
    return Renaming(links, positions, velocities)
