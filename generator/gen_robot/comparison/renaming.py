"""Names and elements of one robot as the other has them, where links or joints are numbered otherwise.

`omega5_x` of a robot that lacks a joint before it is `omega6_x` of one that has it, and q[4] is q[5].
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_lowercase

from gen_robot.bindings.manifest import Manifest
from gen_robot.bindings.manifest_check import POSITIONS, SHAPES, VELOCITIES
from gen_robot.comparison.matching import Match
from gen_robot.comparison.source import KernelSource, Statement, Step
from gen_robot.kernels.sines import COSINES, SINES

ANONYMOUS = re.compile(r"(?:t\d+_\d+(?:_[a-z])?|T\d{4,5}[A-Z]?)")
"""Values that no paper names, in small letters and in capitals. Their numbers count, no more."""

_WORD = re.compile(r"[A-Za-z]\w*(?:\[\d+\])?")
_ELEMENT = re.compile(r"(\w+)\[(\d{1,9})\]")
_LABEL = re.compile(
    r"(Om\d\d_|A0_|[A-Za-z]+_?)(\d{1,9}(?:_\d{1,9})*)((?:_[xyz]+\d*)?(?:_scaled)?)(?:_([a-w]))?"
)
_LANE = re.compile(r"\w+_([a-w])")
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
    lanes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # of own links, by the first

    @cached_property
    def _known(self) -> dict[str, str]:
        return {}

    @property
    def is_needed(self) -> bool:
        return bool(self.links or self.anonymous or self.lanes)

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
        if element := _ELEMENT.fullmatch(word):
            axes = _AXES.get(element[1])
            return f"{element[1]}[{self.place(axes[0] if axes else '', int(element[2]))}]"
        label = _LABEL.fullmatch(word)
        if not label or ANONYMOUS.fullmatch(word) or not _tells_links(word):
            return word
        symbol, numbers, component, lane = label.groups("")
        own = [self._in_lane(int(k), lane) for k in numbers.split("_")]
        is_known = not lane or any(int(k) in self.lanes for k in numbers.split("_"))
        rest = component if is_known else f"{component}_{lane}"
        return f"{symbol}{'_'.join(self.link(k) for k in own)}{rest}"

    def _in_lane(self, number: int, lane: str) -> int:
        """Return the link that a lane of some links is."""
        links = self.lanes.get(number, ())
        place = ascii_lowercase.index(lane) if lane else 0
        return links[place] if lane and place < len(links) else number

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

    def step(self, step: Step, statement: Statement) -> tuple[str, str]:
        """Return what a statement's step is found by: its link, one of several lanes; what is done."""
        lane = _LANE.fullmatch(statement.target) if step.lanes else None
        return self.link(self._in_lane(step.link, lane[1] if lane else "")), step.what


def _tells_links(word: str) -> bool:
    """Tell names in which numbers of links can be told from those of six capital letters."""
    return "_" in word or not word.isupper()


NOTHING = Renaming()


def apart(naming: Renaming, kernel: KernelSource) -> Renaming:
    """Return a naming by which the lanes of a kernel are the links that they stand for."""
    lanes = {step.link: step.lanes for step in kernel.steps if step.lanes}
    return replace(naming, lanes=lanes) if lanes else naming


def renaming(match: Match, right: Manifest) -> Renaming:
    """Return how the right side's names read on the left.

    Those that tell links, that is: of six capital letters nobody knows which are numbers of links.
    """
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
