"""A comparison for programs; docs/diff.md tells what the keys mean."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gen_robot.comparison.alignment import Kind, Row, StepRows
from gen_robot.comparison.changes import Change
from gen_robot.comparison.comparison import Comparison, KernelChange, SideFacts
from gen_robot.comparison.effect import Effect
from gen_robot.comparison.reasons import Reason
from gen_robot.comparison.source import Statement

FORMAT = 1


def as_json(comparison: Comparison, lines: bool = True) -> str:
    """Return the text of one object; without lines, kernels have no statements."""
    return json.dumps(as_dict(comparison, lines), indent=2, ensure_ascii=True) + "\n"


def as_dict(comparison: Comparison, lines: bool = True) -> dict[str, Any]:
    """Return all that differs by names that stay."""
    return {
        "format": FORMAT,
        "same": comparison.is_same,
        "language": comparison.language,
        "left": _side(comparison.left),
        "right": _side(comparison.right),
        "facts": _changes(comparison.facts),
        "joints": [
            {"left": joint.left, "right": joint.right, "changes": _changes(joint.changes)}
            for joint in comparison.joints
        ],
        "recounted": {
            joint: {"sense": count.sense, "zero": count.zero}
            for joint, count in comparison.recounted.items()
        },
        "constants": _changes(comparison.constants),
        "base_parameters": _changes(comparison.base_parameters),
        "effects": _effects(comparison.effects),
        "effects_counted_alike": _effects(comparison.effects_counted_alike),
        "reasons": [_reason(reason) for reason in comparison.reasons],
        "kernels": [_kernel(kernel, lines) for kernel in comparison.kernels],
        "kernels_left": list(comparison.kernels_left),
        "kernels_right": list(comparison.kernels_right),
        "notes": list(comparison.notes),
    }


def _side(side: SideFacts) -> dict[str, Any]:
    return {
        "asked": side.asked,
        "name": side.name,
        "folder": side.is_folder,
        "nq": side.nq,
        "nv": side.nv,
        "links": side.links,
    }


def _changes(changes: Sequence[Change]) -> list[dict[str, Any]]:
    return [
        {
            "where": change.where,
            "left": change.left,
            "right": change.right,
            "unit": change.unit,
            "change": change.delta,
        }
        for change in changes
    ]


def _effects(effects: Sequence[Effect]) -> dict[str, Any]:
    return {
        effect.quantity: {
            "largest": effect.largest,
            "joint": effect.joint,
            "rounding": effect.is_rounding,
            "joints": dict(effect.joints),
        }
        for effect in effects
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "constants": [change.where for group in reason.groups for change in group.changes],
        "operations": reason.operations,
        "appear": list(reason.appear),
        "vanish": list(reason.vanish),
        "effects": dict(reason.effects),
    }


def _kernel(kernel: KernelChange, lines: bool) -> dict[str, Any]:
    return {
        "name": kernel.name,
        "ways": list(kernel.ways),
        "operations": [each.as_dict() for each in kernel.operations],
        "lines": {kind.value: count for kind, count in kernel.counts.items()},
        "terms_left": list(kernel.terms_left),
        "terms_right": list(kernel.terms_right),
        "steps": [_step(step, lines) for step in kernel.steps],
    }


def _step(step: StepRows, lines: bool) -> dict[str, Any]:
    rows = {"rows": [_row(row) for row in step.rows]} if lines else {}
    return {
        "left": step.left or None,
        "right": step.right or None,
        "operations": [each.as_dict() for each in step.operations],
        **rows,
    }


def _row(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": row.kind.value, "left": None, "right": None}
    for side, statement in (("left", row.left), ("right", row.right)):
        if statement is not None:
            found[side] = statement.text
    if row.kind is Kind.CONSTANTS:
        assert row.left and row.right
        found["constants"] = _numbers(row.left, row.right)
    return found


def _numbers(left: Statement, right: Statement) -> list[list[str]]:
    """Return the numbers that differ, side by side."""
    return [[a, b] for a, b in zip(left.numbers, right.numbers, strict=True) if a != b]
