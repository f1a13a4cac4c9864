"""Put small faults into generated kernels and count those that gen-robot verify finds.

    python benchmarks/verify_mutations.py generated/puma560 --most 40

prints a row for each kind of fault: mutants, refuted, refused by the reader, equivalent programs (equal
to the original in 40 digits at random states), and missed ones, which are listed.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from gen_robot.verification.dynamics import POLYNOMIAL
from gen_robot.verification.folder import READERS, Subject, read_folder
from gen_robot.verification.program import Program
from gen_robot.verification.prove import Prover
from gen_robot.verification.sampling import outputs, random_states
from gen_robot.verification.verdict import NOT_PROVED, REFUTED
from source_mutations import KINDS, mutants

EQUAL = Number("1e-40")


@dataclass
class Tally:
    """Count what became of the mutants of one kind."""

    mutants: int = 0
    refuted: int = 0
    unreadable: int = 0
    equivalent: int = 0
    missed: list[str] = field(default_factory=list)


def tried(
    subject: Subject, description: Description, kernel: str, language: str, kind: str, most: int
) -> Tally:
    """Put faults of one kind into a kernel, at most so many, and verify each."""
    source = next(s for s in subject.sources if s.language == language)
    signature = subject.kernels[kernel][language]
    reader = READERS[language][1]
    prover = Prover(subject, description)
    original = reader(source.text, source.file, signature)
    changed = list(mutants(source.text, signature.symbol, language, kind))
    if len(changed) > most:
        changed = random.Random(f"{kernel} {kind}").sample(changed, most)
    tally = Tally()
    for text in changed:
        tally.mutants += 1
        try:
            program = reader(text, source.file, signature)
        except UserError:
            tally.unreadable += 1
            continue
        verdict = prover.verdict(kernel, program, (source.file,))
        if verdict.word in (REFUTED, NOT_PROVED):
            tally.refuted += 1
        elif is_equivalent(original, program, subject.count):
            tally.equivalent += 1
        else:
            tally.missed.append(_place(source.text, text))
    return tally


def is_equivalent(original: Program, program: Program, count: int) -> bool:
    for state in random_states(count, 3):
        a, b = outputs(original, state), outputs(program, state)
        if any(abs(a[place] - b[place]) > EQUAL for place in a):
            return False
    return True


def _place(before: str, after: str) -> str:
    for number, (a, b) in enumerate(zip(before.splitlines(), after.splitlines(), strict=False), 1):
        if a != b:
            return f"{number}: {a.strip()}  ->  {b.strip()}"
    return "?"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("robot", nargs="?")
    parser.add_argument("--kernels", help="comma-separated; default: all that can be proved")
    parser.add_argument("--lang", default="c")
    parser.add_argument("--most", type=int, default=40, help="of a kind in a kernel")
    asked = parser.parse_args()
    subject = read_folder(asked.folder)
    kernels = (asked.kernels or ",".join(k for k in POLYNOMIAL if k in subject.kernels)).split(",")
    robot = asked.robot or subject.robot_file.removesuffix(".yaml")
    description = read(robot, snap=subject.snap, edits=subject.edits)
    print(f"{'kind':8} mutants refuted unreadable equivalent missed  seconds")
    for kind in KINDS:
        start = time.process_time()
        total = Tally()
        for kernel in kernels:
            each = tried(subject, description, kernel, asked.lang, kind, asked.most)
            total = replace(
                total,
                mutants=total.mutants + each.mutants,
                refuted=total.refuted + each.refuted,
                unreadable=total.unreadable + each.unreadable,
                equivalent=total.equivalent + each.equivalent,
                missed=total.missed + [f"{kernel} {line}" for line in each.missed],
            )
        spent = time.process_time() - start
        print(
            f"{kind:8} {total.mutants:7} {total.refuted:7} {total.unreadable:10}"
            f" {total.equivalent:10} {len(total.missed):6} {spent:8.1f}"
        )
        for line in total.missed:
            print(f"    missed: {line}")


if __name__ == "__main__":
    main()
