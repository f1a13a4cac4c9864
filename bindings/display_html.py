"""How a robot shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from gen_robot.bindings.display import Column, counts, doubts, printable, tables
from gen_robot.bindings.manifest import Kernel, Manifest

TABLE = "border-collapse: collapse; margin: 0.6em 0; font-size: inherit"
CELL = "padding: 0.15em 0.8em; border: none; text-align: {}"
HEAD = CELL + "; border-bottom: 1px solid currentColor"


def as_html(robot: Manifest, kernels: Sequence[Kernel], kind: str) -> str:
    """Show a robot by a fragment that needs nothing from elsewhere; `kind` as for a terminal."""
    name = escape(printable(robot.name))
    parts = [f"<p><b>{name}</b>: {escape(counts(robot, kind))}</p>"]
    for columns, left_out in tables(robot, kernels):
        rows = zip(*(column.cells for column in columns), strict=True)
        parts += [f'<table style="{TABLE}">']
        parts += [_row("th", HEAD, columns, [column.head for column in columns])]
        parts += [_row("td", CELL, columns, row) for row in rows]
        parts += ["</table>", *([f"<p>{escape(left_out)}</p>"] if left_out else [])]
    parts += [f"<p>{escape(doubts(robot))}</p>"] if robot.warnings else []
    return "\n".join(["<div>", *parts, "</div>"])


def _row(tag: str, style: str, columns: Sequence[Column], cells: Sequence[str]) -> str:
    marked = (
        f'<{tag} style="{style.format("right" if column.numeric else "left")}">{escape(cell)}</{tag}>'
        for column, cell in zip(columns, cells, strict=True)
    )
    return f"<tr>{''.join(marked)}</tr>"
