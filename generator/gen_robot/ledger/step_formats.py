"""Counts step by step, as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gen_robot.ledger.ledger import Entry, Ledger
from gen_robot.ledger.paper_steps import PrintedStep
from gen_robot.ledger.step_counts import StepCount, StepGroup, grouped, step_counts

HEADS = ("step", "times", "mul", "add", "others")


@dataclass(frozen=True)
class Line:
    """Hold one line of a table: a step of ours, or what a paper prints for it."""

    robot: str
    kernel: str
    way: str
    step: str
    times: int
    mul: int
    add: int
    others: int  # negations, divisions, roots, angles
    source: str = ""  # where it is printed, and what each time costs


def lines_of(ledgers: Sequence[Ledger]) -> list[Line]:
    """Return all steps of all entries, each with what is printed for it behind it."""
    return [line for one in ledgers for entry in one.entries for line in _of_entry(one, entry)]


def _of_entry(one: Ledger, entry: Entry) -> Iterator[Line]:
    if not entry.generated:
        return
    way, counts = str(entry.generated.way), step_counts(entry.generated.graph)
    groups = grouped(entry.kernel, entry.algorithm, counts)
    if not one.is_chain:  # papers count chains
        groups = [StepGroup((count,)) for count in counts]
    for group in groups:
        for count in group.ours:
            yield Line(one.robot, entry.kernel, way, count.text, *_numbers(count))
        for each in group.printed:
            mul, add = each.total(one.joints)
            times = each.times(one.joints)
            yield Line(one.robot, entry.kernel, way, "", times, mul, add, 0, _printed(each))


def _numbers(count: StepCount) -> tuple[int, int, int, int]:
    n = count.operations
    return count.links, n.mul, n.add, n.neg + n.div + n.sqrt + n.sincos


def _printed(step: PrintedStep) -> str:
    return f"{step.where}: {step.mul}M {step.add}A"


def text(ledgers: Sequence[Ledger]) -> str:
    """Return tables for a terminal."""
    found = []
    for (robot, kernel, way), lines in _tables(ledgers):
        rows = [_row(line, "    paper, {}") for line in lines]
        width = max(len(row[0]) for row in (HEADS, *rows))
        found.append(f"{robot}: {kernel} by {way}, step by step")
        found += [
            f"  {row[0]:{width}}" + "".join(f"{cell:>8}" for cell in row[1:])
            for row in (HEADS, *rows)
        ]
        found.append("")
    return "\n".join(line.rstrip() for line in found)


def markdown(ledgers: Sequence[Ledger]) -> str:
    """Return tables for a document."""
    found = []
    for (robot, kernel, way), lines in _tables(ledgers):
        found += [f"### {robot}: {kernel} by {way}", "", f"| {' | '.join(HEADS)} |"]
        found.append("|---|" + "---:|" * (len(HEADS) - 1))
        found += [f"| {' | '.join(_row(line, '*{}*'))} |" for line in lines]
        found.append("")
    return "\n".join(found)


def as_csv(ledgers: Sequence[Ledger]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(Line.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(vars(line) for line in lines_of(ledgers))
    return out.getvalue()


def as_json(ledgers: Sequence[Ledger]) -> str:
    return json.dumps([vars(line) for line in lines_of(ledgers)], indent=1) + "\n"


FORMATS: dict[str, Callable[[Sequence[Ledger]], str]] = {
    "text": text,
    "json": as_json,
    "csv": as_csv,
    "markdown": markdown,
}


def _tables(ledgers: Sequence[Ledger]) -> Iterator[tuple[tuple[str, str, str], list[Line]]]:
    by_way: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines_of(ledgers):
        by_way.setdefault((line.robot, line.kernel, line.way), []).append(line)
    for key, lines in by_way.items():
        ours = [line for line in lines if not line.source]
        theirs = [line for line in lines if line.source]
        sums = [_sum(key, ours, "all steps", "")]
        sums += [_sum(key, theirs, "", "all steps")] if theirs else []
        yield key, [*lines, *sums]


def _sum(key: tuple[str, str, str], lines: Sequence[Line], step: str, source: str) -> Line:
    mul, add, others = (sum(getattr(x, name) for x in lines) for name in ("mul", "add", "others"))
    return Line(*key, step, 0, mul, add, others, source)


def _row(line: Line, printed: str) -> tuple[str, ...]:
    numbers = (line.times, line.mul, line.add, line.others)
    cells = [str(x) if x else "" for x in numbers] if line.source else [str(x) for x in numbers]
    if not line.times:
        cells[0] = ""
    return (printed.format(line.source) if line.source else line.step, *cells)
