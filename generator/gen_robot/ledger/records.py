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
MEASURES = ("lines", "depth", "cost")
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
            **{name: getattr(count, name) for name in MEASURES},
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
    measures = {name: getattr(count, name) for name in MEASURES}
    return {"on": count.on, "operations": count.operations.as_dict(), **measures}


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
