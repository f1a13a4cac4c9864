"""Expressions of emitted FORTRAN 77, read by descent: sums of products of factors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from gen_robot.errors import UserError, shown
from gen_robot.verification.literals import rounded
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SQRT,
    SUB,
    Builder,
)
from gen_robot.verification.signature import Array, Signature

KEPT = "KEPT"
"""The array in which the parts of a routine hand values on."""

_TOKEN = re.compile(
    r"\s*(\d+\.\d*(?:[DE][+-]?\d+)?|\d+[DE][+-]?\d+|\d+|[A-Z][A-Z0-9_]*|\.[A-Z]+\.|[-+*/(),=])"
)
_FUNCTIONS = {"SIN": SIN, "COS": COS, "SQRT": SQRT}
_SUMS, _PRODUCTS = {"+": ADD, "-": SUB}, {"*": MUL, "/": DIV}


class Line(NamedTuple):
    """Hold a statement with the number of its first line."""

    number: int
    label: str
    text: str


class Reader(Protocol):
    """Know what names stand for."""

    build: Builder
    signature: Signature
    double: bool
    kind: str
    named: dict[str, int]
    kept: dict[int, int]

    @property
    def arrays(self) -> Mapping[str, Array]: ...

    def fail(self, line: Line, problem: str) -> UserError: ...
    def place(self, line: Line, name: str, indices: list[str]) -> tuple[str, int]: ...


class Expression:
    """Read one expression by descent: sums of products of factors."""

    def __init__(self, reader: Reader, line: Line, text: str) -> None:
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
        if token.removeprefix(self.reader.kind) in _FUNCTIONS:
            op = _FUNCTIONS[token.removeprefix(self.reader.kind)]
            self._take("(")
            value = self._sum()
            self._take(")")
            return self.build.put(op, value)
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
        if name == KEPT:
            if place[1] not in self.reader.kept:
                raise self.reader.fail(self.line, f"{name}({place[1] + 1}) has no value")
            return self.reader.kept[place[1]]
        if self.reader.arrays[name] not in self.reader.signature.inputs:
            raise self.reader.fail(self.line, f"{name} is read, and is an output")
        return self.build.put(INPUT, place=place)

    def _literal(self, token: str) -> float:
        wanted = r"\d+\.\d*D[+-]?\d+" if self.reader.double else r"\d+\.\d*(E[+-]?\d+)?"
        if not re.fullmatch(wanted, token):
            kind = "DOUBLE PRECISION" if self.reader.double else "REAL"
            raise self.reader.fail(self.line, f"{shown(token)} is no literal of type {kind}")
        return rounded(token.replace("D", "E"), self.reader.signature.bits)
