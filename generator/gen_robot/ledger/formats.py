"""A ledger as text and Markdown, for people; the table of all formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gen_robot.ledger.ledger import Count, Entry, Ledger
from gen_robot.ledger.papers import Paper
from gen_robot.ledger.published import Published
from gen_robot.ledger.records import FIELDS, MEASURES, as_csv, as_json

COLUMNS = (*FIELDS, *MEASURES)
ALWAYS = ("mul", "add", *MEASURES)
"""Columns that tables for people have even if all is zero in them."""

GROUPS = ("without regrouping", "regrouped", "paper")


@dataclass(frozen=True)
class Table:
    """Hold one kernel's counts as cells; a row without numbers has a note instead."""

    columns: tuple[str, ...]  # of the first two groups
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
    """Lay out a kernel's counts; columns of zeros are left out."""
    entries = one.of(kernel)
    counts = [c for e in entries for c in (e.lumped, e.regrouped) if c]
    columns = [c for c in wanted if c in ALWAYS or any(_cell(x, c) for x in counts)]
    rows = [(_label(e), _cells(one, e, columns), e.note) for e in entries]
    return Table(tuple(columns), rows)


def markdown_table(laid_out: Table) -> str:
    """Return a table in Markdown."""
    columns = laid_out.columns
    heads = [
        "algorithm",
        *columns,
        *(f"{c}, regrouped" for c in columns),
        "mul, paper",
        "add, paper",
    ]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    for label, cells, note in laid_out.rows:
        shown = cells if not note else [note, *[""] * (len(heads) - 2)]
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
    heads = [*laid_out.columns, *laid_out.columns, "mul", "add"]
    sizes = [max(len(head), 5) for head in heads]
    n = len(laid_out.columns)
    groups = [sizes[:n], sizes[n : 2 * n], sizes[2 * n :]]
    above = [g.center(sum(s) + len(s) - 1) for g, s in zip(GROUPS, groups, strict=True)]

    def line(label: str, cells: Sequence[str]) -> str:
        padded = [cell.rjust(size) for cell, size in zip(cells, sizes, strict=True)]
        parts = padded[:n], padded[n : 2 * n], padded[2 * n :]
        return f"  {label:{width}}  " + "  |  ".join(" ".join(part) for part in parts)

    lines = [f"  {'':{width}}  " + "  |  ".join(above), line("", heads)]
    for label, cells, note in laid_out.rows:
        lines.append(f"  {label:{width}}  {note}" if note else line(label, cells))
    return [line.rstrip() for line in lines]


def _label(entry: Entry) -> str:
    name = str(entry.regrouped.way) if entry.regrouped else entry.algorithm
    return f"{name} *" if entry.auto else name


def _cells(one: Ledger, entry: Entry, columns: Sequence[str]) -> list[str]:
    if not entry.lumped or not entry.regrouped:
        return []
    paper = one.paper(entry)
    ours = [str(_cell(c, column)) for c in (entry.lumped, entry.regrouped) for column in columns]
    theirs = [str(paper.mul(one.joints)), str(paper.add(one.joints))] if paper else ["", ""]
    return ours + theirs


def _cell(count: Count, column: str) -> int:
    found = getattr(count, column) if column in MEASURES else count.operations.as_dict()[column]
    return int(found)


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
