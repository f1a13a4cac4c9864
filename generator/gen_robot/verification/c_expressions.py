"""Expressions of emitted C: what names, elements, literals and operations stand for.

A value is one number, or the lanes of a vector; an operation on vectors is one for each lane, and a
number beside a vector stands in all of them. Types are held strictly: a literal has the routine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gen_robot.errors import UserError, shown
from gen_robot.verification.c_lanes import lane_order, register
from gen_robot.verification.literals import DOUBLE, rounded
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Builder,
)
from gen_robot.verification.signature import Array

Lanes = tuple[int, ...]

_BINARY = {"+": ADD, "-": SUB, "*": MUL, "/": DIV}
_FUNCTIONS = {"sin": SIN, "cos": COS, "sqrt": SQRT}
_SIGN = "sign_of"
_SIGN_TEXT = (
    r"static {0} sign_of\({0} x\)\s*\{{\s*"
    r"return \({0}\)\(\(x > 0\.0f?\) - \(x < 0\.0f?\)\);\s*\}}"
)


@dataclass
class Scope:
    """Hold what names stand for within one function."""

    inputs: dict[str, Array] = field(default_factory=dict)
    results: dict[str, Array] = field(default_factory=dict)
    kept: str = ""  # the array in which parts hand values on
    named: dict[str, int | Lanes] = field(default_factory=dict)
    groups: dict[str, Lanes] = field(default_factory=dict)  # sines1, cosines1 ...

    def has(self, name: str) -> bool:
        everything = (self.inputs, self.results, self.named, self.groups)
        return name == self.kept or any(name in names for names in everything)


class Expressions:
    """Give the numbers of values, as far as expressions are understood."""

    def __init__(self, file: str, bits: int, text: str) -> None:
        self.file, self.bits = file, bits
        self.text = text
        self.real = "double" if bits == DOUBLE else "float"
        self.build = Builder(bits)
        self.scope = Scope()
        self.kept: dict[int, int] = {}

    def fail(self, node: Any, problem: str, cure: str = "") -> UserError:
        line = node if isinstance(node, int) else node.coord.line
        cure = cure or "gen-robot verify reads only what gen-robot writes"
        return UserError(f"{self.file}:{line}", problem, cure)

    def number(self, node: Any) -> int:
        """Return the number of an expression's value, which is no vector."""
        value = self.value(node)
        if not isinstance(value, int):
            raise self.fail(node, "a vector where a number is expected")
        return value

    def vector(self, node: Any, lanes: int) -> Lanes:
        """Return the lanes of an expression's value; a number is in all of them."""
        value = self.value(node)
        if isinstance(value, int):
            return (value,) * lanes
        if len(value) != lanes:
            raise self.fail(node, f"a vector of {len(value)} where {lanes} are expected")
        return value

    def index(self, node: Any) -> int:
        if kind(node) != "Constant" or node.type != "int" or not node.value.isdigit():
            raise self.fail(node, "an index that is no number")
        if len(node.value) > 1 and node.value[0] == "0":
            raise self.fail(node, "an index in octal")
        return int(node.value)

    def value(self, node: Any) -> int | Lanes:
        """Return the number of an expression's value, or of its lanes."""
        what = kind(node)
        if what == "Constant":
            return self.build.put(LITERAL, literal=self._literal(node))
        if what == "ID" and node.name in self.scope.named:
            return self.scope.named[node.name]
        if what == "ID":
            raise self.fail(node, f"{shown(node.name)} has no value")
        if what == "ArrayRef":
            return self._element(node)
        if what == "BinaryOp" and node.op in _BINARY:
            op, left, right = _BINARY[node.op], self.value(node.left), self.value(node.right)
            return self._each(node, lambda a, b: self.build.put(op, a, b), left, right)
        if what == "UnaryOp" and node.op == "-":
            return self._each(node, lambda a: self.build.put(NEG, a), self.value(node.expr))
        if what == "Cast" and type_name(node.to_type.type) == self.real:
            return self.number(node.expr)  # a double's sine as a float
        if what == "CompoundLiteral":
            return self.filled(node.init, type_name(node.type.type))
        if what == "FuncCall" and node.args is not None and len(node.args.exprs) == 1:
            return self._function(node, getattr(node.name, "name", ""), node.args.exprs[0])
        raise self.fail(node, f"{article(what)} is not read")

    def _each(self, node: Any, operation: Callable[..., int], *values: int | Lanes) -> int | Lanes:
        """Apply an operation to numbers, or lane by lane."""
        widths = {len(value) for value in values if not isinstance(value, int)}
        if not widths:
            return operation(*values)
        if len(widths) > 1:
            raise self.fail(node, "vectors of two lengths")
        (lanes,) = widths
        columns = [(v,) * lanes if isinstance(v, int) else v for v in values]
        return tuple(operation(*lane) for lane in zip(*columns, strict=True))

    def filled(self, node: Any, of: str) -> Lanes:
        """Return the lanes that a list in braces gives a vector of a type."""
        lanes = register(self.text, of, self.real)
        if lanes is None or kind(node) != "InitList" or len(node.exprs) != lanes:
            raise self.fail(node, f"{shown(of)} is no type of vectors, or has other elements")
        return tuple(self.number(each) for each in node.exprs)

    def _function(self, node: Any, name: str, argument: Any) -> int:
        # In a float routine both: a double's sine is no worse.
        plain = name if self.real == "double" else name.removesuffix("f")
        if plain in _FUNCTIONS:
            return self.build.put(_FUNCTIONS[plain], self.number(argument))
        if name == _SIGN:
            if not re.search(_SIGN_TEXT.format(re.escape(self.real)), self.text):
                raise self.fail(node, f"{_SIGN} is not the text that is known")
            return self.build.put(SIGN, self.number(argument))
        order = lane_order(self.text, name, self.real)
        if order is None:
            raise self.fail(node, "a FuncCall is not read")
        lanes = self.value(self.addressed(argument))
        if isinstance(lanes, int) or max(order.places) >= len(lanes):
            raise self.fail(node, "a sum over the lanes of what has none")
        return order.total(lanes, lambda a, b: self.build.put(ADD, a, b))

    def addressed(self, argument: Any) -> Any:
        """Return what an address is taken of."""
        if kind(argument) != "UnaryOp" or argument.op != "&":
            raise self.fail(argument, "no address where one is expected")
        return argument.expr

    def _element(self, node: Any) -> int:
        name, index = getattr(node.name, "name", ""), self.index(node.subscript)
        if name in self.scope.inputs:
            array = self.scope.inputs[name]
            if index >= array.size:
                raise self.fail(node, f"{name}[{index}] is beyond its end")
            return self.build.put(INPUT, place=(array.name, index))
        lanes = self.scope.groups.get(name) or self.scope.named.get(name)
        if isinstance(lanes, tuple) and index < len(lanes):
            return lanes[index]
        if name and name == self.scope.kept and index in self.kept:
            return self.kept[index]
        raise self.fail(node, f"{shown(name)}[{index}] has no value")

    def _literal(self, node: Any) -> float:
        text = node.value
        wanted = r"(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?"
        ending = "" if self.real == "double" else "f"
        is_real = re.fullmatch(wanted + ending, text) and re.search(r"[.eE]", text)
        if not is_real:
            raise self.fail(node, f"{shown(text)} is no literal of type {self.real}")
        return rounded(text.removesuffix("f"), self.bits)


def kind(node: Any) -> str:
    return type(node).__name__


def type_name(node: Any) -> str:
    names = getattr(getattr(node, "type", node), "names", None) or getattr(node, "names", [])
    return " ".join(names)


def article(what: str) -> str:
    return f"{'an' if what[:1] in 'AEIOU' else 'a'} {what}"
