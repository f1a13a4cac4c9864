"""A ledger as CSV and JSON, for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import fields

from gen_robot.ir.count import Operations
from gen_robot.ledger.ledger import Count, Entry, Ledger
from gen_robot.ledger.papers import Paper
from gen_robot.ledger.published import Published

FIELDS = tuple(field.name for field in fields(Operations))
MEASURED = "ulp"
"""The worst error, which takes a while: only of what is or would be generated."""

MEASURES = ("lines", "depth", "cost", MEASURED)
"""What else a `Count` has: lines of C, the longest chain of operations, what stands for time."""

GENERAL, THIS = "the general robot", "this robot"
"""What others count, in a column of CSV."""


def as_csv(ledgers: Sequence[Ledger]) -> str:
    """Return one line for each count: ours, and those of others, which say what they are for."""
    rows = [row for one in ledgers for entry in one.entries for row in _entry_rows(one, entry)]
    rows += [
        {
            "robot": one.robot,
            "joints": one.joints,
            "kernel": kernel,
            "algorithm": paper.algorithm,
            "source": f"{paper.method} ({paper.printed})",
            "for": GENERAL,
            "mul": paper.mul(one.joints),
            "add": paper.add(one.joints),
            "note": paper.remark,
        }
        for one in ledgers
        for kernel in one.kernels
        for paper in one.papers(kernel)
    ]
    rows += [
        {
            "robot": one.robot,
            "joints": one.joints,
            "kernel": kernel,
            "source": f"{each.method} ({each.printed})",
            "for": THIS,
            "mul": each.mul,
            "add": each.add,
            "note": each.remark if each.mul is not None else f"{each.total} in all; {each.remark}",
        }
        for one in ledgers
        for kernel in one.kernels
        for each in one.published(kernel)
    ]
    heads = ["robot", "joints", "kernel", "algorithm", "source", "for", "auto", "on"]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*heads, *FIELDS, *MEASURES, "note"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def as_json(ledgers: Sequence[Ledger]) -> str:
    """Return everything, by robot and kernel."""
    robots = [
        {
            "robot": one.robot,
            "joints": one.joints,
            "optimise_for": one.aim.name,
            "kernels": {
                kernel: {
                    "algorithms": [_entry_object(entry) for entry in one.of(kernel)],
                    "published": [_published_object(each) for each in one.published(kernel)],
                    "papers": [_paper_object(one, paper) for paper in one.papers(kernel)],
                }
                for kernel in one.kernels
            },
        }
        for one in ledgers
    ]
    return json.dumps({"format": 1, "robots": robots}, indent=2) + "\n"


def _entry_rows(one: Ledger, entry: Entry) -> list[dict[str, object]]:
    start: dict[str, object] = {
        "robot": one.robot,
        "joints": one.joints,
        "kernel": entry.kernel,
        "algorithm": entry.algorithm,
        "note": entry.note,
    }
    counts = {
        "gen-robot --no-regroup": entry.lumped,
        "gen-robot, no structure": entry.regrouped,
        "gen-robot": entry.structure,
        "gen-robot --effort high": entry.high,
    }
    if entry.note:
        return [{**start, "source": "gen-robot", "auto": int(entry.auto)}]
    return [
        {
            **start,
            "source": source,
            "auto": int(entry.auto and count is entry.generated),
            "on": count.on,
            **count.operations.as_dict(),
            **_measures(count, entry),
        }
        for source, count in counts.items()
        if count
    ]


def _entry_object(entry: Entry) -> dict[str, object]:
    return {
        "algorithm": entry.algorithm,
        "auto": entry.auto,
        "note": entry.note,
        "without_regrouping": _count_object(entry.lumped, entry),
        "regrouped": _count_object(entry.regrouped, entry),
        "structure": _count_object(entry.structure, entry),
        "high": _count_object(entry.high, entry),
    }


def _count_object(count: Count | None, entry: Entry) -> dict[str, object] | None:
    if count is None:
        return None
    measures = _measures(count, entry)
    return {"on": count.on, "operations": count.operations.as_dict(), **measures}


def _measures(count: Count, entry: Entry) -> dict[str, object]:
    in_full = count is entry.structure or count is entry.high
    return {
        name: getattr(count, name) if name != MEASURED or in_full else None for name in MEASURES
    }


def _published_object(each: Published) -> dict[str, object]:
    return {
        "method": each.method,
        "printed": each.printed,
        "mul": each.mul,
        "add": each.add,
        "total": each.total,
        "remark": each.remark,
    }


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
