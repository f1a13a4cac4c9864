"""A ledger as text for people, as Markdown, and as CSV and JSON for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from gen_robot.ir.count import Operations
from gen_robot.kernels import KERNELS
from gen_robot.ledger.ledger import Count, Entry, Ledger
from gen_robot.ledger.papers import Paper

FIELDS = tuple(field.name for field in fields(Operations))
ALWAYS = ("mul", "add", "lines")
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
            parts.append(f"### {kernel}: {KERNELS[kernel].title}\n")
            parts.append(markdown_table(table(one, kernel)))
            if lines := [f"- {line}" for line in paper_lines(one, kernel)]:
                parts.append("\n".join([f"{_heading(one)}:\n", *lines, ""]))
    return "\n".join(parts)


def table(one: Ledger, kernel: str) -> Table:
    """Lay out a kernel's counts; columns of zeros are left out."""
    entries = one.of(kernel)
    counts = [c for e in entries for c in (e.lumped, e.regrouped) if c]
    columns = [c for c in (*FIELDS, "lines") if c in ALWAYS or any(_cell(x, c) for x in counts)]
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


def as_csv(ledgers: Sequence[Ledger]) -> str:
    """Return one line for each count: ours, and the papers'."""
    rows = [row for one in ledgers for entry in one.entries for row in _entry_rows(one, entry)]
    rows += [
        {
            "robot": one.robot,
            "joints": one.joints,
            "kernel": kernel,
            "algorithm": paper.algorithm,
            "source": f"{paper.method} ({paper.printed})",
            "mul": paper.mul(one.joints),
            "add": paper.add(one.joints),
            "note": paper.remark,
        }
        for one in ledgers
        for kernel in one.kernels
        for paper in one.papers(kernel)
    ]
    heads = ["robot", "joints", "kernel", "algorithm", "source", "auto", "on"]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*heads, *FIELDS, "lines", "note"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def as_json(ledgers: Sequence[Ledger]) -> str:
    """Return everything, by robot and kernel."""
    robots = [
        {
            "robot": one.robot,
            "joints": one.joints,
            "kernels": {
                kernel: {
                    "algorithms": [_entry_object(entry) for entry in one.of(kernel)],
                    "papers": [_paper_object(one, paper) for paper in one.papers(kernel)],
                }
                for kernel in one.kernels
            },
        }
        for one in ledgers
    ]
    return json.dumps({"format": 1, "robots": robots}, indent=2) + "\n"


FORMATS: dict[str, Callable[[Sequence[Ledger]], str]] = {
    "text": text,
    "json": as_json,
    "csv": as_csv,
    "markdown": markdown,
}


def _text(one: Ledger) -> str:
    lines = [f"{one.robot}: {_size(one)} (* what auto takes)"]
    for kernel in one.kernels:
        lines += ["", f"{kernel}: {KERNELS[kernel].title}"]
        lines += _text_table(table(one, kernel))
        if found := paper_lines(one, kernel):
            lines += [f"  {_heading(one)}:", *(f"    {line}" for line in found)]
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
    return count.lines if column == "lines" else count.operations.as_dict()[column]


def _size(one: Ledger) -> str:
    return f"{one.joints} degree{'s' if one.joints > 1 else ''} of freedom"


def _heading(one: Ledger) -> str:
    return f"papers, for the general robot with {one.joints} revolute joints"


def paper_lines(one: Ledger, kernel: str) -> list[str]:
    """Say what the papers print, the lowest count first."""
    found = sorted(one.papers(kernel), key=lambda paper: paper.total(one.joints))
    return [_sentence(paper, one.joints) for paper in found]


def _sentence(paper: Paper, n: int) -> str:
    formula = "" if paper.only else f": {paper.mul}, {paper.add}"
    ours = f" [{paper.algorithm}]" if paper.algorithm else ""
    remark = f"; {paper.remark}" if paper.remark else ""
    printed = "" if paper.printed.startswith(paper.method) else f" in {paper.printed}"
    where = paper.printed if not printed else f"{paper.method}{printed}"
    return f"{paper.mul(n)} mul {paper.add(n)} add{ours}, {where}{formula}{remark}"


def _entry_rows(one: Ledger, entry: Entry) -> list[dict[str, object]]:
    start: dict[str, object] = {
        "robot": one.robot,
        "joints": one.joints,
        "kernel": entry.kernel,
        "algorithm": entry.algorithm,
        "note": entry.note,
    }
    counts = {"gen-robot --no-regroup": entry.lumped, "gen-robot": entry.regrouped}
    if entry.note:
        return [{**start, "source": "gen-robot", "auto": int(entry.auto)}]
    return [
        {
            **start,
            "source": source,
            "auto": int(entry.auto and count is entry.regrouped),
            "on": count.on,
            **count.operations.as_dict(),
            "lines": count.lines,
        }
        for source, count in counts.items()
        if count
    ]


def _entry_object(entry: Entry) -> dict[str, object]:
    return {
        "algorithm": entry.algorithm,
        "auto": entry.auto,
        "note": entry.note,
        "without_regrouping": _count_object(entry.lumped) if entry.lumped else None,
        "regrouped": _count_object(entry.regrouped) if entry.regrouped else None,
    }


def _count_object(count: Count) -> dict[str, object]:
    return {"on": count.on, "operations": count.operations.as_dict(), "lines": count.lines}


def _paper_object(one: Ledger, paper: Paper) -> dict[str, object]:
    return {
        "method": paper.method,
        "printed": paper.printed,
        "algorithm": paper.algorithm,
        "mul": paper.mul(one.joints),
        "add": paper.add(one.joints),
        "mul_formula": str(paper.mul) if not paper.only else None,
        "add_formula": str(paper.add) if not paper.only else None,
        "remark": paper.remark,
    }
