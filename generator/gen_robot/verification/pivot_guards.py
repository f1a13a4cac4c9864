"""Guards of pivots: on each that something is divided by, with the limit of its joint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gen_robot.verification.cut import Cut, Wrong
from gen_robot.verification.elimination import Formula, M, same
from gen_robot.verification.finite_field import Residue
from gen_robot.verification.program import DIV, LITERAL, MUL, SQRT, UNTOLD, Guard, Program

_PIVOTS = 8  # limits are 8 n eps of the diagonal element


def check_guards(
    program: Program,
    split: Cut,
    table: Sequence[Formula],
    values: Mapping[int, Residue],
    matrix: Sequence[Sequence[Residue]],
) -> None:
    """Ask for a guard on each pivot that something is divided by, with the limit of its joint."""
    pivots = _pivots(matrix)
    guarded: list[Residue] = []
    for guard in program.guards:
        asked = [guard.status] if guard.status != UNTOLD else range(1, len(pivots) + 1)
        of = [k for k, pivot in enumerate(pivots, 1) if k in asked and values[guard.value] == pivot]
        if not of:
            raise Wrong(f"{guard.name} does not look at its pivot")
        if not any(_is_limit(program, split, table, guard, k, len(pivots)) for k in of):
            raise Wrong(f"the pivot of joint {of[0]} is held against a wrong limit")
        guarded.append(values[guard.value])
    for number in split.above:
        node = program.nodes[number]
        if node.op not in (DIV, SQRT):
            continue
        below = values[node.arguments[-1]]
        square = below * below
        if not any(below == pivot or square == pivot for pivot in guarded):
            raise Wrong("something is divided by what has no guard")


def _pivots(matrix: Sequence[Sequence[Residue]]) -> list[Residue]:
    left = [list(row) for row in matrix]
    for k in reversed(range(len(left))):
        for i in range(k):
            for j in range(k):
                left[i][j] = left[i][j] - left[k][i] * left[k][j] / left[k][k]
    return [left[k][k] for k in range(len(left))]


def _is_limit(
    program: Program, split: Cut, table: Sequence[Formula], guard: Guard, number: int, size: int
) -> bool:
    """Tell whether a limit is 8 n eps of the diagonal element; 0 if the pivot is this element."""
    joint = number - 1
    diagonal = next(n for n, e in enumerate(table) if e.kind == M and e.parts == (joint, joint))
    limit = program.nodes[guard.limit]
    factor = _PIVOTS * size * 2.0 ** (1 - program.bits)
    if limit.op == LITERAL and limit.literal == 0.0:
        return _is_entry(split, table, guard.value, diagonal)
    if limit.op == LITERAL:
        fixed = table[diagonal].constant
        wanted = factor * float(fixed) if fixed else math.nan
        return abs(limit.literal - wanted) <= 2.0 ** (2 - program.bits) * abs(wanted)
    if limit.op != MUL:
        return False
    for a, b in (limit.arguments, limit.arguments[::-1]):
        if program.nodes[a].op == LITERAL and program.nodes[a].literal == factor:
            return _is_entry(split, table, b, diagonal)
    return False


def _is_entry(split: Cut, table: Sequence[Formula], number: int, wanted: int) -> bool:
    """Tell whether a value was taken for an entry, or for one that equals it."""
    entry, sign = split.entries.get(number, (-1, 1))
    if entry < 0 or sign < 0:
        return False
    return all(same(a, b) for a, b in zip(table[entry].values, table[wanted].values, strict=True))
