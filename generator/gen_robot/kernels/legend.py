"""What the names in a kernel's code mean, from the records of the methods that give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gen_robot.algorithms.symbols import EVERYWHERE, UNNAMED, Symbols
from gen_robot.ir.graph import Label
from gen_robot.kernels.joined_way import AnyWay


@dataclass(frozen=True)
class Entry:
    """Say what values are: labels of the same links that occur, as samples of all their kind."""

    samples: tuple[Label, ...]
    meaning: str


_MULTIPLE = "a constant multiple of what is named so otherwise, by which factors are saved"


def legend(way: AnyWay, labels: Sequence[Label]) -> list[Entry]:
    """Explain the labels of a kernel's values as far as the way's methods name them."""
    multiples = [Entry((label,), _MULTIPLE) for label in labels if label.scaled]
    return [*_entries(way.symbols, labels), *multiples[:1]]


def legend_of_all(kernels: Iterable[tuple[AnyWay, Sequence[Label]]]) -> list[Entry]:
    """Explain the labels that mean the same in all kernels of a robot."""
    rest = [label for way, labels in kernels for label in _unknown(way.symbols, labels)]
    return _entries((*EVERYWHERE, UNNAMED), rest)


def unexplained(way: AnyWay, labels: Iterable[Label]) -> list[Label]:
    """Return the labels that no record explains."""
    return _unknown((*way.symbols, *EVERYWHERE, UNNAMED), labels)


def _unknown(records: Sequence[Symbols], labels: Iterable[Label]) -> list[Label]:
    """Return the labels that are not among these symbols."""
    return [
        label
        for alike in _families(labels)
        if not any(record.noun(alike[0]) for record in records)
        for label in alike
    ]


def _families(labels: Iterable[Label]) -> list[list[Label]]:
    """Put labels together that every record takes alike: there are thousands of them, of few kinds."""
    found: dict[tuple[str, int, bool], list[Label]] = {}
    for label in dict.fromkeys(labels):
        kind = label.symbol, len(label.links), bool(label.component)
        found.setdefault(kind, []).append(label)
    return list(found.values())


def _entries(records: Iterable[Symbols], labels: Sequence[Label]) -> list[Entry]:
    entries: list[Entry] = []
    used: set[Label] = set()
    families = _families(labels)
    for record in records:
        by_noun: dict[str, list[Label]] = {noun: [] for noun in record.nouns.values()}
        for alike in families:
            if noun := record.noun(alike[0]):
                by_noun[noun] += alike
        waiting = {noun: found for noun, found in by_noun.items() if found}
        while waiting:
            samples = _samples(waiting)
            links = next(iter(samples.values())).links
            # Two methods may have the same symbol for different things.
            other = "or " if used & set(samples.values()) else ""
            used |= set(samples.values())
            meaning = f"{other}{_listed(list(samples))} {record.place(links)}"
            entries.append(Entry(tuple(samples.values()), meaning))
            waiting = {noun: found for noun, found in waiting.items() if noun not in samples}
    return entries


def _samples(waiting: dict[str, list[Label]]) -> dict[str, Label]:
    """Return a label for each noun, those of the links that occur with most of them."""
    of_links: dict[tuple[int, ...], dict[str, Label]] = {}
    for noun, found in waiting.items():
        for label in found:
            known = of_links.setdefault(label.links, {})
            if noun not in known or _remoteness(label) < _remoteness(known[noun]):
                known[noun] = label
    return max(of_links.values(), key=len)


def _remoteness(label: Label) -> tuple[bool, bool]:
    """Say how far a value is from what it is named after: a multiple, or on its way elsewhere.

    On its way to another frame a number follows its component.
    """
    return label.scaled, label.component[-1:].isdigit()


def _listed(nouns: list[str]) -> str:
    *first, last = nouns
    return f"{', '.join(first)} and {last}" if first else last
