"""How a robot shows itself: tables of joints, limits, kernels and counts, and these as text.

Names come from strangers' files: they lose what cannot be printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.bindings.manifest import LIMITS, Joint, Kernel, Manifest

MOST_ROWS = 16
LONGEST_NAME = 40


@dataclass(frozen=True)
class Column:
    """Hold one column of a table; numbers stand at the right."""

    head: str
    cells: list[str]
    numeric: bool = False


def as_text(robot: Manifest, kernels: Sequence[Kernel], kind: str) -> str:
    """Show a robot on a terminal; `kind` says what sort of library it is."""
    parts = [f"<gen_robot.Library {printable(robot.name)}: {counts(robot, kind)}>"]
    for columns, left_out in tables(robot, kernels):
        lines = [_line(column) for column in columns]
        parts += ["", *("  " + "  ".join(cells).rstrip() for cells in zip(*lines, strict=True))]
        parts += [f"  {left_out}"] if left_out else []
    return "\n".join([*parts, *(["", f"  {doubts(robot)}"] if robot.warnings else [])])


def counts(robot: Manifest, kind: str) -> str:
    """Return what stands behind a robot's name."""
    return f"{_counted(len(robot.joints), 'joint')}, nq {robot.nq}, nv {robot.nv}, {kind}"


def doubts(robot: Manifest) -> str:
    """Say where warnings can be read."""
    return f"{_counted(len(robot.warnings), 'warning')}: see robot.warnings"


def tables(robot: Manifest, kernels: Sequence[Kernel]) -> list[tuple[list[Column], str]]:
    """Return the columns of each table, and what is said of rows that are left out."""
    joints = robot.joints
    return [
        (_joint_columns(joints[:MOST_ROWS]), _left_out(len(joints), "joint", "robot.joints")),
        (_kernel_columns(kernels[:MOST_ROWS]), _left_out(len(kernels), "kernel", "robot.kernels")),
    ]


def _joint_columns(joints: Sequence[Joint]) -> list[Column]:
    columns = [
        Column("joint", [printable(joint.name) for joint in joints]),
        Column("type", [printable(joint.type) for joint in joints]),
        Column("q", [_places(joint.index, joint.nq) for joint in joints], True),
    ]
    if any((joint.index, joint.nq) != (joint.index_v, joint.nv) for joint in joints):
        columns.append(Column("qd", [_places(each.index_v, each.nv) for each in joints], True))
    for limit in LIMITS:
        values: list[float | None] = [getattr(joint, limit) for joint in joints]
        if any(value is not None for value in values):
            cells = ["-" if value is None else f"{value:.5g}" for value in values]
            columns.append(Column(limit, cells, True))
    return columns


def _kernel_columns(kernels: Sequence[Kernel]) -> list[Column]:
    counted = list(dict.fromkeys(each for kernel in kernels for each in kernel.operations))
    return [
        Column("kernel", [kernel.name for kernel in kernels]),
        *(
            Column(each, [str(kernel.operations.get(each, 0)) for kernel in kernels], True)
            for each in counted
        ),
        Column("by", [printable(kernel.algorithm) for kernel in kernels]),
    ]


def _line(column: Column) -> list[str]:
    """Return a column's cells for a terminal, all of one width."""
    cells = [column.head, *column.cells]
    width = max(map(len, cells))
    return [cell.rjust(width) if column.numeric else cell.ljust(width) for cell in cells]


def _places(start: int, length: int) -> str:
    return str(start) if length == 1 else f"{start}..{start + length - 1}"


def _left_out(count: int, noun: str, where: str) -> str:
    more = count - MOST_ROWS
    return f"and {_counted(more, f'more {noun}')}: see {where}" if more > 0 else ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def printable(name: str) -> str:
    """Return a name as one line of bounded length."""
    text = "".join(c if c.isprintable() else "?" for c in name[:LONGEST_NAME])
    return text if len(name) <= LONGEST_NAME else text + "..."
