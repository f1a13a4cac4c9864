"""What --build adds to a build: proofs of the sources that were written, as far as they are quick."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.kernels import DEFAULT_KERNELS
from gen_robot.verification.folder import Subject, read_folder
from gen_robot.verification.prove import Limits, verdicts
from gen_robot.verification.report import lines
from gen_robot.verification.verdict import BACKWARDS, PROVED, REFUTED, Verdict

QUICK = Limits(memory=5e8, effort=2e9, states=10)
"""A second or two for each kernel."""

LONGEST = 1_000_000
"""Characters of sources that are read back: that takes seconds, too."""


def proved_here(folder: Path, description: Description) -> tuple[list[str], bool]:
    """Return what is said of the sources in a folder, and whether nothing is wrong with them."""
    try:
        subject = read_folder(folder)
        if sum(len(source.text) for source in subject.sources) > LONGEST:
            return ["not proved here: the sources are long; gen-robot verify takes its time"], True
        found = list(verdicts(subject, description, _kernels(subject), lambda text: None, QUICK))
    except UserError as error:
        return [f"not proved here: {error}"], True
    wrong = [verdict for verdict in found if verdict.word == REFUTED]
    if wrong:
        return lines(wrong).splitlines(), False
    return [*_told(found)], True


def _kernels(subject: Subject) -> list[str]:
    """Return those that are proved here; `gen-robot verify` has time for all."""
    return [name for name in subject.kernels if name in DEFAULT_KERNELS]


def _told(found: list[Verdict]) -> Iterator[str]:
    names: dict[str, dict[str, None]] = defaultdict(dict)
    for verdict in found:
        word = verdict.word if verdict.word in (PROVED, BACKWARDS) else "not proved here"
        names[word][verdict.kernel] = None
    for word, kernels in names.items():
        yield f"{word}: {', '.join(kernels)}"
