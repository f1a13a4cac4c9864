"""C for many states: the statements of a routine on vectors, whose lanes are states.

Arrays of the routine become arrays of vectors, one for each element, and the text of the statements
stays what it is for one state. Columns of an input are read before, those of an output are written as
soon as all of a portion are known. A pivot that fails is only noted: states that fail are left to the
routine for one state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gen_robot.ir.lanes import expanded
from gen_robot.ir.node import SIGN, SQRT
from gen_robot.ir.routine import Angle, Comment, Expression, Literal, Routine, Store
from gen_robot.printers.c import CPrinter

GRANULE = {"double": 2, "single": 4}
"""How many numbers are 128 bits, the parts that vectors are put together from and cut into."""

WIDE = 8
"""How many granules an output has at least for two of them to be written at once."""

_INDENT = " " * 4


@dataclass(frozen=True)
class Portion:
    """Name neighbouring columns of an array that are read or written at once."""

    array: str
    first: int
    columns: int


def portions(array: str, size: int, columns: int, granule: int) -> list[Portion]:
    """Cut an array; the last portion overlaps the one before where the size is no multiple."""
    if size < granule:
        return [Portion(array, column, 1) for column in range(size)]
    starts = [*range(0, size - columns, columns), size - columns]
    return [Portion(array, first, columns) for first in starts]


class CBatchPrinter(CPrinter):
    """Spell routines in C on vectors of states; sizes are those of the arrays for one state."""

    def __init__(
        self, precision: str, sizes: Mapping[str, int], shapes: Mapping[str, tuple[int, ...]]
    ) -> None:
        super().__init__(precision, shapes=shapes)
        self.sizes = sizes
        self.granule = GRANULE[precision]
        self.real = "lanes"
        self.functions = {SQRT: "LEVEL(square_root)", SIGN: "LEVEL(sign_of)"}

    def body(self, routine: Routine) -> list[str]:
        """Return the lines from reading the inputs to writing the outputs."""
        routine = expanded(routine)
        return [
            *self._reading(routine),
            *self.opening(routine),
            *self._writing(routine),
        ]

    def opening(self, routine: Routine) -> list[str]:
        if not routine.angles:
            return []
        lines = [*self.lines((Comment("angles"), *routine.sums))]
        for angle in routine.angles:
            lines += self._turn(angle)
        return [*lines, f"{_INDENT}if (LEVEL(any_far)(far)) {{", f"{_INDENT * 2}return 0;", f"{_INDENT}}}"]

    def _turn(self, angle: Angle) -> list[str]:
        names = [self.temporary(t) if t else "" for t in (angle.sine, angle.cosine)]
        declared = ", ".join(name for name in names if name)
        sine, cosine = (f"&{name}" if name else "&unused" for name in names)
        call = f"LEVEL(sine_and_cosine)({self.expression(angle.value)}, {sine}, {cosine}, &far);"
        return [f"{_INDENT}lanes {declared};", *self.wrap(call, _INDENT, _INDENT * 2)]

    def _reading(self, routine: Routine) -> Iterator[str]:
        for array, size in self.sizes.items():
            if array in routine.inputs_used:
                for part in portions(array, size, self.granule, self.granule):
                    place = f"{array} + {part.first}"
                    yield f"{_INDENT}LEVEL(read_{part.columns})(from_{place}, {size}, {place});"

    def _writing(self, routine: Routine) -> Iterator[str]:
        """Yield the statements, and behind each what can be written then."""
        missing = {part: part.columns for part in self._written(routine)}
        holding: dict[tuple[str, int], list[Portion]] = defaultdict(list)
        for part in missing:
            for column in range(part.first, part.first + part.columns):
                holding[part.array, column].append(part)
        for statement in routine.statements:
            yield from self.statement(statement)
            if isinstance(statement, Store):
                for part in holding[statement.array, statement.index]:
                    missing[part] -= 1
                    if not missing[part]:
                        place = f"{part.array} + {part.first}"
                        size = self.sizes[part.array]
                        yield f"{_INDENT}LEVEL(write_{part.columns})({place}, to_{place}, {size});"

    def _written(self, routine: Routine) -> Iterator[Portion]:
        for array in dict.fromkeys(s.array for s in routine.statements if isinstance(s, Store)):
            size = self.sizes[array]
            columns = self.granule * (2 if size >= WIDE * self.granule else 1)
            yield from portions(array, size, columns, self.granule)

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        return self.wrap(f"sound &= (mask)({pivot} > {limit});", _INDENT, _INDENT * 2)

    def expression(self, expression: Expression) -> str:
        """Spell a value; a number alone is no vector."""
        text = super().expression(expression)
        return f"ALL({text})" if isinstance(expression, Literal) else text
