"""A ledger as text and Markdown, for people; the table of all formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gen_robot.ledger.ledger import COLUMNS as GROUPS
from gen_robot.ledger.ledger import Count, Entry, Ledger
from gen_robot.ledger.papers import Paper
from gen_robot.ledger.published import Published
from gen_robot.ledger.records import FIELDS, MEASURES, as_csv, as_json

COLUMNS = (*FIELDS, *MEASURES)
ALWAYS = ("mul", "add", *MEASURES)
"""Columns that tables for people have even if all is zero in them."""

BRIEF = ("mul", "add")
"""Columns of what is not generated: the groups before structure, and papers."""

IN_FULL = ("structure", "high")
PAPER = "paper"


@dataclass(frozen=True)
class Table:
    """Hold one kernel's counts as cells; a row without numbers has a note instead."""

    groups: dict[str, tuple[str, ...]]  # columns, under what they have in common
    rows: list[tuple[str, list[str], str]]  # label, cells, note


def text(ledgers: Sequence[Ledger]) -> str:
    """Return tables for a terminal."""
    return "\n".join(_text(one) for one in ledgers)


def markdown(ledgers: Sequence[Ledger]) -> str:
    """Return tables for a document."""
    parts = []
    for one in ledgers:
        parts.append(f"## {one.robot}: {_size(one)}\n")
        for kernel in one.kernels:
            parts.append(f"### {kernel}: {one.titles[kernel]}\n")
            parts.append(markdown_table(table(one, kernel)))
            for heading, lines in beside(one, kernel):
                parts.append("\n".join([f"{heading}:\n", *(f"- {line}" for line in lines), ""]))
    return "\n".join(parts)


def table(one: Ledger, kernel: str, wanted: Sequence[str] = COLUMNS) -> Table:
    """Lay out a kernel's counts; columns of zeros are left out, and groups that no entry has."""
    entries = one.of(kernel)
    counts = [c for e in entries for name, c in e.columns.items() if name in IN_FULL]
    columns = tuple(c for c in wanted if c in ALWAYS or any(_cell(x, c) for x in counts))
    there = [g for g in GROUPS if any(g in e.columns for e in entries) or g != GROUPS[-1]]
    groups = {g: columns if g in IN_FULL else BRIEF for g in there} | {PAPER: BRIEF}
    rows = [(_label(e), _cells(one, e, groups), e.note) for e in entries]
    return Table(groups, rows)


def markdown_table(laid_out: Table) -> str:
    """Return a table in Markdown."""
    columns = [f"{c}, {group}" for group, own in laid_out.groups.items() for c in own]
    heads = ["algorithm", *columns]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * len(columns)}"]
    for label, cells, note in laid_out.rows:
        shown = cells if not note else [note, *[""] * (len(columns) - 1)]
        lines.append(f"| {' | '.join([label, *shown])} |")
    return "\n".join([*lines, ""])


FORMATS: dict[str, Callable[[Sequence[Ledger]], str]] = {
    "text": text,
    "json": as_json,
    "csv": as_csv,
    "markdown": markdown,
}


def _text(one: Ledger) -> str:
    lines = [f"{one.robot}: {_size(one)} (* what auto takes for {one.aim.name})"]
    for kernel in one.kernels:
        lines += ["", f"{kernel}: {one.titles[kernel]}"]
        lines += _text_table(table(one, kernel))
        for heading, found in beside(one, kernel):
            lines += [f"  {heading}:", *(f"    {line}" for line in found)]
    return "\n".join([*lines, ""])


def _text_table(laid_out: Table) -> list[str]:
    width = max(len(label) for label, _, _ in laid_out.rows)
    groups = laid_out.groups
    sizes = {name: [max(len(head), 5) for head in own] for name, own in groups.items()}
    above = [name.center(sum(s) + len(s) - 1) for name, s in sizes.items()]

    def line(label: str, cells: Sequence[str]) -> str:
        rest, parts = iter(cells), []
        for own in sizes.values():
            parts.append(" ".join(next(rest).rjust(size) for size in own))
        return f"  {label:{width}}  " + "  |  ".join(parts)

    heads = [head for own in groups.values() for head in own]
    lines = [f"  {'':{width}}  " + "  |  ".join(above), line("", heads)]
    for label, cells, note in laid_out.rows:
        lines.append(f"  {label:{width}}  {note}" if note else line(label, cells))
    return [line.rstrip() for line in lines]


def _label(entry: Entry) -> str:
    name = str(entry.generated.way) if entry.generated else entry.algorithm
    return f"{name} *" if entry.auto else name


def _cells(one: Ledger, entry: Entry, groups: Mapping[str, Sequence[str]]) -> list[str]:
    counts = entry.columns
    if not counts:
        return []
    cells: list[str] = []
    for group in (g for g in groups if g != PAPER):
        count = counts.get(group)
        cells += [str(_cell(count, column)) if count else "" for column in groups[group]]
    paper = one.paper(entry)
    theirs = [str(paper.mul(one.joints)), str(paper.add(one.joints))] if paper else ["", ""]
    return cells + theirs


def _cell(count: Count, column: str) -> int | str:
    found = getattr(count, column) if column in MEASURES else count.operations.as_dict()[column]
    return "" if found is None else int(found)


def _size(one: Ledger) -> str:
    return f"{one.joints} degree{'s' if one.joints > 1 else ''} of freedom"


def beside(one: Ledger, kernel: str) -> list[tuple[str, list[str]]]:
    """Return what others print, under headings: for this robot, and for the general one."""
    parts = [
        ("published for this robot", published_lines(one, kernel)),
        (
            f"published for the general robot with {one.joints} revolute joints",
            paper_lines(one, kernel),
        ),
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def published_lines(one: Ledger, kernel: str) -> list[str]:
    """Say what is printed for this very robot, the lowest count first."""
    return [_published(each) for each in one.published(kernel)]


def _published(each: Published) -> str:
    split = f"{each.mul} mul {each.add} add" if each.mul is not None else f"{each.total} in all"
    remark = f"; {each.remark}" if each.remark else ""
    return f"{split}, {each.method}, {each.printed}{remark}"


def paper_lines(one: Ledger, kernel: str) -> list[str]:
    """Say what the papers print for the general robot, the lowest count first."""
    found = sorted(one.papers(kernel), key=lambda paper: paper.total(one.joints))
    return [_sentence(paper, one.joints) for paper in found]


def _sentence(paper: Paper, n: int) -> str:
    formula = "" if paper.only else f": {paper.mul}, {paper.add}"
    ours = f" [{paper.algorithm}]" if paper.algorithm else ""
    remark = f"; {paper.remark}" if paper.remark else ""
    printed = "" if paper.printed.startswith(paper.method) else f" in {paper.printed}"
    where = paper.printed if not printed else f"{paper.method}{printed}"
    return f"{paper.mul(n)} mul {paper.add(n)} add{ours}, {where}{formula}{remark}"
