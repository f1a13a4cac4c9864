"""Put the statements of two kernels side by side: by symbol and step, not by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from gen_robot.comparison.renaming import ANONYMOUS, NOTHING, Renaming, apart
from gen_robot.comparison.source import KernelSource, Statement, operations
from gen_robot.ir.count import Operations

StepKey = tuple[str, str]
Shapes = dict[str, tuple[int, ...]]


class Kind(Enum):
    """Say how the two sides of a row differ."""

    SAME = "same"
    CONSTANTS = "constants"  # the same terms, with other numbers
    CHANGED = "changed"  # the same symbol, by other terms
    LEFT = "left"  # on the left only
    RIGHT = "right"


@dataclass(frozen=True)
class Row:
    """Hold a statement of each side, or of one."""

    left: Statement | None
    right: Statement | None
    kind: Kind
    seen: tuple[str, str] = ("", "")  # the values of two sides, in names that they share


@dataclass(frozen=True)
class StepRows:
    """Hold the rows of one step; a heading is "" on a side that has no such step."""

    link: str  # its number on the left; marked where only the right side has it
    what: str
    left: str
    right: str
    operations: tuple[Operations, Operations]
    rows: tuple[Row, ...]

    @property
    def heading(self) -> str:
        return self.left or self.right

    @property
    def differs(self) -> bool:
        return any(row.kind is not Kind.SAME for row in self.rows)


@dataclass(frozen=True)
class _Placed:
    """Hold a statement with what it is found by."""

    statement: Statement
    heading: str
    step: StepKey
    key: Hashable
    text: str  # its value in names that both sides share
    masked: str

    @property
    def is_anonymous(self) -> bool:
        return bool(ANONYMOUS.fullmatch(self.statement.target))


def align(
    left: KernelSource, right: KernelSource, shapes: tuple[Shapes, Shapes], naming: Renaming
) -> list[StepRows]:
    """Return all statements of two kernels step by step, each once; `naming` is the right side's."""
    naming = apart(naming, right)
    own = _placed(left, shapes[0], apart(NOTHING, left))
    other = _placed(right, shapes[1], naming)
    pairs = _by_key(own, other) | _by_terms(own, other)
    # Values without a name count from 1 on either side; from here on they go by the left one's.
    names = {
        other[b].statement.target: own[a].statement.target
        for a, b in pairs.items()
        if own[a].is_anonymous
    }
    loose = {x.statement.target for x in other if x.is_anonymous} - {*names}
    same = replace(naming, anonymous=names | {name: name + "'" for name in loose})
    other = _placed(right, shapes[1], same)
    return _steps(own, other, _rows(own, other, pairs))


def _placed(kernel: KernelSource, shapes: Shapes, naming: Renaming) -> list[_Placed]:
    found = []
    for step in kernel.steps:
        for each in step.statements:
            place, text = naming.step(step, each), naming.text(each.value)
            masked = Statement(each.target, text).masked
            found.append(
                _Placed(
                    each,
                    step.heading,
                    place,
                    naming.key(each, shapes.get(each.array, ())),
                    text,
                    masked,
                )
            )
    return found


def _by_key(left: Sequence[_Placed], right: Sequence[_Placed]) -> dict[int, int]:
    """Pair what goes by one name, or is written to one element."""
    known = {x.key: place for place, x in enumerate(right) if not x.is_anonymous}
    return {
        place: known[x.key] for place, x in enumerate(left) if not x.is_anonymous and x.key in known
    }


def _by_terms(left: Sequence[_Placed], right: Sequence[_Placed]) -> dict[int, int]:
    """Pair values without a name that are made of the same terms in the same step, in their order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, x in enumerate(right):
        if x.is_anonymous:
            waiting[x.step, ANONYMOUS.sub("t", x.masked)].append(place)
    pairs = {}
    for place, x in enumerate(left):
        if x.is_anonymous and (found := waiting[x.step, ANONYMOUS.sub("t", x.masked)]):
            pairs[place] = found.pop(0)
    return pairs


def _rows(
    left: Sequence[_Placed], right: Sequence[_Placed], pairs: dict[int, int]
) -> dict[StepKey, list[Row]]:
    """Return rows by step: in the left side's order, what only the right has after what precedes it."""
    partners = {b: left[a].step for a, b in pairs.items()}
    following: defaultdict[tuple[StepKey, int], list[Row]] = defaultdict(list)
    last: dict[
        StepKey, int
    ] = {}  # of each step: what stands before, in a row there; -1 at its head
    for b, y in enumerate(right):
        if b not in partners:
            following[y.step, last.get(y.step, -1)].append(Row(None, y.statement, Kind.RIGHT))
        elif partners[b] == y.step:
            last[y.step] = b
    found = {y.step: following[y.step, -1] for y in right} | {
        x.step: [*following[x.step, -1]] for x in left
    }
    for a, x in enumerate(left):
        b = pairs.get(a, -1)
        if b < 0:
            found[x.step].append(Row(x.statement, None, Kind.LEFT))
        else:
            y = right[b]
            found[x.step].append(Row(x.statement, y.statement, _kind(x, y), (x.text, y.text)))
            found[x.step] += following.get((x.step, b), [])
    return found


def _kind(left: _Placed, right: _Placed) -> Kind:
    if left.text == right.text:
        return Kind.SAME
    return Kind.CONSTANTS if left.masked == right.masked else Kind.CHANGED


def _steps(
    left: Sequence[_Placed], right: Sequence[_Placed], rows: dict[StepKey, list[Row]]
) -> list[StepRows]:
    """Return all steps, those of the right side only after the step that they follow there."""
    sides = _headings(left), _headings(right)
    order = list(sides[0])
    place = -1
    for key in sides[1]:
        if key not in sides[0]:
            order.insert(place + 1, key)
        place = order.index(key)
    counts = _counts(left), _counts(right)
    return [
        StepRows(
            *key,
            sides[0].get(key, ""),
            sides[1].get(key, ""),
            (counts[0].get(key, Operations()), counts[1].get(key, Operations())),
            tuple(rows.get(key, ())),
        )
        for key in order
    ]


def _headings(placed: Sequence[_Placed]) -> dict[StepKey, str]:
    found: dict[StepKey, str] = {}
    for x in placed:
        found.setdefault(x.step, x.heading)
    return found


def _counts(placed: Sequence[_Placed]) -> dict[StepKey, Operations]:
    found: defaultdict[StepKey, list[Statement]] = defaultdict(list)
    for x in placed:
        found[x.step].append(x.statement)
    return {key: operations(statements) for key, statements in found.items()}


def terms(kernel: KernelSource, naming: Renaming = NOTHING) -> dict[str, str]:
    """Return the named values of a kernel, by names that both sides share."""
    naming = apart(naming, kernel)
    named = (s.target for s in kernel.statements if s.is_term)
    return {naming.word(name): name for name in named if not ANONYMOUS.fullmatch(name)}
