"""Generated folders to be proved, and faults in them that have to be found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from gen_robot.algebra.number import Number
from gen_robot.cli import main
from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from gen_robot.verification.folder import READERS, Subject, read_folder
from gen_robot.verification.program import Program
from gen_robot.verification.prove import Prover, verdicts
from gen_robot.verification.sampling import outputs, random_states
from gen_robot.verification.verdict import NOT_PROVED, REFUTED, Verdict
from source_mutations import mutants

EQUAL = Number("1e-40")
FILES = ("proved.c", "proved_batch.c", "proved.f")


class Generated(NamedTuple):
    """Hold a folder and the robot that it was generated from."""

    subject: Subject
    description: Description

    @property
    def prover(self) -> Prover:
        return Prover(self.subject, self.description)

    def verdict(self, kernel: str) -> Verdict:
        """Return the verdict on a kernel whose sources are one program."""
        (found,) = verdicts(self.subject, self.description, [kernel], lambda text: None)
        return found


def generated(folder: Path, robot: str, *options: str) -> Generated:
    """Generate a robot, given as a file's name or its text, in C and FORTRAN 77."""
    if "\n" in robot:
        file = folder / "robot.yaml"
        file.write_text(robot)
        robot = str(file)
    languages = ("--lang", "c", "--lang", "f77", "--quiet")
    assert main([robot, "--name", "proved", *options, *languages, "-o", str(folder)]) == 0
    subject = read_folder(folder / "proved")
    return Generated(subject, read(robot, snap=subject.snap, edits=subject.edits))


def missed(found: Generated, kernel: str, language: str, kind: str, most: int) -> list[str]:
    """Put faults of a kind into a kernel; return what is neither refuted nor changes nothing."""
    source = next(s for s in found.subject.sources if s.language == language)
    signature = found.subject.kernels[kernel][language]
    reader, prover = READERS[language][1], found.prover
    original = reader(source.text, source.file, signature)
    changed = list(mutants(source.text, signature.symbol, language, kind))
    if len(changed) > most:
        changed = random.Random(f"{kernel} {kind}").sample(changed, most)
    survivors = []
    for number, text in enumerate(changed):
        try:
            program = reader(text, source.file, signature)
        except UserError:
            continue
        word = prover.verdict(kernel, program, (source.file,)).word
        if word not in (REFUTED, NOT_PROVED) and not is_same(found, original, program):
            survivors.append(f"{kernel} {kind} {number}: {word}")
    return survivors


def exchanged(program: Program) -> Program:
    """Return a program with two outputs exchanged that are not the same."""
    places = list(program.outputs)
    first = places[0]
    other = next(p for p in places if program.outputs[p] != program.outputs[first])
    swapped = {first: program.outputs[other], other: program.outputs[first]}
    return replace(program, outputs={**program.outputs, **swapped})


def is_same(found: Generated, original: Program, program: Program) -> bool:
    """Tell whether two programs give the same, to 40 digits, at three states."""
    subject = found.subject
    arrays = [a for by in subject.kernels.values() for s in by.values() for a in s.inputs]
    sizes = {array.name: array.size for array in arrays}
    layout = found.prover.robot.layout
    for state in random_states(subject.count, 3, layout, sizes):
        a, b = outputs(original, state), outputs(program, state)
        if any(abs(a[place] - b[place]) > EQUAL for place in a):
            return False
    return True


def read_back(found: Generated, kernel: str, languages: Sequence[str] = ("c", "f77")) -> Program:
    """Return the one program that a kernel is in these languages."""
    programs = []
    for language in languages:
        source = next(s for s in found.subject.sources if s.language == language)
        signature = found.subject.kernels[kernel][language]
        programs.append(READERS[language][1](source.text, source.file, signature))
    assert all(program == programs[0] for program in programs)
    return programs[0]
