"""High effort: chosen kernels rewritten move by move, and solvers put on top of what they are given.

What a solver is given is rewritten alone, so that the kernel still forms M and h: `gen-robot verify`
proves those, and the elimination above them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gen_robot.ir.accuracy import Yardstick
from gen_robot.ir.graph_text import from_text, to_text
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import EVERY_KERNEL
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.trace import trace_on_top
from gen_robot.kernels.way import Way
from gen_robot.options import Options
from gen_robot.passes import BY_RULES, optimise
from gen_robot.passes.rebuild import rebuild
from gen_robot.rewriting import STATES, rewrite
from gen_robot.search.choice import Choice
from gen_robot.search.effort import MOVES, TOLD, TRIAL
from gen_robot.search.memory import remembered
from gen_robot.search.search import Search
from gen_robot.search.structures import Kept


@dataclass(frozen=True)
class HighEffort:
    """Rewrite kernels as options ask for; what is found is kept."""

    search: Search
    options: Options
    progress: Callable[[str], None] = lambda text: None
    kept: Kept = remembered

    @property
    def moves(self) -> int:
        return MOVES if self.options.moves is None else self.options.moves

    def chosen(self, kernel: Kernel) -> Choice:
        """Return a kernel by the best of the ways that are lightest before they are rewritten.

        All are given a few moves, the one that is lightest then gets as many as are asked for.
        """
        rivals = self.search.rivals(kernel)
        tried = [self.rewritten(choice, min(self.moves, TRIAL)) for choice in rivals]
        best = rivals[tried.index(self._lightest(tried))]
        return self._lightest([*tried, self.rewritten(best)])

    def rewritten(self, choice: Choice, moves: int | None = None) -> Choice:
        """Return a choice with its graph rewritten by so many moves, or as many as are asked for."""
        moves = self.moves if moves is None else moves
        given = self._given(choice)
        if given is not None:
            return self._on_top(choice, self.rewritten(given, moves))

        def told(done: int, of: int) -> None:
            if done * TOLD // of != (done - 1) * TOLD // of:
                self.progress(f"{choice.kernel.name}: move {done} of {of}")

        def made() -> str:
            return to_text(
                rewrite(
                    choice.graph,
                    moves,
                    lambda graph: self._weight(choice, graph),
                    told,
                    choice.beside,
                    self.options.aim.times,
                )
            )

        graphs = [to_text(each) for each in (choice.graph, choice.beside) if each]
        asked = [*graphs, moves, self.options.optimise_for, str(choice.way)]
        graph = from_text(self.kept(asked, made)) or from_text(made())
        assert graph, "a text that was just written can be read"
        return replace(choice, graph=graph)

    def _given(self, choice: Choice) -> Choice | None:
        """Return what a choice's solver is given, by the same way; None where that is not all."""
        way = choice.way
        if not isinstance(way, Way) or not way.route.on_top or way.has_lanes:
            return None
        if choice.kernel.sines_given or not self.search.are_whole:
            return None
        basis = EVERY_KERNEL[choice.kernel.built_on]
        wanted = Way(basis.routes[0], None, way.parts, way.formulation)
        chosen = self.search.choose(basis)
        return chosen if chosen.way == wanted else self.search.lightest(basis, [wanted])

    def _on_top(self, choice: Choice, given: Choice) -> Choice:
        """Return a choice with its solver on top of another, if it is lighter so and as accurate."""
        assert isinstance(choice.way, Way)
        known = self.search.formulations[choice.way.formulation]
        setting = self.options.setting
        graph = trace_on_top(choice.kernel, choice.way, rebuild(given.graph), known, setting)
        graph = optimise(graph, BY_RULES)
        if choice.graph.singular or graph.singular:
            return choice
        held = Yardstick(choice.beside or choice.graph, STATES)
        is_better = self._weight(choice, graph) < self._weight(choice, choice.graph)
        exact = is_better and held.allows(graph, self.options.aim.times)
        return replace(choice, graph=graph) if exact else choice

    def _lightest(self, choices: list[Choice]) -> Choice:
        return min(choices, key=lambda choice: self._weight(choice, choice.graph))

    def _weight(self, choice: Choice, graph: KernelGraph) -> float:
        return self.options.aim.weight(choice.way, [graph])
