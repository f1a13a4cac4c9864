"""What rounding can do to each kernel, for the heads of sources: bounds by `verification.rounding`.

The program that is bounded is the routine itself, as it is about to be printed. gen-robot verify reads
the printed text back and finds the same bound.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.precision import PRECISIONS, Precision
from gen_robot.description.description import Description
from gen_robot.ir.routine import Apply, Element, Expression, Let, Literal, Routine, Store, Temporary
from gen_robot.languages.emission import ScheduledKernel
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model
from gen_robot.verification.bodies import bodies, not_covered
from gen_robot.verification.program import INPUT, LITERAL, Builder, Program
from gen_robot.verification.robot import Robot
from gen_robot.verification.rounding import ACCELERATION, VELOCITY, Box, box_of, rounding
from gen_robot.verification.units import unit_of

_BOUNDED = frozenset({"add", "sub", "mul", "neg", "sin", "cos"})
_OF_THE_STATE = frozenset({"q", "qd", "qdd"})


def error_bounds(
    kernels: Sequence[ScheduledKernel], description: Description, model: Model, precision: str
) -> dict[str, str]:
    """Return by kernel what rounding adds at most; nothing for kernels that divide."""
    if not_covered(description) or model.parameters:
        return {}
    coordinates = Coordinates(model)
    starts = {link.joint_name: coordinates.places(link) for link in model.free_links}
    places, rates = ({name: start[k] for name, start in starts.items()} for k in (0, 1))
    chain = bodies(description, places, rates)
    box = box_of(chain, VELOCITY, ACCELERATION)
    turning = Robot(tuple(chain), ()).turning
    found: dict[str, str] = {}
    for scheduled in kernels:
        told = _bound(scheduled, box, turning, model, PRECISIONS[precision])
        if told:
            found[scheduled.choice.kernel.name] = told
    return found


def _bound(
    scheduled: ScheduledKernel,
    box: Box,
    turning: frozenset[int],
    model: Model,
    precision: Precision,
) -> str | None:
    arrays = {array.name: array for array in scheduled.choice.kernel.outputs}
    if any(array.name not in _OF_THE_STATE for array in scheduled.choice.inputs):
        return None
    program = _program(scheduled.apart, precision)
    errors = rounding(program, box) if program else None
    if not errors:
        return None
    (array, index), worst = max(errors.items(), key=lambda each: each[1])
    given = arrays[array]
    unit = unit_of(array, given.unit, given.size(model), index, model.free_nv, turning)
    return f"{worst:.1e} {unit}" if unit else None


def _program(routine: Routine, precision: Precision) -> Program | None:
    """Return a scalar routine as the program that verify would read back; None if it divides."""
    build = Builder(precision.bits)
    known: dict[Temporary, int] = {}

    def value(expression: Expression) -> int | None:
        match expression:
            case Temporary():
                return known.get(expression)
            case Literal(number):
                return build.put(LITERAL, literal=precision.rounded(number))
            case Element(array, index):
                return build.put(INPUT, place=(array, index))
            case Apply(op, arguments) if op in _BOUNDED:
                parts = [value(each) for each in arguments]
                if not any(part is None for part in parts):
                    return build.put(op, *(part for part in parts if part is not None))
        return None

    for statement in (*routine.opening, *routine.statements):
        if isinstance(statement, Let | Store):
            number = value(statement.value)
            if number is None:
                return None
            if isinstance(statement, Let):
                known[statement.target] = number
            else:
                build.outputs[statement.array, statement.index] = number
    return build.program
