"""Choose between the ways to a kernel by what they weigh for one robot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from gen_robot.errors import UserError, nearest, shown
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import EVERY_KERNEL
from gen_robot.kernels.joined_way import BETWEEN, AnyWay, JoinedWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.known_late import known_late
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import Formulations, Limbs
from gen_robot.model.model import Model
from gen_robot.search.choice import Choice
from gen_robot.search.together import Pool
from gen_robot.search.weighing import AIMS, TIME, Aim

AUTO = "auto"

LONG = 8
"""Beyond so many degrees of freedom auto tries less, for it would take long."""

CLOSE, NEAR = 1.1, 40
"""What is heavier than the lightest by more, before the passes, is not the lightest after them."""

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
    _traced: dict[Hashable, KernelGraph] = field(default_factory=dict)
    _optimised: dict[Hashable, KernelGraph] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        return next(iter(self.formulations.values()))

    def ways(self, kernel: Kernel) -> tuple[Way, ...]:
        """Return every way to a kernel on this robot's formulations, covered or not."""
        return ways(kernel, self.formulations)

    def choose(self, kernel: Kernel) -> Choice:
        """Return the kernel by the way asked for, or by the lightest."""
        if kernel.members:
            return self._together(kernel)
        return self.best(kernel, self._tried(kernel, self.wanted.get(kernel.name, AUTO)))

    def _tried(self, kernel: Kernel, wanted: str) -> list[Way]:
        """Return the ways to choose from."""
        return self.asked(kernel, wanted) if wanted != AUTO else self.auto(kernel)

    def asked(self, kernel: Kernel, wanted: str) -> list[Way]:
        """Return the ways of a name as printed, or by a solver on what it would be given."""
        self.refuse_unknown(kernel, wanted)
        self._refuse_impossible(kernel)
        every = self.ways(kernel)
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
        """Return the ways that are worth a try."""
        self._refuse_impossible(kernel)
        found = [w for w in self._on_choice(kernel, self.ways(kernel)) if not self._misses(w)]
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
        candidates = self._sound(candidates)
        near = _closest(candidates, lambda way: self._estimate(kernel, way))
        # The parts of one method share more than an estimate of each can tell.
        kept = [way for way in candidates if way in near or way.is_of_one_method]
        kept = _closest(kept, lambda way: self.aim.weight(way, [self._trace(kernel, way)]))
        return self.lightest(kernel, kept)

    def lightest(self, kernel: Kernel, ways: Sequence[AnyWay]) -> Choice:
        """Return the kernel by the way that is lightest after the passes."""
        graphs = {way: self._optimise(kernel, way) for way in ways}
        way = min(ways, key=lambda way: self.aim.weight(way, [graphs[way]]))
        return Choice(kernel, way, graphs[way], known_late(kernel, self.model))

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
