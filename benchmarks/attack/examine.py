"""What becomes of a file: refused or accepted, compiled, run, and held against Pinocchio."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from attack.agreement import Judge, differing, differing_graphs, differing_ways
from attack.compiling import Sources, c_complaints, fortran_complaints
from attack.pinocchio_view import ReadsOtherwise, largest_angle, reference_of
from attack.trial import ACCEPTED, REFUSED, Outcome, Run, faults, tried
from compiled import Compiled
from gen_robot import pipeline
from gen_robot.cli import main
from gen_robot.output import Output

COMPILED, RUN, AGREED, OTHERWISE = "compiled", "compiled and run", "agreed", "not compared"
FORTRAN, WAYS, PROCESS = "FORTRAN compiled", "all algorithms agreed", "in a process of its own"
EVERY_RUN, EVERY_WAY, EVERY_PROCESS = 20, 25, 400
"""Of how many spoiled files one is compiled and run, of how many random robots one is tried by all
algorithms, and of how many files one is tried in a process of its own, too."""


@dataclass(frozen=True)
class Result:
    """Hold what became of a file: stages that it passed, a remark, and laws that were broken."""

    number: int
    original: str
    stages: tuple[str, ...]
    remark: str = ""
    broken: tuple[str, ...] = ()


@dataclass
class Examination:
    """Hold a file on its way, and what was found so far."""

    path: Path
    options: tuple[str, ...]
    number: int
    is_robot: bool = False  # one that was drawn, rather than spoiled
    sources: Sources | None = None  # where C is left that need not be checked at once
    stages: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    remark: str = ""

    @property
    def out(self) -> Path:
        return self.path.parent / "out"

    @property
    def is_edited(self) -> bool:
        return any(option.startswith(("--root", "--tip", "--lock")) for option in self.options)

    @property
    def arguments(self) -> list[str]:
        return ["generate", str(self.path), "-o", str(self.out), *self.options]


def examined_file(
    path: Path,
    options: tuple[str, ...],
    number: int,
    *,
    is_robot: bool = False,
    sources: Sources | None = None,
    run: Run = main,
) -> Result:
    """Try a file with these options; what is generated is written beside it."""
    one = Examination(path, options, number, is_robot, sources)
    with _listening() as outputs:
        outcome = tried(run, one.arguments, path.parent, path.name)
    one.stages.append("broken" if outcome.broken else outcome.verdict)
    one.broken += outcome.broken
    if outcome.verdict == REFUSED and one.out.exists():
        one.broken.append("refused, but something was written")
    if outcome.verdict == ACCEPTED and not one.broken:
        _compile(one)
    if outcome.verdict == ACCEPTED and not one.broken:
        _compare(one, outputs[-1])
    if number % EVERY_PROCESS == 0 and not one.broken:
        _alone(one, outcome)
    return Result(number, path.name, tuple(one.stages), one.remark, tuple(one.broken))


@contextlib.contextmanager
def _listening() -> Iterator[list[Output]]:
    """Collect what the pipeline gives to whoever asked for it."""
    heard: list[Output] = []
    generate = pipeline.generate_described

    def listening(*arguments: object) -> Output:
        heard.append(generate(*arguments))  # type: ignore[arg-type]
        return heard[-1]

    pipeline.generate_described = listening  # type: ignore[assignment]
    try:
        yield heard
    finally:
        pipeline.generate_described = generate


def _compile(one: Examination) -> None:
    """Give what was generated to compilers."""
    (folder,) = one.out.iterdir()
    if one.sources is not None:
        one.sources.add(one.number, folder)
    elif complaint := c_complaints(folder):
        one.broken.append(f"does not compile: {complaint}")
        return
    one.stages.append(COMPILED)
    if "--lang=f77" in one.options:
        if complaint := fortran_complaints(folder):
            one.broken.append(f"does not compile: {complaint}")
            return
        one.stages.append(FORTRAN)


def _compare(one: Examination, output: Output) -> None:
    """Hold numbers against Pinocchio's: of graphs, and now and then of the compiled library."""
    precision = "single" if "--precision=single" in one.options else "double"
    try:
        judge = Judge(
            reference_of(one.path, output.description, output.model, edited=one.is_edited),
            one.number,
            precision=precision,
            friction="--friction" in one.options,
            largest_angle=largest_angle(one.path),
        )
    except ReadsOtherwise as otherwise:
        one.stages.append(OTHERWISE)
        one.remark = str(otherwise)
        return
    found = differing_graphs(judge, output)
    if one.is_robot or one.number % EVERY_RUN == 0:
        found += differing(judge, _library(one))
        one.stages.append(RUN)
    if one.is_robot and one.number % EVERY_WAY == 0 and precision == "double":
        found += differing_ways(judge, output)
        one.stages.append(WAYS)
    if found:
        one.broken.append(f"differs from Pinocchio: {'; '.join(found)}")
    else:
        one.stages.append(AGREED)


def _library(one: Examination) -> Compiled:
    (manifest,) = one.out.glob("*/*.json")
    library = one.path.parent / f"lib{one.number}.so"
    if complaint := c_complaints(manifest.parent, library):
        raise AssertionError(complaint)
    return Compiled(manifest, library)


def _alone(one: Examination, before: Outcome) -> None:
    """Run the command once more, in a process of its own, beside a file that it must leave alone."""
    folder = one.path.parent
    bystander = folder / "bystander"
    bystander.write_text("untouched", encoding="utf-8")
    shutil.rmtree(one.out, ignore_errors=True)
    seen = _tree(folder)
    command = [sys.executable, "-m", "gen_robot", *one.arguments]
    try:
        done = subprocess.run(command, capture_output=True, cwd=folder, timeout=120)
    except (OSError, ValueError):  # an argument that the system does not take
        return
    said = done.stderr.decode()
    one.broken += faults(done.returncode, said, one.path.name)
    if said != before.message:
        one.broken.append("says something else in a process of its own")
    mine = {path for path in _tree(folder) if path.parts[0] == one.out.name}
    if _tree(folder) - mine != seen or bystander.read_text(encoding="utf-8") != "untouched":
        one.broken.append("touches other files")
    one.stages.append(PROCESS)


def _tree(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*")}


@contextlib.contextmanager
def folder_of_its_own() -> Iterator[Path]:
    """Give a folder, alone in another, that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="gen_robot_attack_") as name:
        inner = Path(name) / "inner"
        inner.mkdir()
        yield inner
