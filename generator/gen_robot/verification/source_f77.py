"""Emitted FORTRAN 77 in fixed form, read back into the same programs as C."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gen_robot.errors import UserError, shown
from gen_robot.verification.literals import DOUBLE, rounded
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SUB,
    Builder,
    Guard,
    Program,
)
from gen_robot.verification.signature import Array, Signature

_TOKEN = re.compile(
    r"\s*(\d+\.\d*(?:[DE][+-]?\d+)?|\d+[DE][+-]?\d+|\d+|[A-Z][A-Z0-9_]*|\.[A-Z]+\.|[-+*/(),=])"
)
_TRIG = {"DSIN": SIN, "DCOS": COS, "SIN": SIN, "COS": COS}
_SUMS, _PRODUCTS = {"+": ADD, "-": SUB}, {"*": MUL, "/": DIV}
_STATUS = "INFO"


class Line(NamedTuple):
    """Hold a statement with the number of its first line."""

    number: int
    label: str
    text: str


def read_f77(text: str, file: str, signature: Signature) -> Program:
    """Return the program of one routine."""
    return _Reader(text, file, signature).program()


def statements(text: str) -> Iterator[Line]:
    """Yield statements: comments dropped, continued lines joined, 72 columns."""
    current: Line | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw[:72].rstrip()
        if not line or raw[0] in "Cc*!":
            continue
        if len(line) > 5 and line[5] not in " 0" and not line[:5].strip() and current:
            current = current._replace(text=current.text + line[6:])
            continue
        if current:
            yield current
        current = Line(number, line[:5].strip(), line[6:].strip().upper())
    if current:
        yield current


class _Reader:
    def __init__(self, text: str, file: str, signature: Signature) -> None:
        self.file = file
        self.signature = signature
        self.double = signature.bits == DOUBLE
        self.build = Builder(signature.bits)
        self.named: dict[str, int] = {}
        self.arrays: dict[str, Array] = {}
        self.declared: set[str] = set()
        self.text = text

    def fail(self, line: Line, problem: str) -> UserError:
        cure = "gen-robot verify reads only what gen-robot writes"
        return UserError(f"{self.file}:{line.number}", problem, cure)

    def program(self) -> Program:
        lines = self._routine()
        self._opening(lines[0])
        rest = iter(lines[1:])
        has_returned = False
        for line in rest:
            if has_returned:
                break  # what is left is where guards go
            if line.text == "END":
                break
            has_returned = self._statement(line, rest)
        if self.signature.has_status and not has_returned:
            raise self.fail(lines[-1], "the routine does not return")
        for array in self.signature.outputs:
            for k in range(array.size):
                if (array.name, k) not in self.build.outputs:
                    raise self.fail(lines[-1], f"{array.name}[{k}] is never assigned")
        return self.build.program

    def _routine(self) -> list[Line]:
        symbol = self.signature.symbol.rstrip("_").upper()
        found: list[list[Line]] = []
        is_inside = False
        for line in statements(self.text):
            if re.match(rf"SUBROUTINE\s+{re.escape(symbol)}\s*\(", line.text):
                found.append([])
                is_inside = True
            if is_inside:
                found[-1].append(line)
                is_inside = line.text != "END"
        if len(found) != 1:
            raise UserError(
                self.file, f"defines {shown(symbol)} {len(found)} times", "once is right"
            )
        return found[0]

    def _opening(self, line: Line) -> None:
        names = [name.strip() for name in line.text[line.text.index("(") + 1 : -1].split(",")]
        arrays = self.signature.arrays
        if len(names) != len(arrays) + self.signature.has_status or len({*names}) != len(names):
            raise self.fail(line, f"takes {len(names)} arguments")
        if self.signature.has_status and names[-1] != _STATUS:
            raise self.fail(line, f"its last argument is not {_STATUS}")
        self.arrays = dict(zip(names, arrays, strict=False))

    # Statements -------------------------------------------------------------------------------

    def _statement(self, line: Line, rest: Iterator[Line]) -> bool:
        """Take one statement; return whether the routine returns there."""
        if line.label:
            raise self.fail(line, f"a label, {line.label}")
        kind = "DOUBLE PRECISION " if self.double else "REAL "
        if line.text.startswith(kind):
            self._declare(line, line.text.removeprefix(kind))
        elif re.fullmatch(rf"INTEGER\s+{_STATUS}", line.text) or line.text == f"{_STATUS} = 0":
            pass
        elif line.text == "RETURN" and self.signature.has_status:
            return True
        elif line.text.startswith("IF ("):
            self._guard(line, rest)
        elif "=" in line.text:
            self._assign(line)
        else:
            raise self.fail(line, f"{shown(line.text)} is no statement of a kernel")
        return False

    def _declare(self, line: Line, names: str) -> None:
        for name, bounds in re.findall(r"([A-Z][A-Z0-9_]*)\s*(?:\(([^)]*)\))?", names):
            if name in self.declared:
                raise self.fail(line, f"{name} is declared twice")
            self.declared.add(name)
            array = self.arrays.get(name)
            if bounds != (",".join(map(str, array.shape)) if array else ""):
                raise self.fail(line, f"{name} has the bounds ({bounds})")

    def _guard(self, line: Line, rest: Iterator[Line]) -> None:
        found = re.fullmatch(r"IF \(\.NOT\. \((.*) \.GT\. (.*)\)\) THEN", line.text)
        inside = [next(rest, line).text for _ in range(3)]
        leaves = re.fullmatch(rf"{_STATUS} = \d+", inside[0]) and re.match(r"GO TO \d+$", inside[1])
        if not found or not leaves or inside[2] != "END IF" or not self.signature.has_status:
            raise self.fail(line, "a branch that is no guard")
        value, limit = (_Expression(self, line, text).whole() for text in found.groups())
        self.build.guards.append(Guard(value, limit))

    def _assign(self, line: Line) -> None:
        target, _, expression = line.text.partition("=")
        value = _Expression(self, line, expression).whole()
        target = target.strip()
        name, bracket, inside = target.partition("(")
        if not bracket:
            if target not in self.declared or target in self.named or target in self.arrays:
                raise self.fail(line, f"{target} is not declared, or has a value already")
            self.named[target] = value
            return
        place = self.place(line, name.strip(), inside.rstrip(") ").split(","))
        if place in self.build.outputs or self.arrays[name.strip()] not in self.signature.outputs:
            raise self.fail(line, f"{target} is assigned twice, or is no output")
        self.build.outputs[place] = value

    def place(self, line: Line, name: str, indices: list[str]) -> tuple[str, int]:
        """Return which element of which array this is, row by row from zero."""
        array = self.arrays.get(name)
        if array is None or name not in self.declared or len(indices) != len(array.shape):
            raise self.fail(line, f"{shown(name)} is no array of {len(indices)} dimensions")
        position = 0
        for index, length in zip(indices, array.shape, strict=True):
            if not index.strip().isdigit() or not 1 <= int(index) <= length:
                raise self.fail(line, f"{name} has no element ({', '.join(indices)})")
            position = position * length + int(index) - 1
        return array.name, position


class _Expression:
    """Read one expression by descent: sums of products of factors."""

    def __init__(self, reader: _Reader, line: Line, text: str) -> None:
        self.reader, self.line = reader, line
        self.build = reader.build
        self.tokens: list[str] = []
        text, start = text.strip(), 0
        while start < len(text):
            found = _TOKEN.match(text, start)
            if not found:
                raise reader.fail(line, f"{shown(text[start:])} is not read")
            self.tokens.append(found.group(1))
            start = found.end()
        self.at = 0

    def whole(self) -> int:
        value = self._sum()
        if self.at != len(self.tokens):
            raise self.reader.fail(self.line, f"{shown(self.tokens[self.at])} is not expected")
        return value

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise self.reader.fail(
                self.line, f"{shown(token)} stands where {wanted or 'more'} should"
            )
        self.at += 1
        return token

    def _sum(self) -> int:
        # A sign is before a whole product: - A * B is -(A * B), the same real number.
        negative = self.next == "-" and bool(self._take())
        value = self._product(negative)
        while self.next in _SUMS:
            op = _SUMS[self._take()]
            value = self.build.put(op, value, self._product())
        return value

    def _product(self, negative: bool = False) -> int:
        value = self._factor()
        if negative:
            # Of the first factor, as C has it; both are the same number, rounded or not.
            value = self.build.put(NEG, value)
        while self.next in _PRODUCTS:
            op = _PRODUCTS[self._take()]
            value = self.build.put(op, value, self._factor())
        return value

    def _factor(self) -> int:
        token = self._take()
        if token == "(":
            value = self._sum()
            self._take(")")
            return value
        if token[0].isdigit():
            return self.build.put(LITERAL, literal=self._literal(token))
        if token in _TRIG and (token[0] == "D") == self.reader.double:
            self._take("(")
            value = self._sum()
            self._take(")")
            return self.build.put(_TRIG[token], value)
        if token in self.reader.named:
            return self.reader.named[token]
        if token in self.reader.arrays:
            return self._element(token)
        raise self.reader.fail(self.line, f"{shown(token)} has no value")

    def _element(self, name: str) -> int:
        self._take("(")
        indices = [self._take()]
        while self.next == ",":
            self._take()
            indices.append(self._take())
        self._take(")")
        place = self.reader.place(self.line, name, indices)
        if self.reader.arrays[name] not in self.reader.signature.inputs:
            raise self.reader.fail(self.line, f"{name} is read, and is an output")
        return self.build.put(INPUT, place=place)

    def _literal(self, token: str) -> float:
        wanted = r"\d+\.\d*D[+-]?\d+" if self.reader.double else r"\d+\.\d*(E[+-]?\d+)?"
        if not re.fullmatch(wanted, token):
            kind = "DOUBLE PRECISION" if self.reader.double else "REAL"
            raise self.reader.fail(self.line, f"{shown(token)} is no literal of type {kind}")
        return rounded(token.replace("D", "E"), self.reader.signature.bits)
