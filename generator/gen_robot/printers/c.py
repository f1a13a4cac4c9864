"""C99."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase

from gen_robot.algebra.number import Number
from gen_robot.ir.node import COS, SIGN, SIN, SQRT
from gen_robot.ir.routine import Angle, Comment, Routine, Statement, Store, Temporary
from gen_robot.printers.base import Printer
from gen_robot.printers.c_angles import groups, places, sincos_calls
from gen_robot.printers.c_rows import RowStore, by_rows, wide
from gen_robot.printers.numbers import shortest

_INDENT, _CONTINUED = " " * 4, " " * 8


class CPrinter(Printer):
    """Spell routines in C99 of one precision.

    `leave` is how one ends at a joint that fails, its number or what holds it; of arrays whose shapes
    it knows to be matrices, a remark beside the assignment says which element is meant; large ones are
    stored four elements at a time by `row_macro`, if it is told one. `in_fours` is whether the
    angles' sines and cosines come from what templates/c/angles.j2 defines, or from the library.
    """

    width = 100
    mixes_rows = False  # whether values and numbers are stored at once

    def __init__(
        self,
        precision: str = "double",
        leave: Callable[[int | str], str] = "return {};".format,
        shapes: Mapping[str, tuple[int, ...]] | None = None,
        in_fours: bool = False,
        row_macro: str = "",
    ) -> None:
        self.in_fours = in_fours
        self.precision = precision
        self.leave = leave
        self.shapes = shapes or {}
        self.row_macro = row_macro
        single = precision == "single"
        self.real = "float" if single else "double"
        self.suffix = "f" if single else ""
        self.functions = {
            SIN: "sin" + self.suffix,
            COS: "cos" + self.suffix,
            SQRT: "sqrt" + self.suffix,
            SIGN: "sign_of",
        }

    def opening(self, routine: Routine) -> list[str]:
        if not self.in_fours or not routine.angles:
            return super().opening(routine)
        found = groups(self.single_angles(routine))
        calls = [
            line
            for call in sincos_calls(found, self)
            for line in self.wrap(call, _INDENT, _CONTINUED)
        ]
        rounded = "(float)" if self.precision == "single" else ""
        where = {target: rounded + place for target, place in places(found).items()}
        names = self.turned(routine, where)
        return [*self.lines((Comment("angles"), *routine.sums)), *calls, *names]

    def single_angles(self, routine: Routine) -> Sequence[Angle]:
        """Return the angles, one after the other."""
        return routine.angles

    def turned(self, routine: Routine, where: Mapping[Temporary, str]) -> list[str]:
        """Return the lines that name cosines and sines, which are found there."""
        lines = (self.let(self.temporary(target), place) for target, place in where.items())
        return [line for each in lines for line in each]

    def comment(self, text: str) -> list[str]:
        return ["", *self.wrap(f"/* {text} */", _INDENT, f"{_INDENT}   ")]

    def let(self, target: str, value: str) -> list[str]:
        return self.wrap(f"const {self.real} {target} = {value};", _INDENT, _CONTINUED)

    def store(self, target: str, value: str) -> list[str]:
        return self.wrap(f"{target} = {value};", _INDENT, _CONTINUED)

    def lines(self, statements: Iterable[Statement]) -> list[str]:
        rows = wide(self.shapes) if self.row_macro else {}
        found = by_rows(tuple(statements), rows, self.mixes_rows)
        return [line for each in found for line in self.spelled(each)]

    def spelled(self, statement: Statement | RowStore) -> list[str]:
        """Return the lines of a statement, or of several that are one."""
        return self.row(statement) if isinstance(statement, RowStore) else self.statement(statement)

    def row(self, row: RowStore) -> list[str]:
        """Store neighbours at once."""
        values = ", ".join(self.stored(store) for store in row.stores)
        call = f"{self.row_macro}({row.array} + {row.index}, {values});"
        ends = [self._place(row.array, row.index + k) for k in (0, len(row.stores) - 1)]
        return self._remarked(self.wrap(call, _INDENT, _CONTINUED), " to ".join(ends))

    def statement(self, statement: Statement) -> list[str]:
        lines = super().statement(statement)
        if isinstance(statement, Store) and len(self.shapes.get(statement.array, ())) == 2:
            return self._remarked(lines, self._place(statement.array, statement.index))
        return lines

    def _place(self, array: str, index: int) -> str:
        """Give row and column of a matrix's element, from 1."""
        row, column = divmod(index, self.shapes[array][1])
        return f"({row + 1},{column + 1})"

    def _remarked(self, lines: list[str], text: str) -> list[str]:
        """Put a remark behind a statement, if it fits, or below."""
        *first, last = lines
        remark = f"/* {text} */"
        fits = len(last) + 1 + len(remark) <= self.width
        return [*first, f"{last} {remark}"] if fits else [*lines, _CONTINUED + remark]

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        return [
            f"{_INDENT}if (!({pivot} > {limit})) {{",
            f"{_INDENT * 2}{self.leave(joint)}",
            f"{_INDENT}}}",
        ]

    def temporary(self, temporary: Temporary) -> str:
        label = temporary.label
        return label.word if label.lane is None else f"{label.word}_{ascii_lowercase[label.lane]}"

    def element(self, array: str, index: int) -> str:
        return f"{array}[{index}]"

    output = element

    def literal(self, value: Number) -> str:
        return shortest(value, self.precision) + self.suffix
