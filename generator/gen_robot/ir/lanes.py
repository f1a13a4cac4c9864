"""Lanes: how wide a value is, and the scalar routine that does the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gen_robot.algebra.number import ONE
from gen_robot.ir.halving import halved
from gen_robot.ir.node import ADD, MUL, NEG
from gen_robot.ir.routine import (
    Angle,
    Apply,
    Block,
    Comment,
    Element,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literal,
    Literals,
    Routine,
    Statement,
    Store,
    Temporary,
)


def width(expression: Expression) -> int:
    """Return the number of lanes of a value."""
    match expression:
        case Temporary(_, lanes):
            return lanes
        case Gather(_, indices):
            return len(indices)
        case Literals(values):
            return len(values)
        case Apply(_, arguments):
            wide = {width(a) for a in arguments} - {1}
            assert len(wide) <= 1, "lanes of two widths in one operation"
            return wide.pop() if wide else 1
    return 1


def expanded(routine: Routine) -> Routine:
    """Return the routine with a scalar statement for each lane; names tell the lane."""
    return replace(
        routine,
        sums=tuple(let for wide in routine.sums for let in _lets(wide)),
        angles=tuple(angle for wide in routine.angles for angle in apart(wide)),
        blocks=tuple(_block(block) for block in routine.blocks),
    )


def _block(block: Block) -> Block:
    return Block(
        tuple(s for wide in block.statements for s in _statements(wide)),
        tuple(t for wide in block.live_out for t in _temporaries(wide)),
    )


def _temporaries(wide: Temporary) -> Iterator[Temporary]:
    for lane in range(wide.width):
        yield named_lane(wide, lane)


def _lets(wide: Let) -> Iterator[Let]:
    for lane in range(wide.target.width):
        yield Let(named_lane(wide.target, lane), _scalar(wide.value, lane))


def apart(wide: Angle) -> Iterator[Angle]:
    """Yield the angles of all lanes."""
    for lane in range(width(wide.value)):
        yield Angle(
            _scalar(wide.value, lane),
            wide.cosine and named_lane(wide.cosine, lane),
            wide.sine and named_lane(wide.sine, lane),
        )


def _statements(wide: Statement) -> Iterator[Statement]:
    match wide:
        case Comment():
            yield wide
        case Let():
            yield from _lets(wide)
        case Store(array, index, value, lane):
            yield Store(array, index, _scalar(value, lane))
        case Guard(joints, pivot, limit):
            for lane, joint in enumerate(joints):
                yield Guard((joint,), _scalar(pivot, lane), _scalar(limit, lane))


def named_lane(wide: Temporary, lane: int) -> Temporary:
    """Return one lane of a value as a value of its own."""
    if wide.width == 1:
        return wide
    return Temporary(replace(wide.label, lane=lane))


def _scalar(expression: Expression, lane: int) -> Expression:
    """Return one lane of a value; a scalar is the same in all."""
    match expression:
        case Temporary():
            return named_lane(expression, lane)
        case Gather(array, indices):
            return Element(array, indices[lane])
        case Literals(values):
            return Literal(values[lane])
        case Apply(op, arguments):
            return _signed(op, tuple(_scalar(a, lane) for a in arguments))
        case LaneSum(value):
            lanes = [_scalar(value, k) for k in range(width(value))]
            return halved(lanes, lambda a, b: Apply(ADD, (a, b)))
    return expression


def _signed(op: str, arguments: tuple[Expression, ...]) -> Expression:
    """Return an operation; a factor that is 1 or -1 in this lane is no more than a sign."""
    if op == MUL and isinstance(arguments[0], Literal) and abs(arguments[0].value) == ONE:
        value = arguments[1]
        return value if arguments[0].value == ONE else Apply(NEG, (value,))
    return Apply(op, arguments)


def widths(routine: Routine) -> set[int]:
    """Return the numbers of lanes that values of a routine have, if they are no scalars."""
    return {temporary.width for temporary in routine.temporaries} - {1}
