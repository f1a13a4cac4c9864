"""What each kernel of a robot costs by each algorithm: plain, regrouped, by structure, by high effort.

Counts are those of what would be generated: after all passes, on the cheapest formulation that
the algorithm may be traced on, solvers on the inertia matrix and bias that auto would give them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gen_robot.description.description import Description
from gen_robot.high_effort import HighEffort
from gen_robot.ir.accuracy import random_states, ulps
from gen_robot.ir.count import Operations
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.lanes import widths
from gen_robot.ir.routine import Comment
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels import wanted as asked_for
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.way import algorithms
from gen_robot.ledger.papers import Paper, papers
from gen_robot.ledger.published import Published, published
from gen_robot.long_work import room_for
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_lanes import LanesPrinter
from gen_robot.search.choice import Choice
from gen_robot.search.effort import HIGH
from gen_robot.search.search import Search
from gen_robot.search.weighing import Aim, cost

DEFAULT = Options()

STATES, FEW_STATES = 20, 3
LARGE = 2000
"""Accuracy is measured at so many states; at few of kernels of more nodes than that."""

COLUMNS = ("plain", "regrouped", "structure", "high")
"""What counts are called, in the order in which more and more is done."""


@dataclass(frozen=True)
class Count:
    """Hold what one generated kernel costs."""

    operations: Operations
    way: AnyWay
    graph: KernelGraph

    @cached_property
    def lines(self) -> int:
        """Return the lines of C in the routine's body, without comments and blank lines.

        One for each sine and cosine, as with --trig libm.
        """
        routine = schedule(self.graph)
        printer = LanesPrinter() if widths(routine) else CPrinter()
        every = (*routine.opening, *routine.statements)
        return len(printer.lines(s for s in every if not isinstance(s, Comment)))

    @property
    def depth(self) -> int:
        """Return the longest chain of operations."""
        return self.graph.depth

    @property
    def cost(self) -> int:
        """Return what stands for its time."""
        return cost([self.graph])

    @cached_property
    def ulp(self) -> int | None:
        """Return the worst error of an element at a few states, in units of its last place.

        Nothing where guards leave at all of them.
        """
        few = len(self.graph.nodes) > LARGE
        states = random_states(self.graph, FEW_STATES if few else STATES)
        error = ulps(self.graph, states) if states else math.inf
        return round(error) if math.isfinite(error) else None

    @property
    def on(self) -> str:
        """Return what a solver was given, or nothing."""
        return self.way.basis if self.way.solver else ""

    @property
    def total(self) -> int:
        """Return all operations that a paper would count."""
        n = self.operations
        return n.mul + n.add + n.div + n.sqrt


@dataclass(frozen=True)
class Candidate:
    """Name one way to compute a kernel."""

    kernel: str
    algorithm: str
    auto: bool  # whether this is what auto takes


@dataclass(frozen=True)
class Entry:
    """Hold what a candidate costs; a note says why there are no counts."""

    candidate: Candidate
    lumped: Count | None  # as with --no-regroup: only masses are added up off-line
    regrouped: Count | None  # all moved that a joint cannot move, nothing searched for
    structure: Count | None  # with what was searched for: as generated but for rewriting
    note: str = ""
    high: Count | None = None  # after rewriting; only of what is generated, and only if asked for

    @property
    def generated(self) -> Count | None:
        """Return the count of what would be generated."""
        return self.high or self.structure

    @property
    def columns(self) -> dict[str, Count]:
        """Return the counts that there are by the names of their columns."""
        every = zip(COLUMNS, (self.lumped, self.regrouped, self.structure, self.high), strict=True)
        return {name: count for name, count in every if count}

    @property
    def kernel(self) -> str:
        return self.candidate.kernel

    @property
    def algorithm(self) -> str:
        return self.candidate.algorithm

    @property
    def auto(self) -> bool:
        return self.candidate.auto


@dataclass(frozen=True)
class Ledger:
    """Hold the counts of one robot."""

    robot: str
    joints: int
    is_chain: bool  # whether papers that count chains of n joints say anything about it
    aim: Aim  # what auto chose for
    entries: tuple[Entry, ...]
    titles: Mapping[str, str]  # what each kernel computes
    families: Mapping[str, str]  # what each is called where it is one of several, for a frame

    @property
    def kernels(self) -> list[str]:
        return list(dict.fromkeys(entry.kernel for entry in self.entries))

    def of(self, kernel: str) -> list[Entry]:
        """Return the entries of one kernel."""
        return [entry for entry in self.entries if entry.kernel == kernel]

    def entry(self, kernel: str, algorithm: str) -> Entry:
        return next(entry for entry in self.of(kernel) if entry.algorithm == algorithm)

    def papers(self, kernel: str, algorithm: str | None = None) -> list[Paper]:
        """Return the papers that count the general robot with as many joints."""
        return papers(kernel, self.joints, algorithm) if self.is_chain else []

    def published(self, kernel: str) -> list[Published]:
        """Return what is printed for this very robot."""
        return published(self.robot, self.families[kernel])

    def paper(self, entry: Entry) -> Paper | None:
        """Return the paper that counts an entry's own method, the lowest count of several."""
        found = self.papers(entry.kernel, entry.algorithm)
        return min(found, key=lambda paper: paper.total(self.joints), default=None)


