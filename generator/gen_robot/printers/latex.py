"""LaTeX: statements as rows of aligned equations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gen_robot.algebra.number import Number
from gen_robot.ir.node import COS, DIV, MUL, SIGN, SIN, SQRT
from gen_robot.ir.ops import ATOM, PRODUCT
from gen_robot.ir.routine import Expression, Store, Temporary
from gen_robot.printers.base import Printer
from gen_robot.printers.latex_names import spelled_element, spelled_label

DIGITS = 6
"""Of numbers: papers are read by people."""

_COMMAND = re.compile(r"\\[a-zA-Z]+")
_UNSEEN = re.compile(r"[{}_^\\]")


class LatexPrinter(Printer):
    """Spell routines in the papers' symbols; the shapes of arrays tell matrices from vectors.

    `apart` is whether the numbers of links are written with commas between them.
    """

    width = 95  # letters in a row, about

    def __init__(
        self, shapes: Mapping[str, tuple[int, ...]] | None = None, apart: bool = False
    ) -> None:
        self.shapes, self.apart = shapes or {}, apart
        self.functions = {SIN: r"\sin", COS: r"\cos", SIGN: r"\operatorname{sgn}"}

    # Statements -------------------------------------------------------------------------------

    def let(self, target: str, value: str) -> list[str]:
        first, *rest = self._broken(value)
        return [f"{target} &= {first}", *(rf"&\quad {line}" for line in rest)]

    def stores(self, stores: Sequence[Store]) -> list[str]:
        """Write elements of outputs that are one value; some are called by its name already."""
        value = self.expression(stores[0].value)
        targets = [self.output(store.array, store.index) for store in stores]
        named = [target for target in targets if target != value]
        return self.let(" = ".join(named), value) if named else []

    store = let

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        return [rf"{pivot} &> {limit} \qquad\text{{(or else the routine ends at joint {joint})}}"]

    def comment(self, text: str) -> list[str]:
        return [f"% {text}"]

    def _broken(self, value: str) -> list[str]:
        """Break an expression before signs, so that no row is too long."""
        lines, row = [], ""
        for term in re.split(r"(?= [+-] )", value):
            if row and _seen(row + term) > self.width:
                lines.append(row)
                row = "{}" + term
            else:
                row += term
        return [*lines, row]

    # Expressions ------------------------------------------------------------------------------

    def _operation(self, op: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
        if op == MUL:
            left, right = (self._within(x, PRODUCT) for x in arguments)
            return rf"{left} \, {right}", PRODUCT
        if op == DIV:
            above, below = map(self.expression, arguments)
            return rf"\frac{{{above}}}{{{below}}}", ATOM
        if op == SQRT:
            return rf"\sqrt{{{self.expression(arguments[0])}}}", ATOM
        return super()._operation(op, arguments)

    def temporary(self, temporary: Temporary) -> str:
        return spelled_label(temporary.label, self.apart)

    def element(self, array: str, index: int) -> str:
        """Spell an element from its place in row-major order."""
        return spelled_element(array, self._indices(array, index))

    output = element

    def _indices(self, array: str, index: int) -> Sequence[int]:
        shape = self.shapes.get(array, ())
        if len(shape) < 2:
            return (index + 1,)
        row, column = divmod(index, shape[1])
        return row + 1, column + 1

    def literal(self, value: Number) -> str:
        mantissa, _, exponent = value.spelled(DIGITS).partition("e")
        mantissa = mantissa.removesuffix(".0")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def _seen(text: str) -> int:
    """Return about how many letters a reader sees."""
    return len(_UNSEEN.sub("", _COMMAND.sub("x", text)).replace(" ", ""))
