"""Two spellings of a value, cut where they differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from gen_robot.comparison.alignment import Kind, Row

_TOKEN = re.compile(r"\d+\.?\d*(?:[eEdD][+-]?\d+)?f?|[A-Za-z]\w*(?:\[\d+\])?|\s+|.", re.S)
_MOST = 400
"""Tokens, beyond which two lines are shown without marks."""

Pieces = list[tuple[str, bool]]
"""Parts of a line, and whether the other side has them otherwise."""


def pieces(row: Row) -> tuple[Pieces, Pieces]:
    """Cut the lines of both sides into what they share and what they do not."""
    left = row.left.text if row.left else ""
    right = row.right.text if row.right else ""
    if row.kind not in (Kind.CONSTANTS, Kind.CHANGED):
        return [(left, False)], [(right, False)]
    a, b = _TOKEN.findall(left), _TOKEN.findall(right)
    if len(a) == len(b) and row.kind is Kind.CONSTANTS:
        unlike = [x != y for x, y in zip(a, b, strict=True)]
        return _joined(a, unlike), _joined(b, unlike)
    if max(len(a), len(b)) > _MOST:
        return [(left, False)], [(right, False)]
    marks: tuple[list[bool], list[bool]] = [True] * len(a), [True] * len(b)
    for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        marks[0][block.a : block.a + block.size] = [False] * block.size
        marks[1][block.b : block.b + block.size] = [False] * block.size
    return _joined(a, marks[0]), _joined(b, marks[1])


def _joined(tokens: list[str], marks: list[bool]) -> Pieces:
    found: Pieces = []
    for place, token in enumerate(tokens):
        # A blank is marked only between marks.
        near = marks[max(place - 1, 0) : place + 2]
        mark = marks[place] and (not token.isspace() or (len(near) == 3 and all(near)))
        if found and found[-1][1] == mark:
            found[-1] = (found[-1][0] + token, mark)
        else:
            found.append((token, mark))
    return found
