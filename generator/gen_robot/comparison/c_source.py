"""Read the kernels of a generated C source back, as statements under their steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gen_robot.comparison.source import KernelSource, Statement, Step

_FUNCTION = re.compile(r"(?:static \w+ )?(?:void|int) (\w+)\(")
_PART = re.compile(r"(?:failed = )?(\w+_part\d+)\(.*\);")
_LET = re.compile(r"const \w+ (\w+) = (.*);")
_STORE = re.compile(r"(\w+)\[(\d{1,9})\] = (.*);")
_ROW = re.compile(r"ROW\((\w+) \+ (\d{1,9}), (.*)\);")
_SINCOS = re.compile(r"sincos4\((.*), &sines(\d+), &cosines\d+, &far\);")
_FETCHED = re.compile(r"(?:\(float\))?(sines|cosines)(\d+)\[(\d)\]")
_GUARD = re.compile(r"if \(!\((.* > .*)\)\) \{")
_FAILS = re.compile(r"return (?:\w+\(.*, )?(\d{1,9})\)?;")
_REMARK = re.compile(r"\s*/\* \(\d+,\d+\)(?: to \(\d+,\d+\))? \*/$")
_PLUMBING = re.compile(
    r"(?:four |pack_bits |library_sincos4\(|\(void\)|return |if \((?:any_far|failed)"
    r"|(?:double|float) kept\[|int failed;|\}|\{).*"
)
KEPT = "kept"


def kernels(text: str, symbols: Mapping[str, str]) -> dict[str, KernelSource]:
    """Return the kernels of a source by name; `symbols` are what they are called in it."""
    bodies = dict(_bodies(_without_lanes(text.splitlines())))
    return {
        name: _Reader({**bodies}).kernel(bodies[symbol])
        for name, symbol in symbols.items()
        if symbol in bodies
    }


def _without_lanes(lines: Sequence[str]) -> Iterator[str]:
    """Leave out what compilers with vectors get beside the same in scalars."""
    skipping, within = False, False
    for line in lines:
        if line == "#if LANES":
            skipping = within = True
        elif within and line in ("#else", "#endif"):
            skipping, within = False, line == "#else"
        elif not skipping:
            yield line


def _bodies(lines: Iterator[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each function's name, and the lines between its braces."""
    for line in lines:
        if found := _FUNCTION.match(line):
            body: list[str] = []
            begun = False
            for inner in lines:
                if inner == "}":
                    break
                if begun:
                    body.append(inner)
                begun = begun or inner == "{"
            yield found[1], body


@dataclass
class _Reader:
    """Hold what is known in the middle of a kernel."""

    parts: dict[str, list[str]]  # functions that are not yet read
    steps: list[tuple[str, list[Statement]]] = field(default_factory=list)
    angles: dict[str, list[str]] = field(default_factory=dict)
    guard: str = ""

    def kernel(self, body: list[str]) -> KernelSource:
        self.read(body)
        return KernelSource(tuple(Step(h, tuple(found)) for h, found in self.steps if found))

    def read(self, body: list[str]) -> None:
        for item in _items(body):
            if item.startswith("/*"):
                heading = item.removeprefix("/* ").removesuffix(" */")
                if heading != "known from before":
                    self.begin(heading)
            elif part := _PART.fullmatch(item):
                # Each once, or a part that calls itself would never end.
                self.read(self.parts.pop(part[1], []))
            else:
                self.statement(item)

    def begin(self, heading: str) -> None:
        if not self.steps or self.steps[-1][0] != heading:
            self.steps.append((heading, []))

    def add(self, statement: Statement) -> None:
        if not self.steps:
            self.begin("")
        self.steps[-1][1].append(statement)

    def statement(self, item: str) -> None:
        if let := _LET.fullmatch(item):
            name, value = let.groups()
            if not value.startswith(KEPT + "["):
                self.add(Statement(name, self.fetched(value)))
        elif store := _STORE.fullmatch(item):
            if store[1] != KEPT:
                place = f"{store[1]}[{store[2]}]"
                self.add(Statement(place, store[3], store[1], int(store[2])))
        elif row := _ROW.fullmatch(item):
            for k, value in enumerate(row[3].split(", "), int(row[2])):
                self.add(Statement(f"{row[1]}[{k}]", value, row[1], k))
        elif sincos := _SINCOS.fullmatch(item):
            self.angles[sincos[2]] = sincos[1].split(", ")
        elif guard := _GUARD.fullmatch(item):
            self.guard = guard[1]
        elif self.guard and (fails := _FAILS.fullmatch(item)):
            self.add(Statement("", self.guard, joint=int(fails[1])))
            self.guard = ""
        elif not _PLUMBING.fullmatch(item):
            self.add(Statement(item, ""))  # by somebody else's hand

    def fetched(self, value: str) -> str:
        """Return a sine or cosine by its angle, where it was computed with others."""
        found = _FETCHED.fullmatch(value)
        if not found or found[2] not in self.angles:
            return value
        function = {"sines": "sin", "cosines": "cos"}[found[1]]
        angles, place = self.angles[found[2]], int(found[3])
        return f"{function}({angles[place]})" if place < len(angles) else value


def _items(body: list[str]) -> Iterator[str]:
    """Yield headings and statements, each on one line and without remarks."""
    waiting: list[str] = []
    for line in body:
        plain = _REMARK.sub("", line).strip()
        if not plain or plain.startswith("#"):
            continue
        waiting.append(plain)
        ends = ("*/",) if waiting[0].startswith("/*") else (";", "{", "}")
        if plain.endswith(ends):
            yield " ".join(waiting)
            waiting = []
    if waiting:
        yield " ".join(waiting)
