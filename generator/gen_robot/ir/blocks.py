"""Blocks: what crosses between groups of statements, and where to cut a long routine.

Compilers take more than linear time over long functions; blocks of some hundred statements, each in a
function of its own, make it linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gen_robot.ir.routine import Block, Comment, Let, Routine, Statement, Temporary

LONG = 2000
"""So many statements are one function: cutting shorter routines gains nothing, and costs some 5 %."""

MOST = 500
"""Statements of a block in a longer one."""


def blocks(groups: Sequence[Sequence[Statement]]) -> tuple[Block, ...]:
    """Make a block of each group, with what it leaves to later ones."""
    found: list[Block] = []
    later: set[Temporary] = set()
    for group in reversed(groups):
        if found:
            later.update(found[-1].live_in)
        own = (s.target for s in group if isinstance(s, Let)) if later else ()
        found.append(Block(tuple(group), tuple(t for t in own if t in later)))
    return tuple(reversed(found))


def bounded(routine: Routine) -> Routine:
    """Return the routine in blocks that no compiler minds, a short one in one."""
    return cut(routine, MOST) if length(routine.statements) > LONG else routine


def length(statements: Iterable[Statement]) -> int:
    """Count statements, comments apart."""
    return sum(not isinstance(s, Comment) for s in statements)


def cut(routine: Routine, most: int) -> Routine:
    """Return the routine in blocks of at most so many statements, comments apart.

    A cut stands between two steps if one ends within the last quarter of the block.
    """
    groups: list[list[Statement]] = []
    rest = list(routine.statements)
    while rest:
        end = _end(rest, most)
        groups.append(rest[:end])
        rest = rest[end:]
    return replace(routine, blocks=blocks(groups))


def _end(statements: Sequence[Statement], most: int) -> int:
    """Return how many of the statements, comments included, make the first block."""
    so_far = 0
    between = 0  # steps: the last place in reach
    for place, statement in enumerate(statements):
        if isinstance(statement, Comment):
            if 4 * (most - so_far) < most:
                between = place
        elif so_far == most:
            return between or place
        else:
            so_far += 1
    return len(statements)
