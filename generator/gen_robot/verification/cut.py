"""Where a solution of M x = b passes from mechanics to elimination: a cut through its program.

Below the cut are polynomials that are elements of M and of tau - h, or what elimination makes of them
as long as pivots are constants. Above it is a program in these alone. Values at random states say which
value may be which; that it is so, at all states, is for others to prove.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.verification.elimination import Formula
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    SIN,
    SQRT,
    SUB,
    Program,
)

_CLOSE, _CLOSE_IN_SINGLE = 2.0**-26, 2.0**-10  # wide: a wrong digit is to be found by the proof


class NoCut(Exception):
    """Say why a program has no such cut."""


class Wrong(Exception):
    """Say which guard, or which constant, is not what it should be."""


@dataclass(frozen=True)
class Cut:
    """Hold which values are which entries of the table, with their signs, and what is above."""

    entries: Mapping[int, tuple[int, int]]
    above: tuple[int, ...]  # values between the cut and the outputs, in order
    literals: tuple[int, ...]


def candidates(
    program: Program, values: Sequence[Sequence[Number]], table: Sequence[Formula]
) -> dict[int, tuple[int, int]]:
    """Return which polynomials are close to an entry, at all states; `values` are by state."""
    close = _CLOSE if program.bits > 24 else _CLOSE_IN_SINGLE
    entries = [
        (number, [float(x) for x in entry.values])
        for number, entry in enumerate(table)
        if any(entry.values)
    ]
    result: dict[int, tuple[int, int]] = {}
    gaps: dict[int, float] = {}
    for number in _polynomials(program):
        node = program.nodes[number]
        if node.op == LITERAL:
            continue
        own = [float(each[number]) for each in values]
        terms = [k for k in node.arguments if k in result] if node.op in (ADD, SUB) else []
        for entry, wanted in entries:
            for sign in (1, -1):
                gap = max(
                    abs(a - sign * b) / (abs(b) or 1e-300) for a, b in zip(own, wanted, strict=True)
                )
                # What little is left of an element is as close to it as the element itself.
                is_left = any(result[k][0] == entry and gaps[k] <= 4 * gap for k in terms)
                # Elements that are equal at all states are close alike: the first one stands.
                if gap <= close and gap < gaps.get(number, 4.0) / 4 and not is_left:
                    gaps[number] = gap or 1e-300
                    result[number] = entry, sign
    return result


def _polynomials(program: Program) -> list[int]:
    divided: set[int] = set()
    for number, node in enumerate(program.nodes):
        if node.op in (DIV, SQRT) or any(k in divided for k in node.arguments):
            divided.add(number)
    return [number for number in range(len(program.nodes)) if number not in divided]


def cut(program: Program, possible: Mapping[int, tuple[int, int]]) -> Cut:
    """Walk from outputs down to entries; what else is found there must be literals."""
    entries: dict[int, tuple[int, int]] = {}
    above: set[int] = set()
    literals: set[int] = set()
    waiting = [*program.outputs.values()]
    while waiting:
        number = waiting.pop()
        node = program.nodes[number]
        if number in possible:
            entries[number] = possible[number]
        elif node.op == LITERAL:
            literals.add(number)
        elif node.op in (INPUT, SIN, COS):
            raise NoCut("forms no M, or folds it in another way")
        elif number not in above:
            above.add(number)
            waiting += node.arguments
    for guard in program.guards:
        if guard.value not in above and guard.value not in entries:
            raise Wrong(f"{guard.name} does not look at a pivot")
        limit = program.nodes[guard.limit]
        of = [k for k in limit.arguments if k in possible] if limit.op == MUL else []
        entries |= {k: possible[k] for k in of}
    return Cut(dict(sorted(entries.items())), tuple(sorted(above)), tuple(sorted(literals)))
