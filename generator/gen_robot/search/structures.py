"""Find the structure of a robot's equations that makes a kernel light.

Frames first, as far as canonical ones leave a choice: that decides for all that is computed in
them. Then where wrenches meet axes, for inertia matrices; then which moments vanish, for torques,
with the inertia matrix at hand where a kernel has both. What is found are further formulations,
which `Search` weighs beside the others after the passes: none of them is taken that is not lighter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.algorithms import gibbs_appell, meeting_points
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.graph import Graph
from gen_robot.ir.needs import Counts
from gen_robot.ir.node import Node
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.formulation import Bodies, Formulation, Formulations, Limbs, formulated
from gen_robot.model.limbs import with_lanes
from gen_robot.model.model import Model
from gen_robot.model.redraw import leaves, redrawn, rows
from gen_robot.model.structure import PLAIN_STRUCTURE, Gauge, Meetings, Structure
from gen_robot.search.effort import FAST, Effort
from gen_robot.search.gauge_search import best_gauge, rule
from gen_robot.search.meeting_search import best_meetings
from gen_robot.search.memory import remembered
from gen_robot.search.structure_text import from_text, identity, to_text
from gen_robot.search.weighing import Aim

_MOTION = (Quantity.BIAS, Quantity.INVERSE_DYNAMICS)
_KNOWN = {Quantity.INERTIA_MATRIX, *_MOTION, Quantity.FORWARD_DYNAMICS}
_FREEING = (Quantity.FORWARD_DYNAMICS,)

Kept = Callable[[object, Callable[[], str]], str]
"""Gives the text that was made for something before, or makes it."""

Parts = tuple[Quantity, ...]
"""What a kernel is put together from."""


@dataclass
class Structures:
    """Find formulations for kernels of one robot; what was found once is kept."""

    model: Model  # as canonical frames have it
    formulations: Formulations  # without a search
    aim: Aim
    effort: Effort
    kept: Kept = remembered
    _found: dict[tuple[Parts, Limbs], Formulations] = field(default_factory=dict)
    _gauges: dict[tuple[Formulation, bool], Gauge] = field(default_factory=dict)
    _met: dict[Formulation, Meetings] = field(default_factory=dict)
    _weights: dict[tuple[Formulation, Parts], int] = field(default_factory=dict)
    _models: dict[tuple[int, Formulation], Model] = field(default_factory=dict)

    def of(self, kernel: Kernel, limbs: Limbs) -> Formulations:
        """Return what was found for a kernel; nothing for those that a search knows nothing of."""
        found: Formulations = {}
        if self.effort is FAST and not is_general(self.model):
            return found  # what is known to be good is known of such
        for route in kernel.routes:
            if route.parts and _KNOWN.issuperset(route.parts) and not route.formulations:
                found |= self._of(route.parts, limbs)
        return found

    def _of(self, parts: Parts, limbs: Limbs) -> Formulations:
        key = parts, limbs
        if key not in self._found:
            asked = self._asked(parts, limbs)
            text = self.kept(asked, lambda: to_text([*self._searched(parts, limbs)]))
            found = from_text(text)
            wanted = dict.fromkeys(self._searched(parts, limbs) if found is None else found)
            self._found[key] = {each: self._formulated(self.model, each) for each in wanted}
        return self._found[key]

    def _asked(self, parts: Parts, limbs: Limbs) -> list[Any]:
        """Return all that a search depends on."""
        plain = [[f.bodies.value, f.frames.value, f.limbs.value] for f in self.formulations]
        names = [limbs.value, *(part.name for part in parts)]
        return [names, self.aim.per_step, self.effort is FAST, plain, identity(self.model)]

    @cached_property
    def _general(self) -> Model:
        """Return the robot with general numbers for those that are known at run time only."""
        later = {n for p in self.model.parameters if not p.is_added for n in p.links}
        links = (
            replace(k, body=_body(k.number)) if k.number in later else k for k in self.model.links
        )
        return replace(self.model, links=tuple(links)) if later else self.model

    def _searched(self, parts: Parts, limbs: Limbs) -> Iterator[Formulation]:
        # What frees joint after joint keeps masses where they are, but the wrenches of motion are
        # those of the bias.
        moving = (Quantity.BIAS,) if parts == _FREEING else parts
        own = [f for f in self.formulations if f.limbs is limbs]
        plain = [f for f in own if f.bodies is Bodies.REGROUPED]
        if plain:
            base = min(plain, key=lambda f: self._weight(f, moving))
            for found in self._structured(base, moving):
                freed = parts == _FREEING
                yield replace(found, bodies=Bodies.AS_GIVEN) if freed else found

    def _structured(self, base: Formulation, parts: Parts) -> Iterator[Formulation]:
        """Yield a formulation with all that a search decides, and one with the first half of it."""
        if self.effort is not FAST:
            base = self._drawn(base, parts)
        if Quantity.INERTIA_MATRIX in parts:
            base = replace(base, structure=replace(base.structure, meetings=self._meetings(base)))
        if base.structure != PLAIN_STRUCTURE:
            yield base
        if any(part in _MOTION for part in parts):
            push = Quantity.INVERSE_DYNAMICS in parts
            spent = rule(self.model) if self.effort is FAST else self._gauge(base, push)
            yield replace(base, structure=replace(base.structure, gauge=spent))

    def _formulated(self, model: Model, formulation: Formulation) -> Model:
        """Return one of the two models on a formulation."""
        key = id(model), formulation
        if key not in self._models:
            self._models[key] = formulated(model, formulation)
        return self._models[key]

    def _meetings(self, base: Formulation) -> Meetings:
        """Return where wrenches should meet axes in the frames of a formulation."""
        if base not in self._met:
            model = self._formulated(self._general, base)
            self._met[base] = best_meetings(model, self.aim.per_step, self.effort is not FAST)
        return self._met[base]

    def _gauge(self, base: Formulation, with_push: bool) -> Gauge:
        """Return which moments should vanish in the frames of a formulation."""
        # Neither lanes nor meetings change what torques cost beside each other.
        drawn = replace(base.structure, meetings=None)
        key = replace(base, limbs=Limbs.APART, structure=drawn), with_push
        if key not in self._gauges:
            self._gauges[key] = best_gauge(
                redrawn(self._general, drawn),
                self._formulated(self._general, key[0]),
                with_push=with_push,
                per_step=self.aim.per_step,
            )
        return self._gauges[key]

    def _drawn(self, base: Formulation, parts: Parts) -> Formulation:
        """Return a formulation in the frames in which the parts are lightest, one change at a time."""
        best, weight = base, self._weight(base, parts)
        for other in _drawings(self.model):
            drawn = best.structure
            leaves_too = tuple(sorted({*drawn.leaves, *other.leaves}))
            heights = tuple(sorted((dict(drawn.heights) | dict(other.heights)).items()))
            tried = replace(best, structure=replace(drawn, leaves=leaves_too, heights=heights))
            if (lighter := self._weight(tried, parts)) < weight and self._has_its_lanes(tried):
                best, weight = tried, lighter
        return best

    def _has_its_lanes(self, formulation: Formulation) -> bool:
        """Tell whether limbs are alike in these frames, if they are to be lanes of one."""
        return (
            not formulation.has_lanes or self._formulated(self.model, formulation).whole is not None
        )

    def _weight(self, formulation: Formulation, parts: Parts) -> int:
        """Weigh the parts on a formulation, limbs apart, before the passes."""
        key = replace(formulation, limbs=Limbs.APART), parts
        if key not in self._weights:
            graph = Graph()
            roots = _roots(graph, self._formulated(self._general, key[0]), parts)
            self._weights[key] = Counts(graph).weight(roots, self.aim.per_step)
        return self._weights[key]


def is_general(model: Model) -> bool:
    """Tell whether a robot is a chain without special constants: skew axes that nowhere meet."""
    turns = [(k.geometry.alpha.cos_sin(), k.geometry.a) for k in model.links if k.parent]
    return model.is_serial and all(cosine and sine and a for (cosine, sine), a in turns)


def _drawings(model: Model) -> Iterator[Structure]:
    """Yield changes of frames that are worth a try, those of congruent limbs together."""
    groups = {
        n: k.stands_for or (n,)
        for k in with_lanes(model).links
        for n in k.stands_for or (k.number,)
    }
    begun = {row: places for row, places in rows(model)}
    for row, places in begun.items():
        if row == groups[row][0]:
            for number in places:
                pairs = zip(groups[row], groups[number], strict=False)
                yield Structure(heights=tuple((r, n) for r, n in pairs if n in begun.get(r, ())))
    late = {n for p in model.parameters for n in p.links}
    found = [number for number in leaves(model) if number not in late]
    for number in found:
        if number == groups[number][0]:
            yield Structure(leaves=tuple(n for n in groups[number] if n in found))


def _body(number: int) -> Moments:
    """Return moments of which none is special."""
    x = [Number(1 + (7919 * (number * 10 + k)) % 997) / 997 for k in range(10)]
    return Moments(x[0], Vec3(*x[1:4]), SymMat3(*x[4:]))


def _roots(graph: Graph, model: Model, parts: Parts) -> list[Node]:
    """Trace parts on a model without lanes."""
    t, coordinates = Tape(graph), Coordinates(model)
    q = coordinates.positions(graph.inputs("q", model.free_nq))
    found: list[Node] = []
    if Quantity.INERTIA_MATRIX in parts:
        matrix = coordinates.matrix(meeting_points.inertia_matrix(model, t, q))
        found += [graph.node(x) for row in matrix for x in row]
    if any(part in _MOTION for part in parts):
        qd = coordinates.rates(graph.inputs("qd", model.free_nv))
        qdd = no_rates(model)
        if Quantity.INVERSE_DYNAMICS in parts:
            qdd = coordinates.rates(graph.inputs("qdd", model.free_nv))
        torques = gibbs_appell.inverse_dynamics(model, t, q, qd, qdd)
        found += [graph.node(x) for x in coordinates.torques(torques)]
    return found