def ledger(
    description: Description,
    kernels: Sequence[str],
    progress: Callable[[str], None] = lambda text: None,
    wanted: Callable[[Candidate], bool] = lambda candidate: True,
    options: Options = DEFAULT,
) -> Ledger:
    """Return what the kernels of a robot cost, by the algorithms that are wanted."""
    with room_for(len(description.links)):
        return _ledger(description, kernels, progress, wanted, options)


def _ledger(
    description: Description,
    kernels: Sequence[str],
    progress: Callable[[str], None],
    wanted: Callable[[Candidate], bool],
    options: Options,
) -> Ledger:
    model = modelled(description, options)
    searches = _searches(model, options)
    entries = []
    chosen = asked_for(kernels, model)
    for kernel in chosen:
        best = _best(kernel, searches.structure, options, progress)
        for algorithm in algorithms(kernel):
            progress(f"{description.name}: {kernel.name} by {algorithm}")
            auto = best is not None and algorithm == best.way.algorithm
            candidate = Candidate(kernel.name, algorithm, auto)
            if wanted(candidate):
                entry = _entry(candidate, kernel, searches)
                if best and auto and options.searching is HIGH:
                    entry = replace(entry, high=_count(best))
                entries.append(entry)
    is_chain = _is_chain(model) and options.payload is None
    return Ledger(
        description.name,
        model.free_nv,
        is_chain,
        options.aim,
        tuple(entries),
        {kernel.name: kernel.title for kernel in chosen},
        {kernel.name: kernel.name for kernel in chosen}
        | {name: family.name for family in KERNELS.values() for name in family.instances(model)},
    )


@dataclass(frozen=True)
class _Searches:
    """Hold the searches that columns are counted by."""

    lumped: Search
    regrouped: Search
    structure: Search


def _searches(model: Model, options: Options) -> _Searches:
    lumped, found = (searched(model, replace(options, regroup=r)) for r in (False, True))
    # What either has traced and rewritten the other need not: they share what they keep.
    return _Searches(lumped, replace(found, structures=lambda kernel, limbs: {}), found)


def _best(
    kernel: Kernel, search: Search, options: Options, progress: Callable[[str], None]
) -> Choice | None:
    """Return what would be generated, or None if nothing can be."""
    if search.impossible(kernel):
        return None
    if options.searching is not HIGH:
        return search.choose(kernel)
    return HighEffort(search, options, progress).chosen(kernel)


def _entry(candidate: Candidate, kernel: Kernel, searches: _Searches) -> Entry:
    if reason := searches.structure.refusal(kernel, candidate.algorithm):
        return Entry(candidate, None, None, None, reason)
    lumped, regrouped, structure = (
        search.best(kernel, search.asked(kernel, candidate.algorithm))
        for search in (searches.lumped, searches.regrouped, searches.structure)
    )
    if joint := structure.graph.singular:
        note = f"fails at every state: nothing has inertia about joint {joint}"
        return Entry(candidate, None, None, None, note)
    return Entry(candidate, _count(lumped), _count(regrouped), _count(structure))


def _count(choice: Choice) -> Count:
    return Count(choice.graph.operations, choice.way, choice.graph)


def _is_chain(model: Model) -> bool:
    one_each = all(link.kind.nv == 1 and not link.following for link in model.links)
    return model.is_serial and one_each
