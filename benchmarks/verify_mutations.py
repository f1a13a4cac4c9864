"""Put small faults into generated kernels and count those that gen-robot verify finds.

    python benchmarks/verify_mutations.py generated/puma560 --most 40

prints a row for each kind of fault: mutants, refuted, not proved though no difference beyond rounding
was found, refused by the reader, and equivalent programs, which give what the original gives in 40
digits at random states; these and missed ones are listed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from gen_robot.verification.folder import READERS, Subject, read_folder
from gen_robot.verification.program import Program
from gen_robot.verification.prove import Prover
from gen_robot.verification.sampling import State, all_values, random_states
from gen_robot.verification.verdict import NOT_PROVED, REFUTED
from source_mutations import KINDS, mutants

EQUAL = Number("1e-40")


@dataclass
class Tally:
    """Count what became of the mutants of one kind."""

    mutants: int = 0
    refuted: int = 0
    unproved: int = 0
    unreadable: int = 0
    equivalent: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def take(self, other: Tally, where: str) -> None:
        self.mutants += other.mutants
        self.refuted += other.refuted
        self.unproved += other.unproved
        self.unreadable += other.unreadable
        self.equivalent += [f"{where}: {line}" for line in other.equivalent]
        self.missed += [f"{where}: {line}" for line in other.missed]
        self.seconds += other.seconds


def tried(
    subject: Subject, description: Description, kernel: str, language: str, kind: str, most: int
) -> Tally:
    """Put faults of one kind into a kernel, at most so many, and verify each."""
    start = time.process_time()
    source = next(s for s in subject.sources if s.language == language)
    signature = subject.kernels[kernel][language]
    reader = READERS[language][1]
    prover = Prover(subject, description)
    original = reader(source.text, source.file, signature)
    changed = list(mutants(source.text, signature.symbol, language, kind))
    if len(changed) > most:
        changed = random.Random(f"{kernel} {kind} {language}").sample(changed, most)
    tally = Tally(len(changed))
    for text in changed:
        try:
            program = reader(text, source.file, signature)
        except UserError:
            tally.unreadable += 1
            continue
        verdict = prover.verdict(kernel, program, (source.file,))
        if verdict.word == REFUTED:
            tally.refuted += 1
        elif verdict.word == NOT_PROVED:
            tally.unproved += 1
        elif is_equivalent(original, program, subject.count):
            tally.equivalent.append(_place(source.text, text))
        else:
            tally.missed.append(_place(source.text, text))
    tally.seconds = time.process_time() - start
    return tally


def is_equivalent(original: Program, program: Program, count: int) -> bool:
    """Tell whether outputs, guards and their limits agree at random states."""
    if len(original.guards) != len(program.guards):
        return False
    return all(
        abs(a - b) <= EQUAL
        for state in random_states(count, 3)
        for a, b in zip(_shown(original, state), _shown(program, state), strict=True)
    )


def _shown(program: Program, state: State) -> list[Number]:
    values = all_values(program, state)
    found = [values[number] for number in program.outputs.values()]
    for guard in program.guards:
        found += [values[guard.value], values[guard.limit], Number(guard.status)]
    return found


def _place(before: str, after: str) -> str:
    for a, b in zip(before.splitlines(), after.splitlines(), strict=False):
        if a != b:
            return f"{a.strip()}  ->  {b.strip()}"
    return "?"


def counted(folders: Sequence[Path], languages: Sequence[str], most: int) -> dict[str, Tally]:
    """Return what became of all faults, by kind; says on stderr how far it is."""
    totals = {kind: Tally() for kind in KINDS}
    for folder in folders:
        subject = read_folder(folder)
        robot = subject.robot_file.removesuffix(".yaml")
        description = read(robot, snap=subject.snap, edits=subject.edits)
        prover = Prover(subject, description)
        for language in languages:
            for kernel in [k for k in subject.kernels if not prover.no_theorem(k)]:
                for kind in KINDS:
                    each = tried(subject, description, kernel, language, kind, most)
                    totals[kind].take(each, f"{robot} {language} {kernel}")
                done = sum(t.mutants for t in totals.values())
                print(f"{robot} {language} {kernel}: {done} so far", file=sys.stderr, flush=True)
    return totals


def table(totals: dict[str, Tally]) -> str:
    """Return a row for each kind, and the names of what was not refuted."""
    rows = [f"{'kind':8} mutants refuted unproved unreadable equivalent missed"]
    for kind, t in totals.items():
        rows.append(
            f"{kind:8} {t.mutants:7} {t.refuted:7} {t.unproved:8} {t.unreadable:10}"
            f" {len(t.equivalent):10} {len(t.missed):6}"
        )
    every = list(totals.values())
    rows.append(
        f"{'all':8} {sum(t.mutants for t in every):7} {sum(t.refuted for t in every):7}"
        f" {sum(t.unproved for t in every):8}"
        f" {sum(t.unreadable for t in every):10} {sum(len(t.equivalent) for t in every):10}"
        f" {sum(len(t.missed) for t in every):6}"
    )
    for title, lines in (
        ("Equivalent", [(k, x) for k, t in totals.items() for x in t.equivalent]),
        ("Missed", [(k, x) for k, t in totals.items() for x in t.missed]),
    ):
        rows += ["", f"{title}: {len(lines)}", *(f"  {kind}: {line}" for kind, line in lines)]
    return "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--lang", default="c,f77")
    parser.add_argument("--most", type=int, default=40, help="of a kind in a kernel")
    asked = parser.parse_args()
    print(table(counted(asked.folders, asked.lang.split(","), asked.most)), end="")


if __name__ == "__main__":
    main()
