"""Turn programs into text: what all languages share.

Parentheses follow the tree of the expression exactly, so that every language computes the same bits.
"""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod

from gen_robot.algebra.number import Number
from gen_robot.ir.node import ADD, COS, DIV, MUL, NEG, SIGN, SIN, SQRT, SUB
from gen_robot.ir.program import (
    Apply,
    Comment,
    Element,
    Expression,
    Let,
    Literal,
    Program,
    Require,
    Statement,
    Store,
    Temporary,
)

_SUM, _PRODUCT, _SIGNED, _ATOM = range(4)
_LEVEL = {ADD: _SUM, SUB: _SUM, MUL: _PRODUCT, DIV: _PRODUCT, NEG: _SIGNED}
_SIGNS = {ADD: "+", SUB: "-", MUL: "*", DIV: "/"}


class Printer(ABC):
    """Spell programs in one language; a language overrides the small methods at the end."""

    width: int
    regroups = False  # whether compilers may regroup a + b + c and a * b * c
    functions: dict[str, str]  # SIN, COS, SQRT, SIGN -> this language's names

    def body(self, program: Program, leave: str = "") -> list[str]:
        """Return the lines of a kernel's body; `leave` is how it ends at a joint that fails."""
        lines: list[str] = []
        for statement in program.statements:
            lines += self.statement(statement, leave)
        return lines

    def statement(self, statement: Statement, leave: str = "") -> list[str]:
        match statement:
            case Comment(text):
                return self.comment(text)
            case Let(target, value):
                return self.let(self.temporary(target), self.expression(value))
            case Store(array, index, value):
                return self.store(self.output(array, index), self.expression(value))
            case Require(joint, pivot, limit):
                condition = self.expression(pivot), self.expression(limit)
                return self.require(*condition, leave.format(joint=joint))

    def expression(self, expression: Expression) -> str:
        return self._spell(expression)[0]

    def _spell(self, expression: Expression) -> tuple[str, int]:
        """Return the text of an expression and how tightly it binds."""
        match expression:
            case Temporary():
                return self.temporary(expression), _ATOM
            case Element(array, index):
                return self.element(array, index), _ATOM
            case Literal(value):
                return self.literal(value), _SIGNED if value.sign < 0 else _ATOM
            case Apply(op, arguments) if op in (SIN, COS, SQRT, SIGN):
                return f"{self.functions[op]}({self.expression(arguments[0])})", _ATOM
            case Apply(op, (operand,)) if op == NEG:
                return f"-{self._within(operand, _ATOM)}", _SIGNED
            case Apply(op, (left, right)):
                level = _LEVEL[op]
                # To the right an equal level would regroup, and a sign may not follow an operator.
                beside = _PRODUCT if level == _SUM else _ATOM
                first = self._within(left, beside if self.regroups else level)
                second = self._within(right, beside)
                return f"{first} {_SIGNS[op]} {second}", level
        raise AssertionError(expression)

    def _within(self, expression: Expression, needed: int) -> str:
        text, level = self._spell(expression)
        signed_right = needed == _PRODUCT and level == _SIGNED
        return f"({text})" if level < needed or signed_right else text

    def wrap(self, text: str, indent: str, continued: str) -> list[str]:
        """Break a statement between operands."""
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=continued,
            break_long_words=False,
            break_on_hyphens=False,
        )

    @abstractmethod
    def comment(self, text: str) -> list[str]: ...

    @abstractmethod
    def let(self, target: str, value: str) -> list[str]: ...

    @abstractmethod
    def store(self, target: str, value: str) -> list[str]: ...

    @abstractmethod
    def require(self, pivot: str, limit: str, leave: str) -> list[str]: ...

    @abstractmethod
    def temporary(self, temporary: Temporary) -> str: ...

    @abstractmethod
    def element(self, array: str, index: int) -> str: ...

    @abstractmethod
    def output(self, array: str, index: int) -> str: ...

    @abstractmethod
    def literal(self, value: Number) -> str: ...
