"""Choose between the ways to a kernel by what they weigh for one robot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from gen_robot.errors import UserError, nearest, shown
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import EVERY_KERNEL
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import Formulations
from gen_robot.model.model import Model
from gen_robot.search.choice import Choice
from gen_robot.search.weighing import AIMS, TIME, Aim

AUTO = "auto"

LONG = 8
"""Beyond so many degrees of freedom auto tries less, for it would take long."""

CLOSE, NEAR = 1.1, 40
"""What is heavier than the lightest by more, before the passes, is not the lightest after them."""


@dataclass
class Search:
    """Choose the lightest ways for one robot; what was traced or rewritten once is kept."""

    formulations: Formulations
    trace: Callable[[Kernel, Way], KernelGraph]
    optimise: Callable[[KernelGraph], KernelGraph]
    wanted: Mapping[str, str] = field(default_factory=dict)  # kernel -> its way, where not auto
    aim: Aim = AIMS[TIME]
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
        wanted = self.wanted.get(kernel.name, AUTO)
        return self.best(
            kernel, self.asked(kernel, wanted) if wanted != AUTO else self.auto(kernel)
        )

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

    def refuse_unknown(self, kernel: Kernel, wanted: str) -> None:
        """Demand a name by which a way to a kernel can be asked for."""
        every = self.ways(kernel)
        names = tuple(dict.fromkeys([*(w.algorithm for w in every), AUTO, *map(str, every)]))
        if wanted not in names:
            place = f"--algorithm {kernel.name}"
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
        reasons = [self._misses(way) for way in self.ways(kernel) if way.algorithm == algorithm]
        return reasons[0] if all(reasons) else None

    def impossible(self, kernel: Kernel) -> str | None:
        """Say why no way to a kernel covers this robot, or None."""
        if reason := kernel.refuses(self.model):
            return reason
        reasons = [self._misses(way) for way in self.ways(kernel)]
        return reasons[0] if all(reasons) else None

    def best(self, kernel: Kernel, candidates: Sequence[Way]) -> Choice:
        """Return the kernel by the lightest of these ways, after the passes."""
        least = min(map(self.aim.loss, candidates))
        candidates = [way for way in candidates if self.aim.loss(way) == least]
        near = _closest(candidates, lambda way: self._estimate(kernel, way))
        # The parts of one method share more than an estimate of each can tell.
        kept = [way for way in candidates if way in near or way.is_of_one_method]
        kept = _closest(kept, lambda way: self.aim.weight(way, [self._trace(kernel, way)]))
        graphs = {way: self._optimise(kernel, way) for way in kept}
        way = min(kept, key=lambda way: self.aim.weight(way, [graphs[way]]))
        return Choice(kernel, way, graphs[way], self.model.parameters)

    def _refuse_impossible(self, kernel: Kernel) -> None:
        if reason := self.impossible(kernel):
            raise UserError(f"--kernels {kernel.name}", reason, "leave this kernel out")

    def _misses(self, way: Way) -> str | None:
        return way.not_covered(self.model)

    def _on_choice(self, kernel: Kernel, found: Sequence[Way]) -> list[Way]:
        """Let solvers work on what is chosen for the kernel that they are built on.

        Where they cannot, they work on the best of what they can be given.
        """
        possible = {(w.parts, w.formulation) for w in found if w.solver}
        if not possible:
            return list(found)
        basis = EVERY_KERNEL[kernel.built_on]
        chosen = self.choose(basis).way
        if (chosen.parts, chosen.formulation) not in possible:
            others = [w for w in self.auto(basis) if (w.parts, w.formulation) in possible]
            chosen = self.best(basis, others).way
        given = chosen.parts, chosen.formulation
        return [w for w in found if not w.solver or (w.parts, w.formulation) == given]

    def _optimise(self, kernel: Kernel, way: Way) -> KernelGraph:
        key = _key(kernel, way)
        if key not in self._optimised:
            self._optimised[key] = self.optimise(self._trace(kernel, way))
        return self._optimised[key]

    def _trace(self, kernel: Kernel, way: Way) -> KernelGraph:
        key = _key(kernel, way)
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


def _key(kernel: Kernel, way: Way) -> Hashable:
    """Tell apart what gives different graphs; two names may stand for one function."""
    return kernel.name, way.route, way.functions, way.formulation


def _closest(candidates: Sequence[Way], weight: Callable[[Way], float]) -> list[Way]:
    """Return the ways that weigh little more than the lightest."""
    if len(candidates) < 2:
        return list(candidates)
    weights = {way: weight(way) for way in candidates}
    return [way for way in candidates if weights[way] <= CLOSE * min(weights.values()) + NEAR]
