"""Two spellings of a value, cut where they differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from gen_robot.comparison.alignment import Kind, Row
from gen_robot.comparison.source import Statement

_TOKEN = re.compile(r"\d+\.?\d*(?:[eEdD][+-]?\d+)?f?|[A-Za-z]\w*(?:\[\d+'?\])?'?|\s+|.", re.S)
_MOST = 400
"""Tokens, beyond which two lines are shown without marks."""

Pieces = list[tuple[str, bool]]
"""Parts of a line, and whether the other side has them otherwise."""


def pieces(row: Row) -> tuple[Pieces, Pieces]:
    """Cut the lines of both sides into what they share and what they do not.

    Names that mean the same on both sides are shared, however they are numbered.
    """
    left = row.left.text if row.left else ""
    right = row.right.text if row.right else ""
    if row.kind not in (Kind.CONSTANTS, Kind.CHANGED) or not (row.left and row.right):
        return [(left, False)], [(right, False)]
    a, b = (_TOKEN.findall(x.value) for x in (row.left, row.right))
    own, other = (_TOKEN.findall(x) for x in row.seen)
    if max(len(a), len(b)) > _MOST or (len(a), len(b)) != (len(own), len(other)):
        return [(left, False)], [(right, False)]
    if row.kind is Kind.CONSTANTS:
        unlike = [x != y for x, y in zip(own, other, strict=True)]
        return _line(row.left, _joined(a, unlike)), _line(row.right, _joined(b, unlike))
    marks: tuple[list[bool], list[bool]] = [True] * len(a), [True] * len(b)
    for block in SequenceMatcher(None, own, other, autojunk=False).get_matching_blocks():
        marks[0][block.a : block.a + block.size] = [False] * block.size
        marks[1][block.b : block.b + block.size] = [False] * block.size
    return _line(row.left, _joined(a, marks[0])), _line(row.right, _joined(b, marks[1]))


def _line(statement: Statement, value: Pieces) -> Pieces:
    """Put what stands around a value before and behind its pieces."""
    before, _, behind = statement.text.partition(statement.value)
    return _merged([(before, False), *value, (behind, False)])


def _joined(tokens: list[str], marks: list[bool]) -> Pieces:
    found: Pieces = []
    for place, token in enumerate(tokens):
        # A blank is marked only between marks.
        near = marks[max(place - 1, 0) : place + 2]
        is_marked = marks[place] and (not token.isspace() or (len(near) == 3 and all(near)))
        found.append((token, is_marked))
    return _merged(found)


def _merged(parts: Pieces) -> Pieces:
    """Join neighbours that are marked alike."""
    found: Pieces = []
    for text, mark in parts:
        if found and found[-1][1] == mark:
            found[-1] = (found[-1][0] + text, mark)
        elif text:
            found.append((text, mark))
    return found
