"""FORTRAN 77, as X3.9-1978 has it: fixed form, capitals, 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence, Set

from gen_robot.algebra.number import ZERO, Number
from gen_robot.ir.graph import Label
from gen_robot.ir.node import COS, SIGN, SIN, SQRT
from gen_robot.ir.routine import Apply, Expression, Let, Statement, Temporary
from gen_robot.printers.base import Printer
from gen_robot.printers.f77_names import array_names
from gen_robot.printers.numbers import shortest

MOST_LINES = 20  # of one statement: an initial line and 19 continuation lines
FAILS = 10
"""The statement label where a kernel ends at a joint whose pivot is not above its limit."""

_INDENT, _CONTINUED = " " * 6, " " * 5 + "$  "


class F77Printer(Printer):
    """Spell routines in FORTRAN 77 of one precision, with the arrays and names of one routine."""

    width = 72
    # 6.6.4 lets a compiler regroup sums and products as it likes, but never across parentheses.
    # Products inside a sum stay bare: a compiler fuses them with it, if it is allowed to.
    regroups = True

    def __init__(
        self,
        precision: str = "double",
        shapes: Mapping[str, tuple[int, ...]] | None = None,
        names: Mapping[Label, str] | None = None,
        reserved: Set[str] = frozenset(),
    ) -> None:
        """Take what else is named in the routine, besides its values and arrays, as reserved."""
        self.precision = precision
        self.shapes = shapes or {}
        self.arrays = array_names(self.shapes, reserved)
        self.names = names or {}
        double = precision == "double"
        self.real = "DOUBLE PRECISION" if double else "REAL"
        self.exponent = "D" if double else "E"
        kind = "D" if double else ""
        self.functions = {SIN: f"{kind}SIN", COS: f"{kind}COS", SQRT: f"{kind}SQRT"}

    # Statements -------------------------------------------------------------------------------

    def statement(self, statement: Statement) -> list[str]:
        match statement:
            case Let(target, Apply(op, (x,))) if op == SIGN:
                return self._sign(self.temporary(target), x)
        return super().statement(statement)

    def let(self, target: str, value: str) -> list[str]:
        return self.line(f"{target} = {value}")

    store = let

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        # As a block: to set INFO ahead of each test made forward dynamics 5 % slower.
        return [
            *self.line(f"IF (.NOT. ({pivot} .GT. {limit})) THEN"),
            f"{_INDENT}   INFO = {joint}",
            f"{_INDENT}   GO TO {FAILS}",
            f"{_INDENT}END IF",
        ]

    def _sign(self, target: str, x: Expression) -> list[str]:
        # DSIGN takes -0.0 for negative in some compilers and for positive in others.
        argument, zero = self.expression(x), self.literal(ZERO)
        return [
            *self.line(f"{target} = {zero}"),
            *self.line(f"IF ({argument} .GT. {zero}) {target} = {self.literal(Number(1))}"),
            *self.line(f"IF ({argument} .LT. {zero}) {target} = {self.literal(Number(-1))}"),
        ]

    def line(self, text: str) -> list[str]:
        """Return one statement, on as many lines as it needs."""
        lines = self.wrap(text, _INDENT, _CONTINUED)
        assert len(lines) <= MOST_LINES, "a statement that outgrows the standard's 20 lines"
        return lines

    def declare(self, kind: str, names: Sequence[str]) -> list[str]:
        """Return type statements for these names, each on a line of its own."""
        start = f"{_INDENT}{kind} "
        rows = textwrap.wrap(", ".join(names), self.width - len(start), break_long_words=False)
        return [start + row.removesuffix(",") for row in rows]

    def dimensioned(self, array: str) -> str:
        """Return an array as it is declared."""
        return f"{self.arrays[array]}({','.join(str(length) for length in self.shapes[array])})"

    def comment(self, text: str) -> list[str]:
        return ["C", *self.remark(text)]

    def remark(self, text: str) -> list[str]:
        """Return comment lines; an indentation of the text stays."""
        # A stranger's file name may hold anything; FORTRAN's own letters are the capitals.
        plain = text.upper().encode("ascii", "replace").decode("ascii")
        indent = " " * (len(plain) - len(plain.lstrip()))
        return textwrap.wrap(
            plain.strip(),
            self.width,
            initial_indent=f"C     {indent}",
            subsequent_indent=f"C     {indent}    ",
            break_on_hyphens=False,
        ) or ["C"]

    # Expressions ------------------------------------------------------------------------------

    def temporary(self, temporary: Temporary) -> str:
        return self.names[temporary.label]

    def element(self, array: str, index: int) -> str:
        """Spell an element from its place in row-major order; FORTRAN's own order is its affair."""
        places = []
        for length in reversed(self.shapes[array]):
            index, place = divmod(index, length)
            places.append(str(place + 1))
        return f"{self.arrays[array]}({','.join(reversed(places))})"

    output = element

    def literal(self, value: Number) -> str:
        mantissa, _, exponent = shortest(value, self.precision).partition("e")
        point = "" if "." in mantissa else ".0"
        return f"{mantissa}{point}{self.exponent}{int(exponent or 0)}"
