"""C with vectors: the lanes of a routine as GNU C has them.

A value of lanes is a vector, a scalar beside it stands for all of them, and names in brackets take one.
What templates/c/lanes.j2 defines are the types and the sums over lanes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gen_robot.ir.lanes import width
from gen_robot.ir.ops import ATOM, OPERATIONS
from gen_robot.ir.routine import (
    Apply,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literals,
    Statement,
    Store,
    Temporary,
    reads,
    within,
)
from gen_robot.printers.c import CPrinter

_INDENT, _CONTINUED = " " * 4, " " * 8

REGISTERS = {2: 2, 3: 4, 4: 4}
"""How many lanes a vector has that holds so many: powers of two."""


class LanesPrinter(CPrinter):
    """Spell routines with lanes in C99 with vectors."""

    def lines(self, statements: Iterable[Statement]) -> list[str]:
        lines: list[str] = []
        named: set[Gather] = set()
        for statement in statements:
            for gather in _gathers(statement):
                if gather not in named:
                    named.add(gather)
                    lines += self._gathered(gather)
            lines += self.statement(statement)
        return lines

    def statement(self, statement: Statement) -> list[str]:
        match statement:
            case Let(target, value) if target.width > 1:
                text = f"const {self._type(target.width)} {self.temporary(target)} = {self.expression(value)};"
                return self.wrap(text, _INDENT, _CONTINUED)
            case Store(array, index, value, lane) if width(value) > 1:
                one = f"{self.expression(value)}[{lane}]"
                return self._remarked(statement, self.store(self.output(array, index), one))
            case Guard(joints, pivot, limit) if len(joints) > 1:
                return self._guard(joints, pivot, limit)
        return super().statement(statement)

    def _spell(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case Temporary():
                return self.temporary(expression), ATOM
            case Gather():
                return _name(expression), ATOM
            case Literals(values):
                return self._vector([self.literal(value) for value in values]), ATOM
            case LaneSum(value):
                return f"lane_sum{width(value)}({self.expression(value)})", ATOM
            case Apply(op, (value,)) if OPERATIONS[op].spelling.is_function and width(value) > 1:
                name = self.expression(value)
                each = [f"{self.functions[op]}({name}[{k}])" for k in range(width(value))]
                return self._vector(each), ATOM
        return super()._spell(expression)

    def temporary(self, temporary: Temporary) -> str:
        lane = temporary.label.lane
        if lane is None:
            return super().temporary(temporary)
        return f"{super().temporary(Temporary(_whole(temporary)))}[{lane}]"
