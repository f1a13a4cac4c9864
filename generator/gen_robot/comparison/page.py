"""A comparison as one page of HTML that needs nothing else: to search, to fold, to print.

The summary is written out. The lines stand in the page as data, and a script shows those of a step
when it is unfolded: a humanoid has twenty thousand.
"""

from __future__ import annotations

from typing import Any

from gen_robot.comparison.alignment import Kind, Row, StepRows
from gen_robot.comparison.changes import Change
from gen_robot.comparison.comparison import Comparison, KernelChange
from gen_robot.comparison.effect import QUANTITIES
from gen_robot.comparison.spelling import by_how_much, pair, percent
from gen_robot.comparison.summary import (
    cost,
    counted_otherwise,
    effect_rows,
    joint_lines,
    reason_rows,
    step_costs,
    verdict,
)
from gen_robot.comparison.tokens import Pieces, pieces
from gen_robot.render import render_html

_LONGEST_BAR = 92  # per cent of a cell, for a change of 100 % and more
MARK = "a page of gen-robot diff"
_LETTERS = {
    Kind.SAME: "=",
    Kind.CONSTANTS: "c",
    Kind.CHANGED: "x",
    Kind.LEFT: "<",
    Kind.RIGHT: ">",
}


def page(comparison: Comparison, lines: bool = True) -> str:
    """Return the whole page; without lines, the summary alone."""
    kernels = [_kernel(kernel) for kernel in comparison.kernels] if lines else []
    return render_html(
        "diff/page.html.j2",
        mark=MARK,
        left=comparison.left,
        right=comparison.right,
        verdict=verdict(comparison),
        facts=[(change.where, *pair(change)) for change in comparison.facts],
        remarks=[*joint_lines(comparison), *counted_otherwise(comparison)],
        notes=comparison.notes,
        joints=_joints(comparison),
        quantities=list(QUANTITIES),
        largest=effect_rows(comparison),
        effects=_effects(comparison),
        reasons=reason_rows(comparison),
        tables=[
            ("constants", "Constants of the robots", _rows(comparison.constants)),
            ("base", "Base parameters", _rows(comparison.base_parameters)),
        ],
        steps=step_costs(comparison.kernels),
        kernels=[_row_of(kernel) for kernel in comparison.kernels],
        only=[("left", comparison.kernels_left), ("right", comparison.kernels_right)],
        kinds=[kind.value for kind in Kind],
        data={"kernels": kernels},
    )


def _rows(changes: tuple[Change, ...]) -> list[tuple[str, ...]]:
    return [(c.where, *pair(c), c.unit, by_how_much(c)) for c in changes]


def _joints(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {
            "left": joint.left or "",
            "right": joint.right or "",
            "changes": [f"{c.where} {' -> '.join(pair(c))}" for c in joint.changes],
        }
        for joint in comparison.joints
        if joint.differs
    ]


def _effects(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the change of each quantity joint by joint, with the length of its bar."""
    tables = []
    for title, effects in (
        ("At the same q", comparison.effects),
        ("With the joints counted alike", comparison.effects_counted_alike),
    ):
        if not effects or all(effect.is_rounding for effect in effects):
            continue
        by_joint: dict[str, list[tuple[str, float]]] = {}
        for effect in effects:
            for joint, change in effect.joints:
                bar = round(_LONGEST_BAR * min(change, 1.0), 1)
                by_joint.setdefault(joint, []).append((percent(change), bar))
        heads = [effect.quantity for effect in effects]
        tables.append({"title": title, "heads": heads, "joints": list(by_joint.items())})
    return tables


def _row_of(kernel: KernelChange) -> dict[str, Any]:
    ways = kernel.ways[0] if kernel.ways[0] == kernel.ways[1] else " -> ".join(kernel.ways)
    terms = (("left", kernel.terms_left), ("right", kernel.terms_right))
    return {
        "name": kernel.name,
        "operations": cost(kernel.operations),
        "counts": [kernel.counts[kind] for kind in Kind],
        "ways": ways,
        "terms": [(side, names) for side, names in terms if names],
    }


def _kernel(kernel: KernelChange) -> dict[str, Any]:
    return {
        "name": kernel.name,
        "about": f"{_row_of(kernel)['ways']}; {cost(kernel.operations)} operations",
        "differs": kernel.differs,
        "steps": [_step(step) for step in kernel.steps],
    }


def _step(step: StepRows) -> dict[str, Any]:
    only = "" if step.left and step.right else "left" if step.left else "right"
    return {
        "heading": step.heading or "outputs",
        "only": only,
        "cost": cost(step.operations),
        "rows": [_row(row) for row in step.rows],
    }


def _row(row: Row) -> list[Any]:
    """Return a row in few letters: its kind, the left line, the right one where it is another."""
    own, other = (_pieces(x) for x in pieces(row))
    is_one = row.kind is Kind.SAME and own == other
    return [_LETTERS[row.kind], own] if is_one else [_LETTERS[row.kind], own, other]


def _pieces(parts: Pieces) -> str | list[str]:
    """Return a line, or its pieces in turn: shared, other, shared ..."""
    if not any(mark for _, mark in parts):
        return "".join(text for text, _ in parts)
    found = [text for text, _ in parts]
    return ["", *found] if parts[0][1] else found
