"""C for many states: the statements of a routine on vectors, whose lanes are states.

Inputs become arrays of vectors, one for each element, and the text of the statements stays what it is
for one state. Columns of inputs are read before them. Of outputs, neighbouring columns are written as
soon as all of them are known. A pivot that fails is only noted: who fails is found out, state by state,
by the routine for one state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gen_robot.ir.node import SIGN, SQRT
from gen_robot.ir.routine import Angle, Comment, Expression, Literal, Routine, Statement, Store
from gen_robot.printers.c import CPrinter

GRANULE = {"double": 2, "single": 4}
"""How many numbers are 128 bits, the parts that vectors are put together from and cut into."""

WIDE = 8
"""How many granules an output has at least for two of them to be written at once."""

SOUND = "sound"
"""The array of one vector that holds which states' pivots are above their limits, so far."""

_INDENT, _CONTINUED = " " * 4, " " * 8


@dataclass(frozen=True)
class Portion:
    """Name neighbouring columns of an array that are read or written at once."""

    array: str
    first: int
    columns: int

    @property
    def members(self) -> Iterator[tuple[str, int]]:
        return ((self.array, self.first + column) for column in range(self.columns))


def portions(array: str, size: int, columns: int) -> list[Portion]:
    """Cut an array; the last portion overlaps the one before where the size is no multiple."""
    if size < columns:
        return []
    starts = [*range(0, size - columns, columns), size - columns]
    return [Portion(array, first, columns) for first in starts]


class CBatchPrinter(CPrinter):
    """Spell routines in C on vectors of states; sizes are those of the arrays for one state.

    `inline_sines` is whether the function that gives sines and cosines notes angles that are too far
    out for it; the library's are right everywhere.
    """

    def __init__(
        self,
        precision: str,
        inputs: Mapping[str, int],
        outputs: Mapping[str, int],
        shapes: Mapping[str, tuple[int, ...]],
        inline_sines: bool = True,
    ) -> None:
        super().__init__(precision, shapes=shapes)
        self.inputs, self.outputs = inputs, outputs
        self.inline_sines = inline_sines
        self.granule = GRANULE[precision]
        self.real = "lanes"
        self.functions = {SQRT: "square_root", SIGN: "sign_of"}

    def opening(self, routine: Routine) -> list[str]:
        """Return the lines that read the inputs and compute the angles."""
        lines = [*self._reading(routine)]
        if not routine.angles:
            return lines
        lines += self.lines((Comment("angles"), *routine.sums))
        lines += [line for angle in routine.angles for line in self._turn(angle)]
        if self.inline_sines:
            lines += [f"{_INDENT}if (any_far(&far)) {{", f"{_INDENT * 2}return 0;", f"{_INDENT}}}"]
        return lines

    def lines(self, statements: Iterable[Statement]) -> list[str]:
        """Return the lines of statements, and behind each of what can be written then."""
        statements = tuple(statements)
        missing = {part: part.columns for part in self._complete(statements)}
        holding: dict[tuple[str, int], list[Portion]] = defaultdict(list)
        for part in missing:
            for member in part.members:
                holding[member].append(part)
        arrays = dict.fromkeys(part.array for part in missing)
        lines = [f"{_INDENT}lanes {name}[{self.outputs[name]}];" for name in arrays]
        for statement in statements:
            if not isinstance(statement, Store) or statement.array not in self.outputs:
                lines += self.statement(statement)
                continue
            waiting = holding[statement.array, statement.index]
            lines += self.statement(statement) if waiting else self._alone(statement)
            for part in waiting:
                missing[part] -= 1
                lines += [] if missing[part] else [self._write(part)]
        return lines

    def guard(self, joint: int, pivot: str, limit: str) -> list[str]:
        return self.wrap(f"{SOUND}[0] &= (bits)({pivot} > {limit});", _INDENT, _CONTINUED)

    def expression(self, expression: Expression) -> str:
        """Spell a value; a number alone is no vector."""
        text = super().expression(expression)
        return f"ALL({text})" if isinstance(expression, Literal) else text

    def _turn(self, angle: Angle) -> list[str]:
        sine, cosine = (self.temporary(t) if t else "unused" for t in (angle.sine, angle.cosine))
        far = ", &far" if self.inline_sines else ""
        call = f"sincos_of(&{self.expression(angle.value)}, &{sine}, &{cosine}{far});"
        named = [name for name in (sine, cosine) if name != "unused"]
        return [f"{_INDENT}lanes {', '.join(named)};", *self.wrap(call, _INDENT, _CONTINUED)]

    def _reading(self, routine: Routine) -> Iterator[str]:
        for array, size in self.inputs.items():
            if array in routine.inputs_used:
                columns = self.granule if size >= self.granule else 1
                for part in portions(array, size, columns):
                    place = f"{array} + {part.first}"
                    yield f"{_INDENT}read_{columns}(from_{place}, {size}, {place});"

    def _complete(self, statements: Iterable[Statement]) -> Iterator[Portion]:
        """Yield the portions of outputs whose columns are all stored by these statements."""
        stored = {(s.array, s.index) for s in statements if isinstance(s, Store)}
        for array, size in self.outputs.items():
            columns = self.granule * (2 if size >= WIDE * self.granule else 1)
            for part in portions(array, size, columns):
                if stored.issuperset(part.members):
                    yield part

    def _write(self, part: Portion) -> str:
        place = f"{part.array} + {part.first}"
        return f"{_INDENT}write_{part.columns}({place}, to_{place}, {self.outputs[part.array]});"

    def _alone(self, store: Store) -> list[str]:
        """Write one column by itself."""
        place = f"to_{store.array} + {store.index}"
        call = f"write_1({self.expression(store.value)}, {place}, {self.outputs[store.array]});"
        return self.wrap(call, _INDENT, _CONTINUED)
