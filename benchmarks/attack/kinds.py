"""The attacks there are: how the file of each number is made, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from attack import mutants, robots
from attack.compiling import Sources
from attack.examine import Result, examined_file, folder_of_its_own

_FOLDER = Path(__file__).parent / "kept"

Made = tuple[str, bytes, tuple[str, ...]]


@dataclass(frozen=True)
class Attack:
    """Describe an attack: its files, and how many a full run takes."""

    title: str
    count: int
    made: Callable[[int, int], Made]
    examine: Callable[[int, int, Sources], Result]
    kept: Path  # the summary of the last full run

    def examined(self, seed: int, numbers: Sequence[int]) -> list[Result]:
        """Return what becomes of files; their C is checked all at once."""
        sources = Sources()
        results = [self._examined(seed, number, sources) for number in numbers]
        complaints = sources.complaints()
        return [
            replace(each, broken=(*each.broken, f"does not compile: {complaints[each.number]}"))
            if each.number in complaints
            else each
            for each in results
        ]

    def _examined(self, seed: int, number: int, sources: Sources) -> Result:
        """Return what becomes of a file; where these instruments fail, that is told like a fault."""
        try:
            return self.examine(seed, number, sources)
        except Exception as error:
            return Result(number, "?", ("broken",), "", (f"not examined: {error!r:.300}",))


def _mutant(seed: int, number: int) -> Made:
    mutant = mutants.mutant(seed, number)
    return mutant.file, mutant.content, mutant.options


def _examined_mutant(seed: int, number: int, sources: Sources) -> Result:
    mutant = mutants.mutant(seed, number)
    with folder_of_its_own() as folder:
        path = folder / mutant.file
        path.write_bytes(mutant.content)
        result = examined_file(path, mutant.options, number, sources=sources)
    stages = tuple(f"{'URDF' if mutant.is_urdf else 'YAML'} {stage}" for stage in result.stages)
    return replace(result, original=mutant.original, stages=stages)


ATTACKS = {
    "mutants": Attack("Spoiled files", 20_000, _mutant, _examined_mutant, _FOLDER / "mutants.txt"),
    "robots": Attack(
        "Random robots", 500, robots.made, robots.examined_robot, _FOLDER / "robots.txt"
    ),
}
