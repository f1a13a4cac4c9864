"""A comparison for a terminal: a summary that fits one screen, then the lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from gen_robot.comparison.alignment import Kind, StepRows
from gen_robot.comparison.changes import Change
from gen_robot.comparison.colours import Colours
from gen_robot.comparison.comparison import Comparison, KernelChange
from gen_robot.comparison.spelling import by_how_much, pair
from gen_robot.comparison.summary import (
    cost,
    counted_otherwise,
    effect_rows,
    joint_lines,
    reason_rows,
    step_costs,
    term_lines,
    verdict,
)
from gen_robot.comparison.tokens import Pieces, pieces
from gen_robot.errors import counted

WIDTH = 100
MOST_ROWS, MOST_REASONS = 4, 8
"""Of one table in the summary; JSON and HTML have all."""

OFF = Colours()


def text(comparison: Comparison, colours: Colours = OFF, lines: bool = True) -> str:
    """Return all that differs; of two that are the same, one line."""
    if comparison.is_same:
        return "\n".join([_printable(verdict(comparison)), *_notes(comparison), ""])
    parts = [
        colours.paint("title", _printable(verdict(comparison))),
        *_summary(comparison, colours),
    ]
    if lines:
        for kernel in comparison.kernels:
            parts += _kernel(kernel, colours)
    return "\n".join([*parts, ""])


def _summary(comparison: Comparison, colours: Colours) -> Iterator[str]:
    facts = [f"{change.where} {_arrow(change)}" for change in comparison.facts]
    if facts:
        yield from _wrapped("; ".join(facts))
    for line in joint_lines(comparison):
        yield from _wrapped(line)
    for line in counted_otherwise(comparison):
        yield from _wrapped(line)
    yield from _changes("constants", comparison.constants, colours)
    yield from _changes("base parameters", comparison.base_parameters, colours)
    if rows := effect_rows(comparison):
        yield colours.paint("title", "largest change at 100 random states, and of which joint")
        yield from _table(("", "M", "g", "tau"), rows)
    if rows := reason_rows(comparison):
        left = comparison.left.name
        yield colours.paint("title", f"why: each of these alone, put into {left}")
        heads = ("", "M", "g", "tau", "ops", "terms")
        yield from _table(heads, rows[:MOST_REASONS])
        yield from _more(len(rows), MOST_REASONS)
    if comparison.kernels:
        yield colours.paint("title", "kernels: operations, and lines side by side")
        yield from _table(
            ("", "operations", "same", "constants", "changed", "left", "right", "algorithm"),
            [_kernel_row(kernel) for kernel in comparison.kernels],
        )
    yield from _costs_and_terms(comparison.kernels)
    for where, names in (("left", comparison.kernels_left), ("right", comparison.kernels_right)):
        if names:
            yield from _wrapped(f"kernels on the {where} only: {', '.join(names)}")
    yield from _notes(comparison)


def _changes(title: str, changes: Sequence[Change], colours: Colours) -> Iterator[str]:
    if not changes:
        return
    yield colours.paint("title", f"{title}: {len(changes)} differ")
    rows = [(c.where, *pair(c), c.unit, by_how_much(c)) for c in changes[:MOST_ROWS]]
    yield from _table(
        ("", "left", "right", "unit", "change"), [(a, b, c, u, d) for a, b, c, u, d in rows]
    )
    yield from _more(len(changes))


def _more(count: int, most: int = MOST_ROWS) -> Iterator[str]:
    if count > most:
        yield f"  and {count - most} more (--format json and html have all)"


def _costs_and_terms(kernels: Sequence[KernelChange]) -> Iterator[str]:
    if steps := step_costs(kernels):
        yield from _wrapped("steps that became dearer or cheaper: " + "; ".join(steps))
    for line in term_lines(kernels):
        yield from _wrapped(line)


def _kernel_row(kernel: KernelChange) -> tuple[str, ...]:
    counts = kernel.counts
    ways = kernel.ways[0] if kernel.ways[0] == kernel.ways[1] else " -> ".join(kernel.ways)
    kinds = (Kind.SAME, Kind.CONSTANTS, Kind.CHANGED, Kind.LEFT, Kind.RIGHT)
    return (kernel.name, cost(kernel.operations), *(str(counts[kind]) for kind in kinds), ways)


def _notes(comparison: Comparison) -> list[str]:
    return [line for note in comparison.notes for line in _wrapped(f"note: {note}")]


def _kernel(kernel: KernelChange, colours: Colours) -> Iterator[str]:
    if not kernel.differs:
        return
    yield ""
    yield colours.paint("title", f"{_printable(kernel.name)}: {cost(kernel.operations)} operations")
    yield from _costs_and_terms([kernel])
    for step in kernel.steps:
        if step.differs:
            yield from _step(step, colours)


def _step(step: StepRows, colours: Colours) -> Iterator[str]:
    side = "" if step.left and step.right else f" (on the {'left' if step.left else 'right'} only)"
    yield ""
    yield colours.paint(
        "step", f"  {_printable(step.heading or 'outputs')}{side}: {cost(step.operations)}"
    )
    same = 0
    for row in step.rows:
        if row.kind is Kind.SAME:
            same += 1
            continue
        own, other = pieces(row)
        if row.left:
            yield from _line("- ", own, "left", colours)
        if row.right:
            yield from _line("+ ", other, "right", colours)
    if same:
        yield colours.paint("faint", f"    {counted(same, 'line')} the same")


def _line(sign: str, parts: Pieces, role: str, colours: Colours) -> Iterator[str]:
    marked = "".join(
        colours.paint("constant", _printable(x)) if mark else _printable(x) for x, mark in parts
    )
    yield colours.paint(role, f"  {sign}{marked}")


def _printable(text: str) -> str:
    """Show no letter that a terminal would obey: names may be anybody's."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def _arrow(change: Change) -> str:
    return " -> ".join(pair(change))


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(_printable(line), WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out cells under their heads: the first and the last column from the left."""
    cells = [tuple(heads), *(tuple(map(_printable, row)) for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    for row in cells:
        padded = [
            cell.ljust(width) if k in (0, len(heads) - 1) else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(padded)}".rstrip()[:WIDTH]
