"""C99."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase

from gen_robot.algebra.number import Number
from gen_robot.ir.node import COS, SIGN, SIN, SQRT
from gen_robot.ir.routine import Angle, Comment, Routine, Statement, Store, Temporary
from gen_robot.printers.base import Printer
from gen_robot.printers.c_angles import groups, places, sincos_calls
from gen_robot.printers.numbers import shortest

_INDENT, _CONTINUED = " " * 4, " " * 8


class CPrinter(Printer):
    """Spell routines in C99 of one precision.

    `leave` is how one ends at a joint that fails; of arrays whose shapes it knows to be matrices, a
    remark beside the assignment says which element is meant. `in_fours` is whether the
    angles' sines and cosines come from what templates/c/angles.j2 defines, or from the library.
    """

    width = 100

    def __init__(
        self,
        precision: str = "double",
        leave: Callable[[int], str] = "return {};".format,
        shapes: Mapping[str, tuple[int, ...]] | None = None,
        in_fours: bool = False,
    ) -> None:
        self.in_fours = in_fours
        self.precision = precision
        self.leave = leave
        self.shapes = shapes or {}
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

    def statement(self, statement: Statement) -> list[str]:
        lines = super().statement(statement)
        if isinstance(statement, Store) and len(self.shapes.get(statement.array, ())) == 2:
            row, column = divmod(statement.index, self.shapes[statement.array][1])
            remark = f"/* ({row + 1},{column + 1}) */"
            fits = len(lines[-1]) + 1 + len(remark) <= self.width
            lines[-1:] = [f"{lines[-1]} {remark}"] if fits else [lines[-1], _CONTINUED + remark]
        return lines

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        return [
            f"{_INDENT}if (!({pivot} > {limit})) {{",
            f"{_INDENT * 2}{self.leave(joint)}",
            f"{_INDENT}}}",
        ]

    def temporary(self, temporary: Temporary) -> str:
        label = temporary.label
        links = "_".join(str(link) for link in label.links)
        name = label.symbol + links + (f"_{label.component}" if label.component else "")
        return name if label.lane is None else f"{name}_{ascii_lowercase[label.lane]}"

    def element(self, array: str, index: int) -> str:
        return f"{array}[{index}]"

    output = element

    def literal(self, value: Number) -> str:
        return shortest(value, self.precision) + self.suffix
