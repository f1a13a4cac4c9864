"""Where wrenches and axes should meet: the points between joints that make an inertia matrix light.

All elements of the matrix are traced in one graph, each met at every point. A choice is a point a
pair; it weighs what the chosen elements need together. Choices begin with one point for all pairs,
as near to it as a pair can come, and single pairs, rows and columns move until none makes the whole
lighter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gen_robot.algorithms.joint_terms import dofs
from gen_robot.algorithms.meeting_points import Encounter, walk
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.graph import Graph
from gen_robot.ir.needs import Sets
from gen_robot.ir.node import Node
from gen_robot.kernels.dynamics import Q
from gen_robot.kernels.lanes import gathered
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.lane_places import lane_places
from gen_robot.model.model import Model
from gen_robot.model.structure import Meetings, Pair, Point, Polar

STARTS, FEW_STARTS = 6, 2
"""So many of the best beginnings are followed to their ends; few on long chains."""

LONG, LONGEST = 12, 14
"""Chains of so many links may have a common frame; of more, pairs far apart meet in it always."""

NEAR = 2
"""On the longest chains, links at most so far apart may also meet between them."""


@dataclass(frozen=True)
class _Met:
    """Hold an element, or those of a pair of joints, as they are met somewhere."""

    polar: Polar
    at: int | None  # steps from the root's base; None: in the common frame
    point: Point | None  # None: at the link of the axis, or in the common frame
    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class _Weighed:
    """Hold what elements that are met somewhere need."""

    met: _Met
    needs: int
    depth: int


Choice = dict[Pair, _Weighed]


def best_meetings(model: Model, per_step: int, descend: bool = True) -> Meetings:
    """Return where to meet on a model of any formulation; without descent, one point for all."""
    found = []
    many = (FEW_STARTS if len(model.links) >= LONG else STARTS) if descend else 1
    for common in _common_frames(model):
        search = _Search(_alternatives(model, common), per_step)
        starts = sorted(search.starts(), key=search.weight)[:many]
        ends = [search.descended(start) for start in starts] if descend else starts
        best = min(ends, key=search.weight)
        found.append((search.weight(best), _meetings(best, common)))
    return min(found, key=lambda pair: pair[0])[1]


def _common_frames(model: Model) -> tuple[int, ...]:
    """Return the links whose frames may be the common one; 0 for none."""
    links = len(model.links)
    long = model.is_serial and not model.whole and links >= LONG
    return (1, links // 2) if long else (0,)


class _Search:
    def __init__(self, alternatives: dict[Pair, list[_Weighed]], per_step: int) -> None:
        self.alternatives, self.per_step = alternatives, per_step

    def weight(self, choice: Choice) -> int:
        return self._weight(choice.values())

    def _weight(self, chosen: Iterable[_Weighed], others: int = 0, depth: int = 0) -> int:
        needs = others
        for each in chosen:
            needs |= each.needs
            depth = max(depth, each.depth)
        return needs.bit_count() + self.per_step * depth

    def starts(self) -> Iterator[Choice]:
        """Yield choices of one point for all pairs, as near as each can come."""
        every = [w.met.at for each in self.alternatives.values() for w in each]
        last = max((at for at in every if at is not None), default=0)
        common: list[int | None] = [None] if None in every else []
        for polar in Polar:
            for at in (*common, *range(last + 1)):
                yield {pair: self._nearest(pair, at, polar) for pair in self.alternatives}

    def _nearest(self, pair: Pair, at: int | None, polar: Polar) -> _Weighed:
        """Return what comes nearest to a point; to the common frame, what is in no other."""
        own = [w for w in self.alternatives[pair] if w.met.polar is polar]
        return min(own or self.alternatives[pair], key=lambda w: _distance(w.met.at, at))

    def descended(self, choice: Choice) -> Choice:
        """Move pairs, rows and columns as long as that helps."""
        best = self.weight(choice)
        while True:
            before = best
            for moved in self._groups():
                choice, best = self._improved(choice, best, moved)
            if best == before:
                return choice

    def _groups(self) -> Iterator[list[Pair]]:
        """Yield the pairs that move together: single ones, rows, columns."""
        pairs = list(self.alternatives)
        yield from ([pair] for pair in pairs)
        for side in (0, 1):
            for number in dict.fromkeys(pair[side] for pair in pairs):
                group = [pair for pair in pairs if pair[side] == number]
                if len(group) > 1:
                    yield group

    def _improved(self, choice: Choice, best: int, moved: list[Pair]) -> tuple[Choice, int]:
        rest = [w for pair, w in choice.items() if pair not in moved]
        others, depth = 0, 0
        for each in rest:
            others |= each.needs
            depth = max(depth, each.depth)
        for other in self._moves(moved):
            weight = self._weight(other, others, depth)
            if weight < best:
                choice, best = choice | dict(zip(moved, other, strict=True)), weight
        return choice, best

    def _moves(self, pairs: list[Pair]) -> Iterator[Sequence[_Weighed]]:
        if len(pairs) == 1:
            yield from ([each] for each in self.alternatives[pairs[0]])
            return
        every = {w.met.at for pair in pairs for w in self.alternatives[pair]}
        places = sorted(at for at in every if at is not None)
        common: list[int | None] = [None] if None in every else []
        for polar in Polar:
            for at in (*common, *places):
                yield [self._nearest(pair, at, polar) for pair in pairs]


def _distance(at: int | None, wanted: int | None) -> int:
    """Return how far a point is from another; the common frame is far from all."""
    if at is None or wanted is None:
        return 0 if at is wanted else 1_000_000
    return abs(at - wanted)


def _alternatives(model: Model, frame: int) -> dict[Pair, list[_Weighed]]:
    """Trace every element at every point, and in the frame of a link, if there is one."""
    graph = Graph()
    places = lane_places(model)
    t = Tape(graph, places)
    q = Coordinates(model.whole or model).positions(gathered(graph, Q, Q.size(model), places))
    found: dict[Pair, list[_Met]] = {}

    def meet(encounter: Encounter) -> None:
        link = encounter.link
        own = dofs(link)
        for polar in Polar if link.kind.turns_about_z else (Polar.OWN,):
            wrenches = [encounter.wrench(i, motion, polar) for i, motion in own]
            values = [
                wrench.dot(other)
                for place, wrench in enumerate(wrenches)
                for _, other in own[: place + 1]
            ]
            nodes = tuple(map(graph.node, values))
            met = _Met(polar, len(encounter.path), None, nodes)
            found.setdefault((link.number, link.number), []).append(met)
            for before in encounter.before:
                start = encounter.ends[before.number]
                if frame:
                    values = [
                        encounter.element_in_common((i, motion, polar), before, axis)
                        for i, motion in own
                        for axis in dofs(before)
                    ]
                    met = _Met(polar, None, None, tuple(map(graph.node, values)))
                    found.setdefault((link.number, before.number), []).append(met)
                    if len(model.links) > LONGEST and link.number - before.number > NEAR:
                        continue
                for at in range(start, len(encounter.path) + 1):
                    values = [
                        encounter.element((i, motion, polar), axis, start, at)
                        for i, motion in own
                        for axis in dofs(before)
                    ]
                    here = encounter.path[at - 1].point if at else None
                    point = here if at > start or frame else None
                    met = _Met(polar, at, point, tuple(map(graph.node, values)))
                    found.setdefault((link.number, before.number), []).append(met)

    walk(model, t, q, meet, frame)
    sets = Sets(graph)
    return {
        pair: [_Weighed(met, sets.of(met.nodes), sets.depth(met.nodes)) for met in each]
        for pair, each in found.items()
    }


def _meetings(choice: Choice, common: int) -> Meetings:
    chosen = sorted(choice.items())
    return Meetings(
        tuple((pair, w.met.point) for pair, w in chosen if w.met.point is not None),
        common,
        tuple((pair, w.met.polar) for pair, w in chosen if w.met.polar is not Polar.OWN),
    )
