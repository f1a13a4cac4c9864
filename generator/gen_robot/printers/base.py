"""Turn routines into text: what all languages share.

Parentheses follow the tree of the expression exactly, so that every language computes the same bits.
"""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable

from gen_robot.algebra.number import Number
from gen_robot.ir.ops import ATOM, OPERATIONS, PRODUCT, SIGNED, SUM
from gen_robot.ir.routine import (
    Apply,
    Comment,
    Element,
    Expression,
    Guard,
    Let,
    Literal,
    Routine,
    Statement,
    Store,
    Temporary,
)

_EXPAND = "this language has no lanes: give it lanes.expanded(routine)"


class Printer(ABC):
    """Spell routines in one language; a language overrides the small methods at the end."""

    width: int
    regroups = False  # whether compilers may regroup a + b + c and a * b * c
    functions: dict[str, str]  # this language's names of the operations that are functions

    def body(self, routine: Routine) -> list[str]:
        """Return the lines of a kernel's body."""
        return [*self.opening(routine), *self.lines(routine.statements)]

    def opening(self, routine: Routine) -> list[str]:
        """Return the lines that compute the angles, with their cosines and sines."""
        if not routine.angles:
            return []
        return self.lines((Comment("angles"), *routine.opening))

    def lines(self, statements: Iterable[Statement]) -> list[str]:
        return [line for statement in statements for line in self.statement(statement)]

    def statement(self, statement: Statement) -> list[str]:
        match statement:
            case Comment(text):
                return self.comment(text)
            case Let(target, value):
                assert target.width == 1, _EXPAND
                return self.let(self.temporary(target), self.expression(value))
            case Store(array, index):
                return self.store(self.output(array, index), self.stored(statement))
            case Guard(joints, pivot, limit):
                assert len(joints) == 1, _EXPAND
                return self.guard(joints[0], self.expression(pivot), self.expression(limit))

    def stored(self, statement: Store) -> str:
        """Return the text of what is written."""
        assert statement.lane == 0, _EXPAND
        return self.expression(statement.value)

    def expression(self, expression: Expression) -> str:
        return self._spell(expression)[0]

    def _spell(self, expression: Expression) -> tuple[str, int]:
        """Return the text of an expression and how tightly it binds."""
        match expression:
            case Temporary(_, width):
                assert width == 1, _EXPAND
                return self.temporary(expression), ATOM
            case Element(array, index):
                return self.element(array, index), ATOM
            case Literal(value):
                return self.literal(value), SIGNED if value.sign < 0 else ATOM
            case Apply(op, arguments):
                return self._operation(op, arguments)
        raise AssertionError(_EXPAND)

    def _operation(self, op: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
        spelling = OPERATIONS[op].spelling
        if spelling.is_function:
            return f"{self.functions[op]}({self.expression(arguments[0])})", ATOM
        if spelling.level == SIGNED:
            return f"{spelling.sign}{self._within(arguments[0], ATOM)}", SIGNED
        left, right = arguments
        # To the right an equal level would regroup, and a sign may not follow an operator.
        beside = PRODUCT if spelling.level == SUM else ATOM
        first = self._within(left, beside if self.regroups else spelling.level)
        return f"{first} {spelling.sign} {self._within(right, beside)}", spelling.level

    def _within(self, expression: Expression, needed: int) -> str:
        text, level = self._spell(expression)
        signed_right = needed == PRODUCT and level == SIGNED
        return f"({text})" if level < needed or signed_right else text

    def wrap(self, text: str, indent: str, continued: str) -> list[str]:
        """Break a statement between operands."""
        if len(indent) + len(text) <= self.width:
            return [indent + text]
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
    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        """Leave, as this language's routines do, unless the pivot is above the limit."""

    @abstractmethod
    def temporary(self, temporary: Temporary) -> str: ...

    @abstractmethod
    def element(self, array: str, index: int) -> str: ...

    @abstractmethod
    def output(self, array: str, index: int) -> str: ...

    @abstractmethod
    def literal(self, value: Number) -> str: ...
