"""The ways to a robot's kernels that are timed: what auto takes, or all that `gen-robot ops` lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gen_robot.description.description import Description
from gen_robot.ledger.ledger import Entry, ledger
from gen_robot.options import Options


@dataclass(frozen=True)
class Ways:
    """Hold for each kernel the ways to it, as they are typed, that of auto first."""

    of: Mapping[str, Sequence[str]]
    not_there: tuple[str, ...]  # for this robot, and why

    def libraries(self) -> list[dict[str, str]]:
        """Return what each library holds: one way a kernel, as many libraries as needed."""
        most = max((len(ways) for ways in self.of.values()), default=0)
        return [
            {kernel: ways[k] for kernel, ways in self.of.items() if k < len(ways)}
            for k in range(most)
        ]


def all_ways(
    description: Description,
    kernels: Sequence[str],
    progress: Callable[[str], None],
    options: Options,
) -> Ways:
    """Return the ways that the ledger of operations has for a robot."""
    # Rewriting is done where libraries are written.
    counted = ledger(description, kernels, progress, options=options.without_rewriting)
    of: dict[str, list[str]] = {}
    not_there = []
    for entry in sorted(counted.entries, key=lambda entry: not entry.auto):
        if entry.structure:
            of.setdefault(entry.kernel, []).append(str(entry.structure.way))
        else:
            not_there.append(_reason(entry))
    # As asked for: the kernels' order, whichever entry came first.
    return Ways({name: of[name] for name in counted.kernels if name in of}, tuple(not_there))


def _reason(entry: Entry) -> str:
    return f"{entry.kernel} by {entry.algorithm}: {entry.note}"
