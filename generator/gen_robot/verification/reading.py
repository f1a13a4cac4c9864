"""Kernels read back from all sources: which of them are the same program, and which cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gen_robot.errors import UserError
from gen_robot.verification.folder import BATCH, READERS, Source, Subject
from gen_robot.verification.program import UNTOLD, Program, fed
from gen_robot.verification.theorems import PREPARE, PREPARED


def programs(subject: Subject, kernel: str) -> list[tuple[Program | str, tuple[str, ...]]]:
    """Return the different programs of a kernel, or why it cannot be read, with their files."""
    found: list[tuple[Program | str, list[Source]]] = []
    sources = [s for s in subject.sources if s.language in subject.kernels[kernel]]
    for source in sources:
        program = _read(source, subject, kernel)
        if program is None:
            continue
        for other, same in found:
            if _is_same(program, other, source.language):
                same.append(source)
                break
        else:
            found.append((program, [source]))
    return [(program, _names(same, sources)) for program, same in found]


def _is_same(program: Program | str, other: Program | str, language: str) -> bool:
    """Compare programs; many states have no status of their own: the kernel for one gives it."""
    if language == BATCH and isinstance(program, Program) and isinstance(other, Program):
        return program == replace(
            other, guards=tuple(g._replace(status=UNTOLD) for g in other.guards)
        )
    return program == other


def _names(same: Sequence[Source], sources: Sequence[Source]) -> tuple[str, ...]:
    """Name files; by its form, one whose other forms are other programs."""
    names = []
    for source in same:
        whole = all(other in same for other in sources if other.file == source.file)
        names.append(source.file if whole else f"{source.file} ({source.form})")
    return tuple(dict.fromkeys(names))


def _read(source: Source, subject: Subject, kernel: str) -> Program | str | None:
    signature = subject.kernels[kernel][source.language]
    _, reader = READERS[source.language]
    try:
        program: Program | None = reader(source.text, source.file, signature)
        if program is None or PREPARED not in [array.name for array in signature.inputs]:
            return program
        return _prepared(program, source, subject)
    except UserError as error:
        if "pip install" in error.cure:
            raise
        return f"{error.place}: {error.problem}"


def _prepared(program: Program, source: Source, subject: Subject) -> Program | str:
    """Return a program together with what prepares for it, which is for one state at a time."""
    language = "c" if source.language == BATCH else source.language
    ahead = subject.kernels.get(PREPARE, {}).get(language)
    own = [s for s in subject.sources if s.language == language]
    if ahead is None or not own:
        return "what it takes is prepared by no kernel"
    one = source if source in own else own[0]
    return fed(program, PREPARED, READERS[language][1](one.text, one.file, ahead))
