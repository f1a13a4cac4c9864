"""What each kernel of a robot costs by each algorithm, with and without regrouping.

Counts are those of what would be generated: after all passes, on the cheapest form of the model that
the algorithm may be traced on, solvers on the inertia matrix and bias that auto would give them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gen_robot.algorithms import KERNELS
from gen_robot.ir.operations import Operations
from gen_robot.ir.program import Comment
from gen_robot.ir.schedule import schedule
from gen_robot.ir.traced import Traced
from gen_robot.model.canonical import canonical
from gen_robot.model.description import Description
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.papers import Paper, papers
from gen_robot.pipeline import settings
from gen_robot.printers.c import CPrinter
from gen_robot.selection import Choice, Selection


@dataclass(frozen=True)
class Count:
    """Hold what one generated kernel costs."""

    operations: Operations
    lines: int  # of C, in the body of the routine: comments and blank lines not counted
    on: str  # what a solver was given, or ""

    @property
    def total(self) -> int:
        """Return all operations that a paper would count."""
        n = self.operations
        return n.mul + n.add + n.div + n.sqrt


@dataclass(frozen=True)
class Entry:
    """Hold one algorithm's counts for a kernel; a note says why there are none."""

    kernel: str
    algorithm: str
    lumped: Count | None  # as with --no-regroup: composite masses only
    regrouped: Count | None
    auto: bool  # whether this is what auto takes
    note: str = ""


@dataclass(frozen=True)
class Ledger:
    """Hold the counts of one robot."""

    robot: str
    joints: int
    is_chain: bool  # whether papers that count chains of n joints say anything about it
    entries: tuple[Entry, ...]

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

    def paper(self, entry: Entry) -> Paper | None:
        """Return the paper that counts an entry's own method, the lowest count of several."""
        found = self.papers(entry.kernel, entry.algorithm)
        return min(found, key=lambda paper: paper.total(self.joints), default=None)


def ledger(
    description: Description,
    kernels: Sequence[str],
    progress: Callable[[str], None] = lambda text: None,
    algorithms: Callable[[str, str], bool] = lambda kernel, algorithm: True,
) -> Ledger:
    """Return what the kernels of a robot cost; `algorithms` tells which of them to look at."""
    model = canonical(description)
    lumped, regrouped = (
        Selection(settings(model, Options(regroup=regroup))) for regroup in (False, True)
    )
    entries = []
    for kernel in kernels:
        best = _auto(regrouped, kernel)
        for algorithm in KERNELS[kernel].algorithms:
            if algorithms(kernel, algorithm):
                progress(f"{description.name}: {kernel} by {algorithm}")
                entries.append(_entry(kernel, algorithm, lumped, regrouped, best))
    return Ledger(description.name, model.free_nv, _is_chain(model), tuple(entries))


def _auto(selection: Selection, kernel: str) -> str | None:
    """Return the algorithm that auto takes, if any covers the robot."""
    covered = [a for a in KERNELS[kernel].algorithms if not selection.not_covered(a)]
    return selection.choose(kernel).algorithm if covered else None


def _entry(
    kernel: str, algorithm: str, lumped: Selection, regrouped: Selection, best: str | None
) -> Entry:
    if reason := regrouped.not_covered(algorithm):
        return Entry(kernel, algorithm, None, None, False, reason)
    choices = [s.by(KERNELS[kernel], [algorithm]) for s in (lumped, regrouped)]
    auto = algorithm == best
    if joint := choices[1].traced.singular:
        note = f"fails at every state: nothing has inertia about joint {joint}"
        return Entry(kernel, algorithm, None, None, auto, note)
    return Entry(kernel, algorithm, _count(choices[0]), _count(choices[1]), auto)


def _count(choice: Choice) -> Count:
    on = "" if choice.variant == choice.algorithm else choice.variant
    return Count(choice.traced.operations, _lines(choice.traced), on)


def _lines(traced: Traced) -> int:
    """Count the lines of C that the kernel's statements take."""
    printer = CPrinter()
    statements = schedule(traced).statements
    return sum(len(printer.statement(s)) for s in statements if not isinstance(s, Comment))


def _is_chain(model: Model) -> bool:
    one_each = all(link.kind.nv == 1 and not link.following for link in model.links)
    return model.is_serial and one_each
