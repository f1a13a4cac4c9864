"""C with vectors: the lanes of a routine as GNU C has them.

A value of lanes is a vector, a scalar beside it stands for all of them, and brackets take one lane.
Types and what goes across lanes are defined by templates/c/lanes.j2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gen_robot.ir.graph import Label
from gen_robot.ir.lanes import apart, named_lane, width
from gen_robot.ir.ops import ATOM, OPERATIONS
from gen_robot.ir.routine import (
    Angle,
    Apply,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literals,
    Routine,
    Statement,
    Store,
    Temporary,
    reads,
    within,
)
from gen_robot.printers.c import CPrinter

_INDENT, _CONTINUED = " " * 4, " " * 8


def register(lanes: int) -> int:
    """Return how wide a vector is that holds so many lanes: a power of two."""
    return 1 << (lanes - 1).bit_length()


def lane_type(lanes: int) -> str:
    """Return the type of values of so many lanes."""
    return f"lanes{register(lanes)}"


class LanesPrinter(CPrinter):
    """Spell routines of lanes in C99 with vectors."""

    mixes_rows = True

    @classmethod
    def like(cls, other: CPrinter) -> LanesPrinter:
        """Return a printer that is told the same as another."""
        return cls(other.precision, other.leave, other.shapes, other.in_fours, other.row_macro)

    def lines(self, statements: Iterable[Statement]) -> list[str]:
        return super().lines(_with_gathers(statements))

    def statement(self, statement: Statement) -> list[str]:
        match statement:
            case Let(target, Gather(array, indices)):
                elements = [self.element(array, index) for index in indices]
                return self._vector_let(
                    target.width, self.temporary(target), self._filled(elements)
                )
            case Let(target, value) if target.width > 1:
                text = self.expression(value)
                return self._vector_let(target.width, self.temporary(target), text)
            case Guard(joints, pivot, limit) if len(joints) > 1:
                return self._guards(joints, pivot, limit)
        return super().statement(statement)

    def single_angles(self, routine: Routine) -> list[Angle]:
        # Those of most lanes first: then the lanes of one stand in one group.
        wide = sorted(routine.angles, key=lambda angle: -register(width(angle.value)))
        return [one for angle in wide for one in apart(angle)]

    def turned(self, routine: Routine, where: Mapping[Temporary, str]) -> list[str]:
        lines: list[str] = []
        for angle in routine.angles:
            for target in (angle.cosine, angle.sine):
                if target and target.width > 1:
                    each = [where[named_lane(target, k)] for k in range(target.width)]
                    lines += self._vector_let(
                        target.width, self.temporary(target), self._filled(each)
                    )
                elif target:
                    lines += self.let(self.temporary(target), where[target])
        return lines

    def stored(self, statement: Store) -> str:
        return self._lane(statement.value, statement.lane)

    def temporary(self, temporary: Temporary) -> str:
        lane = temporary.label.lane
        if lane is None:
            return super().temporary(temporary)
        whole = replace(temporary, label=replace(temporary.label, lane=None))
        return f"{super().temporary(whole)}[{lane}]"

    def _spell(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case Temporary():
                return self.temporary(expression), ATOM
            case Gather():
                return self.temporary(_named(expression)), ATOM
            case Literals(values):
                return self._vector([self.literal(value) for value in values]), ATOM
            case LaneSum(value):
                return f"lane_sum{width(value)}(&{self.expression(value)})", ATOM
            case Apply(op, (value,)) if OPERATIONS[op].spelling.is_function and width(value) > 1:
                name = self.expression(value)
                each = [f"{self.functions[op]}({name}[{k}])" for k in range(width(value))]
                return self._vector(each), ATOM
        return super()._spell(expression)

    def _guards(self, joints: Sequence[int], pivot: Expression, limit: Expression) -> list[str]:
        """Leave at the first lane that fails, if any does."""
        lanes = len(joints)
        above, least = (self._addressed(side, lanes) for side in (pivot, limit))
        lines = [f"{_INDENT}if (!lanes_above{lanes}({above}, {least})) {{"]
        for lane, joint in enumerate(joints[:-1]):
            own = [self._lane(side, lane) for side in (pivot, limit)]
            lines += [
                f"{_INDENT * 2}if (!({own[0]} > {own[1]})) {{",
                f"{_INDENT * 3}{self.leave(joint)}",
                f"{_INDENT * 2}}}",
            ]
        return [*lines, f"{_INDENT * 2}{self.leave(joints[-1])}", f"{_INDENT}}}"]

    def _lane(self, value: Expression, lane: int) -> str:
        text = self.expression(value)
        return f"{text}[{lane}]" if width(value) > 1 else text

    def _addressed(self, value: Expression, lanes: int) -> str:
        """Return the address of a vector; a scalar is in all its lanes."""
        text = self.expression(value)
        return f"&{text if width(value) > 1 else self._vector([text] * lanes)}"

    def _vector_let(self, lanes: int, target: str, value: str) -> list[str]:
        return self.wrap(f"const {lane_type(lanes)} {target} = {value};", _INDENT, _CONTINUED)

    def _vector(self, elements: Sequence[str]) -> str:
        return f"({lane_type(len(elements))}){self._filled(elements)}"

    def _filled(self, elements: Sequence[str]) -> str:
        """Return the elements of a vector; what is left of it repeats the last."""
        left = register(len(elements)) - len(elements)
        return f"{{{', '.join([*elements, *[elements[-1]] * left])}}}"


def _with_gathers(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements, and before the first that needs some elements of an input, these as lanes."""
    known: set[Gather] = set()
    for statement in statements:
        if isinstance(statement, Let) and isinstance(statement.value, Gather):
            yield statement  # it has a name
            continue
        for expression in reads(statement):
            for part in within(expression):
                if isinstance(part, Gather) and part not in known:
                    known.add(part)
                    yield Let(_named(part), part)
        yield statement


def _named(gather: Gather) -> Temporary:
    """Name elements of an input by all their places: q_0_3_6_9."""
    return Temporary(Label(f"{gather.array}_", gather.indices), len(gather.indices))
