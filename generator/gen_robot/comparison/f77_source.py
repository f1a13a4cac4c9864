"""Read the kernels of a generated FORTRAN 77 source back, as statements under their steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gen_robot.comparison.source import KernelSource, Statement, Step

_SUBROUTINE = re.compile(r"SUBROUTINE (\w+)\((.*)\)")
_CALL = re.compile(r"CALL (\w+)\(.*\)")
_STORE = re.compile(r"(\w+)\((\d{1,9}(?:,\d{1,9})?)\) = (.*)")
_LET = re.compile(r"(\w+) = (.*)")
_GUARD = re.compile(r"IF \(\.NOT\. \((.*) \.GT\. (.*)\)\) THEN")
_FAILS = re.compile(r"INFO = (\d{1,9})")
_SIGN = re.compile(r"IF \((.*) \.(?:GT|LT)\. 0\.0[DE]0\) (\w+) = -?1\.0[DE]0")
_DIMENSIONED = re.compile(r"(\w+)\((\d{1,9}(?:,\d{1,9})?)\)")
_PLUMBING = re.compile(
    r"(?:DOUBLE PRECISION|REAL|INTEGER|GO TO|END|RETURN|IF \(INFO|CONTINUE|INTRINSIC).*"
)
KEPT, PARTS = "KEPT", "THE PARTS OF THIS ROUTINE, IN ORDER"


@dataclass
class _Routine:
    """Hold a subroutine: what it takes, and its comments and statements in order."""

    arguments: list[str]
    items: list[str] = field(default_factory=list)  # comments begin with C


def kernels(text: str, symbols: Mapping[str, str]) -> dict[str, KernelSource]:
    """Return the kernels of a source by name; `symbols` are what they are called in it."""
    routines = dict(_routines(_items(text.splitlines())))
    known = {name.upper().rstrip("_"): name for name in symbols.values()}
    called = {symbol: name for name, symbol in symbols.items()}
    return {
        called[known[name]]: _Reader({**routines}).kernel(routine)
        for name, routine in routines.items()
        if name in known
    }


def arrays(text: str, symbol: str) -> list[str]:
    """Return what a kernel's arguments are called, in order."""
    routines = dict(_routines(_items(text.splitlines())))
    return routines[symbol.upper().rstrip("_")].arguments


def _items(lines: Sequence[str]) -> Iterator[str]:
    """Yield comments and statements, each on one line; a comment begins with C."""
    waiting: list[str] = []
    for line in lines:
        is_comment = line.startswith("C")
        goes_on = bool(waiting) and (
            (is_comment and line[1:].strip() and waiting[0].startswith("C "))
            or (not is_comment and line[:5] == " " * 5 and line[5:6] not in ("", " "))
        )
        if waiting and not goes_on:
            yield " ".join(waiting)
            waiting = []
        if is_comment and not goes_on:
            waiting = [f"C {line[1:].strip()}"] if line[1:].strip() else []
        else:
            waiting.append(line[1:].strip() if is_comment else line[6:].strip())
    if waiting:
        yield " ".join(waiting)


def _routines(items: Iterator[str]) -> Iterator[tuple[str, _Routine]]:
    routine: _Routine | None = None
    for item in items:
        if found := _SUBROUTINE.fullmatch(item):
            routine = _Routine([word.strip() for word in found[2].split(",")])
            yield found[1], routine
        elif routine:
            routine.items.append(item)


@dataclass
class _Reader:
    """Hold what is known in the middle of a kernel."""

    parts: dict[str, _Routine]  # that are not yet read
    steps: list[tuple[str, list[Statement]]] = field(default_factory=list)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    guard: str = ""
    comment: str = ""

    def kernel(self, routine: _Routine) -> KernelSource:
        self.read(routine)
        return KernelSource(tuple(Step(h, tuple(found)) for h, found in self.steps if found))

    def read(self, routine: _Routine) -> None:
        for item in routine.items:
            if item.startswith("C "):
                self.comment = item[2:]
            elif item.startswith(("DOUBLE PRECISION", "REAL")):
                for name, sizes in _DIMENSIONED.findall(item):
                    self.shapes[name] = tuple(map(int, sizes.split(",")))
                self.comment = ""  # what stood above was about the routine
            elif item.startswith("RETURN"):
                return  # what follows is done where it fails
            elif call := _CALL.fullmatch(item):
                # Each once, or one that calls itself would never end.
                if part := self.parts.pop(call[1], None):
                    self.read(part)
            else:
                self.statement(item)

    def add(self, statement: Statement) -> None:
        if self.comment and self.comment not in (PARTS, "KNOWN FROM BEFORE"):
            self.steps.append((self.comment, []))
        self.comment = ""
        if not self.steps:
            self.steps.append(("", []))
        self.steps[-1][1].append(statement)

    def statement(self, item: str) -> None:
        if guard := _GUARD.fullmatch(item):
            self.guard = f"{guard[1]} > {guard[2]}"
        elif fails := _FAILS.fullmatch(item):
            if self.guard:
                self.add(Statement("", self.guard, joint=int(fails[1])))
            self.guard = ""
        elif sign := _SIGN.fullmatch(item):
            # Three statements are one: zero first, then one of two signs.
            own = self.steps[-1][1] if self.steps else []
            if own and own[-1].target == sign[2]:
                own[-1] = Statement(sign[2], f"SIGN({sign[1]})")
        elif store := _STORE.fullmatch(item):
            if store[1] != KEPT:
                self.add(self.store(*store.groups()))
        elif let := _LET.fullmatch(item):
            if not let[2].startswith(KEPT + "("):
                self.add(Statement(let[1], let[2]))
        elif not _PLUMBING.fullmatch(item):
            self.add(Statement(item, ""))  # by somebody else's hand

    def store(self, array: str, places: str, value: str) -> Statement:
        index, shape = 0, self.shapes.get(array, ())
        for place, length in zip(places.split(","), shape, strict=False):
            index = index * length + int(place) - 1
        return Statement(f"{array}({places})", value, array, index)
