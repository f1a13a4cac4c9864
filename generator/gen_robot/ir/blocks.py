"""Blocks: what crosses between groups of statements, and where to cut a long routine.

Compilers take more than linear time over long functions; blocks of some hundred statements, each in a
function of its own, make it linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gen_robot.ir.routine import Block, Comment, Let, Routine, Statement, Temporary, used


def blocks(groups: Sequence[Sequence[Statement]]) -> tuple[Block, ...]:
    """Make a block of each group, with what it reads of earlier ones and leaves to later ones."""
    made = [[s.target for s in group if isinstance(s, Let)] for group in groups]
    wanted = [_in_order(t for s in group for t in used(s)) for group in groups]
    after: set[Temporary] = set()
    left: list[tuple[Temporary, ...]] = []
    for own, asked in zip(reversed(made), reversed(wanted), strict=True):
        left.append(tuple(t for t in own if t in after))
        after.update(asked)
    found = []
    for group, own, asked, out in zip(groups, made, wanted, reversed(left), strict=True):
        here = set(own)
        found.append(Block(tuple(group), tuple(t for t in asked if t not in here), out))
    return tuple(found)


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
    length = 0
    between = 0  # steps: the last place in reach
    for place, statement in enumerate(statements):
        if isinstance(statement, Comment):
            if 4 * (most - length) < most:
                between = place
        elif length == most:
            return between or place
        else:
            length += 1
    return len(statements)


def _in_order(temporaries: Iterable[Temporary]) -> tuple[Temporary, ...]:
    return tuple(dict.fromkeys(temporaries))
