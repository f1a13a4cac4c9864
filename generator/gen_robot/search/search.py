"""Choose between the ways to a kernel by what they weigh for one robot."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gen_robot.errors import UserError, nearest, shown
from gen_robot.ir.accuracy import Yardstick, random_states, ulps
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import EVERY_KERNEL
from gen_robot.kernels.joined_way import BETWEEN, AnyWay, JoinedWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.known_late import known_late
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import Formulation, Formulations, Limbs
from gen_robot.model.model import Model
from gen_robot.search.choice import Choice
from gen_robot.search.together import Pool
from gen_robot.search.weighing import AIMS, TIME, Aim

AUTO = "auto"

LONG = 8
"""Beyond so many degrees of freedom auto tries less, for it would take long."""

CLOSE, NEAR = 1.1, 40
"""What is heavier than the lightest by more, before the passes, is not the lightest after them."""

STATES = 4
"""At which ways that weigh the same are told apart by the digits that they lose."""

HELD, FEW_HELD = 12, 4
"""At which the digits that a structure loses are held against those that are lost without it."""

LARGE = 2000
"""Of kernels of more nodes few states tell as much: each has many values."""

MOST_JOINED = 3
"""Of the ways to several kernels at once that are close, so many are rewritten."""


@dataclass
class Search:
    """Choose the lightest ways for one robot; what was traced or rewritten once is kept."""

    formulations: Formulations
    trace: Callable[[Kernel, AnyWay], KernelGraph]
    optimise: Callable[[KernelGraph], KernelGraph]
    wanted: Mapping[str, str] = field(default_factory=dict)  # kernel -> its way, where not auto
    aim: Aim = AIMS[TIME]
    # Several kernels in one graph, with an output for all that each needs.
    beside: Callable[[Sequence[tuple[Kernel, Way]]], KernelGraph] | None = None
    # Further formulations that a kernel is light on, found for this robot, limbs apart or as lanes.
    structures: Callable[[Kernel, Limbs], Formulations] = lambda kernel, limbs: {}
    compares_digits: bool = True  # of ways that weigh the same, the one that loses the fewest
    are_whole: bool = True  # no part of a kernel is taken out: all ways give the same values
    _traced: dict[Hashable, KernelGraph] = field(default_factory=dict)
    _optimised: dict[Hashable, KernelGraph] = field(default_factory=dict)
    _chosen: dict[str, Choice] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        return next(iter(self.formulations.values()))

    def ways(self, kernel: Kernel) -> tuple[Way, ...]:
        """Return every way to a kernel on the formulations that need no search, covered or not."""
        return ways(kernel, self._plain)

    def _every_way(self, kernel: Kernel, every: Iterable[Limbs] = Limbs) -> tuple[Way, ...]:
        """Return the same with those on formulations that were found for the kernel."""
        found = [each for limbs in every for each in self._structured(kernel, limbs)]
        return ways(kernel, [*self._plain, *found])

    @cached_property
    def _plain(self) -> list[Formulation]:
        return [each for each in self.formulations if each.structure.is_plain]

    def _structured(self, kernel: Kernel, limbs: Limbs) -> Formulations:
        """Return the formulations that were found for a kernel; from now on they are known."""
        found = self.structures(kernel, limbs)
        self.formulations.update(found)
        return found

    def choose(self, kernel: Kernel) -> Choice:
        """Return the kernel by the way asked for, or by the lightest."""
        if kernel.members:
            return self._together(kernel)
        if kernel.name not in self._chosen:
            tried = self._tried(kernel, self.wanted.get(kernel.name, AUTO))
            self._chosen[kernel.name] = self.best(kernel, tried)
        return self._chosen[kernel.name]

    def _tried(self, kernel: Kernel, wanted: str) -> list[Way]:
        """Return the ways to choose from."""
        return self.asked(kernel, wanted) if wanted != AUTO else self.auto(kernel)

    def asked(self, kernel: Kernel, wanted: str) -> list[Way]:
        """Return the ways of a name as printed, or by a solver on what it would be given."""
        self.refuse_unknown(kernel, wanted)
        self._refuse_impossible(kernel)
        every = self.ways(kernel)
        if any(w.is_structured for w in every if wanted in (str(w), w.algorithm)):
            every = self._every_way(kernel)
        found = [way for way in every if wanted == str(way)]
        found = found or self._on_choice(kernel, [w for w in every if wanted == w.algorithm])
        if reason := self._misses(found[0]):
            others = dict.fromkeys(way.algorithm for way in every if not self._misses(way))
            cure = f"use {', '.join(others)}" if others else "leave this kernel out"
            raise UserError(f"--algorithm {kernel.name}={wanted}", reason, cure)
        return found

    def refuse_unknown(self, kernel: Kernel, wanted: str, place: str = "") -> None:
        """Demand a name by which a way to a kernel can be asked for."""
        place = place or f"--algorithm {kernel.name}"
        if kernel.members:
            for member, own in zip(kernel.members, self._apart(kernel, wanted), strict=True):
                self.refuse_unknown(member, own, f"{place}, {member.name}")
            return
        every = self.ways(kernel)
        names = tuple(dict.fromkeys([*(w.algorithm for w in every), AUTO, *map(str, every)]))
        if wanted not in names:
            raise UserError(place, f"is {shown(wanted)}", nearest(wanted, names))

    def auto(self, kernel: Kernel) -> list[Way]:
        """Return the ways that are worth a try.

        Structures are looked for where limbs are apart, or lanes, if that is not much heavier without.
        """
        self._refuse_impossible(kernel)
        if kernel.built_on:
            near: Iterable[Way] = [*self.choose(EVERY_KERNEL[kernel.built_on]).way.each]
        else:
            near = self._lightest_of(kernel, self._worth_a_try(kernel, self.ways(kernel)))
        limbs = {way.formulation.limbs for way in near}
        every = self._every_way(kernel, [each for each in Limbs if each in limbs])
        return self._worth_a_try(kernel, every)

    def _worth_a_try(self, kernel: Kernel, every: Sequence[Way]) -> list[Way]:
        """Leave out what does not cover the robot, and what never wins on such."""
        found = [w for w in self._on_choice(kernel, every) if not self._misses(w)]
        solvers = {way.solver.name for way in found if way.solver}
        found = [w for w in found if not (w.solver and w.solver.dominated_by in solvers)]
        found = [w for w in found if w.may_win_on(self.model)] or found
        if self.model.nv <= LONG:
            return found
        return [way for way in found if way.wins_on_long_chains] or found

    def refusal(self, kernel: Kernel, algorithm: str) -> str | None:
        """Say why a kernel's ways of one algorithm do not cover this robot, or None."""
        if reason := kernel.refusal(self.model):
            return reason
        reasons = [self._misses(way) for way in self.ways(kernel) if way.algorithm == algorithm]
        return reasons[0] if all(reasons) else None

    def impossible(self, kernel: Kernel) -> str | None:
        """Say why no way to a kernel covers this robot, or None."""
        if reason := kernel.refusal(self.model):
            return reason
        if kernel.members:
            return next((why for m in kernel.members if (why := self.impossible(m))), None)
        reasons = [self._misses(way) for way in self.ways(kernel)]
        return reasons[0] if all(reasons) else None

    def best(self, kernel: Kernel, candidates: Sequence[Way]) -> Choice:
        """Return the kernel by the lightest of these ways, after the passes."""
        return self.lightest(kernel, self._lightest_of(kernel, candidates))

    def _lightest_of(self, kernel: Kernel, candidates: Sequence[Way]) -> list[Way]:
        """Return the ways that weigh little more than the lightest, before the passes."""
        candidates = self._sound(candidates)
        near = _closest(candidates, lambda way: self._estimate(kernel, way))
        # The parts of one method share more than an estimate of each can tell.
        kept = [way for way in candidates if way in near or way.is_of_one_method]
        return _closest(kept, lambda way: self.aim.weight(way, [self._trace(kernel, way)]))

    def rivals(self, kernel: Kernel) -> list[Choice]:
        """Return the kernel by the lightest way, and by others that weigh little more, the lightest
        first.

        Of ways of one name the lightest is there: what rewriting makes of them is much the same.
        """
        best = self.choose(kernel)
        if kernel.members or self.wanted.get(kernel.name, AUTO) != AUTO:
            return [best]
        near = [
            w for w in self._sound(self.auto(kernel)) if (kernel.name, w.key) in self._optimised
        ]
        own = {str(best.way): best}
        for name in dict.fromkeys(map(str, near)):
            own.setdefault(name, self.lightest(kernel, [w for w in near if str(w) == name]))
        weights = {name: self.aim.weight(c.way, [c.graph]) for name, c in own.items()}
        least = min(weights.values())
        names = sorted(own, key=lambda name: weights[name])
        return [own[name] for name in names if weights[name] <= CLOSE * least]

    def lightest(self, kernel: Kernel, ways: Sequence[AnyWay]) -> Choice:
        """Return the kernel by the way that is lightest after the passes.

        One that a search found has to keep as many digits as the lightest without it.
        """
        graphs = {way: self._optimise(kernel, way) for way in ways}
        weights = {way: self.aim.weight(way, [graphs[way]]) for way in ways}
        order = sorted(ways, key=lambda way: weights[way])
        if self.compares_digits and [*weights.values()].count(weights[order[0]]) > 1:
            # Of ways that weigh the same, the one that loses the fewest digits; of these the first.
            order.sort(key=lambda way: (weights[way], self._ulps(weights, way, graphs[way])))
        plain = next((way for way in order if not way.has_structure), None)
        way, beside = order[0], None
        if plain is not None and self.aim.keeps_digits and self.are_whole:
            beside = graphs[plain]
            way = next(self._exact(order, graphs, beside))
        return Choice(kernel, way, graphs[way], known_late(kernel, self.model), beside)

    def _exact(
        self, order: Sequence[AnyWay], graphs: Mapping[AnyWay, KernelGraph], beside: KernelGraph
    ) -> Iterator[AnyWay]:
        """Yield ways without a structure, and those that keep about as many digits as another."""
        known: Yardstick | None = None
        for way in order:
            if way.has_structure and not (beside.singular or graphs[way].singular):
                states = FEW_HELD if len(beside.nodes) > LARGE else HELD
                known = known or Yardstick(beside, states)
                if not known.allows(graphs[way], self.aim.times):
                    continue
            yield way

    @staticmethod
    def _ulps(weights: Mapping[AnyWay, float], way: AnyWay, graph: KernelGraph) -> float:
        """Return what a way loses that is among the lightest, rounded: small differences are chance."""
        if graph.singular or weights[way] > min(weights.values()):
            return 0.0
        lost = ulps(graph, random_states(graph, STATES)) + 1
        if not math.isfinite(lost):
            return math.inf
        # The logarithm, rounded: that of a library is not the same everywhere.
        return (math.frexp(2 * lost * lost)[1] - 1) // 2

    def _sound(self, candidates: Sequence[Way]) -> list[Way]:
        """Return the ways that lose the fewest digits, where that is asked for."""
        least = min(map(self.aim.loss, candidates))
        return [way for way in candidates if self.aim.loss(way) == least]

    def _together(self, kernel: Kernel) -> Choice:
        """Return several kernels at once by the ways that are lightest together.

        Limbs are apart in all of them, or lanes in all: their inputs are read in one way or the other.
        """
        self._refuse_impossible(kernel)
        wanted = self._apart(kernel, self.wanted.get(kernel.name, AUTO))
        tried = [self._tried(m, own) for m, own in zip(kernel.members, wanted, strict=True)]
        weights: dict[JoinedWay, float] = {}
        for limbs in Limbs:
            own = [[w for w in self._sound(each) if w.formulation.limbs is limbs] for each in tried]
            if all(own):
                ways = [(number, way) for number, each in enumerate(own) for way in each]
                assert self.beside, "a search that was not told how to trace kernels side by side"
                graph = self.beside([(kernel.members[number], way) for number, way in ways])
                pool = Pool(ways, graph, self.aim)
                weights |= {way: pool.weight(way) for way in pool.lightest()[:MOST_JOINED]}
        near = [w for w in weights if weights[w] <= CLOSE * min(weights.values()) + NEAR]
        return self.lightest(kernel, near)

    def _apart(self, kernel: Kernel, wanted: str) -> list[str]:
        """Return what is asked for each member: its part of the name, or what is asked for it alone."""
        if wanted == AUTO:
            return [self.wanted.get(member.name, AUTO) for member in kernel.members]
        names = wanted.split(BETWEEN)
        if len(names) != len(kernel.members):
            members = BETWEEN.join(member.name for member in kernel.members)
            cure = f"give one for each of {members}, or {AUTO}"
            raise UserError(f"--algorithm {kernel.name}", f"is {shown(wanted)}", cure)
        return names

    def _refuse_impossible(self, kernel: Kernel) -> None:
        if reason := self.impossible(kernel):
            raise UserError(f"--kernels {kernel.name}", reason, "leave this kernel out")

    def _misses(self, way: Way) -> str | None:
        return way.not_covered(self.model)

    def _on_choice(self, kernel: Kernel, found: Sequence[Way]) -> list[Way]:
        """Let solvers work on what is chosen for the kernel that they are built on.

        Where they cannot, they work on the best of what they can be given.
        """
        solving = [way for way in found if way.solver]
        if not solving:
            return list(found)
        basis = EVERY_KERNEL[kernel.built_on]
        chosen = self.choose(basis).way
        if not any(_stands_on(way, chosen) for way in solving):
            others = [w for w in self.auto(basis) if any(_stands_on(way, w) for way in solving)]
            if not others:
                return list(found)
            chosen = self.best(basis, others).way
        if kernel.any_frames:
            assert isinstance(chosen, Way), "solvers are given what one kernel is computed by"
            frames = [w for w in solving if w.parts[: len(chosen.parts)] == chosen.parts]
            return [w for w in frames if w.formulation.bodies is chosen.formulation.bodies]
        return [way for way in found if not way.solver or _stands_on(way, chosen)]

    def _optimise(self, kernel: Kernel, way: AnyWay) -> KernelGraph:
        key = kernel.name, way.key
        if key not in self._optimised:
            self._optimised[key] = self.optimise(self._trace(kernel, way))
        return self._optimised[key]

    def _trace(self, kernel: Kernel, way: AnyWay) -> KernelGraph:
        key = kernel.name, way.key
        if key not in self._traced:
            self._traced[key] = self.trace(kernel, way)
        return self._traced[key]

    def _estimate(self, kernel: Kernel, way: Way) -> float:
        """Weigh the parts of a way apart; 0 where it has none."""
        graphs = []
        for name, method in zip(kernel.parts, way.parts, strict=False):
            part = EVERY_KERNEL[name]
            alone = Way(part.routes[0], None, (method,), way.formulation)
            graphs.append(self._trace(part, alone))
        return self.aim.weight(way, graphs)


def _stands_on(way: Way, basis: AnyWay) -> bool:
    """Tell whether a solver's way is given what another way computes, perhaps with further parts."""
    assert isinstance(basis, Way), "solvers are given what one kernel is computed by"
    given = way.parts[: len(basis.parts)]
    return (given, way.formulation) == (basis.parts, basis.formulation)


def _closest(candidates: Sequence[Way], weight: Callable[[Way], float]) -> list[Way]:
    """Return the ways that weigh little more than the lightest."""
    if len(candidates) < 2:
        return list(candidates)
    weights = {way: weight(way) for way in candidates}
    return [way for way in candidates if weights[way] <= CLOSE * min(weights.values()) + NEAR]
