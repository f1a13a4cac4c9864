"""Whether what is above the cut solves M x = b, and stops at bad pivots: an identity of formulas.

Over a prime field with random elements of M and b, an identity that is wrong shows with a probability
of at least 1 - D / p, D its degree; a few fields in a row leave no doubt worth the name.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from gen_robot.algebra.number import Number
from gen_robot.verification.cut import Cut, NoCut, Wrong
from gen_robot.verification.elimination import Formula, M, computed, same
from gen_robot.verification.finite_field import BITS, Field, NoInverse, Residue, random_prime
from gen_robot.verification.pivot_guards import check_guards
from gen_robot.verification.program import (
    ADD,
    DIV,
    MUL,
    NEG,
    SQRT,
    SUB,
    Program,
)

_DOUBT = 1e-30
_FEWEST, _MOST = 3, 24
_HEIGHT = 200.0  # for the chance that a prime divides what is no zero: constants have 250 bits
_EXACT = (0.0, 1.0, 2.0)
_NEAR = 1e-6  # of a constant that it should be


@dataclass(frozen=True)
class Solves:
    """Hold how sure it is that a program solves M x = b."""

    degree: int
    doubt: float


def constants(program: Program, split: Cut, table: Sequence[Formula]) -> dict[int, tuple[int, int]]:
    """Return which entry each literal above the cut is, with its sign; plain numbers are left out."""
    fixed = [(n, entry.constant) for n, entry in enumerate(table) if entry.constant]
    unit = 2.0**-program.bits
    result: dict[int, tuple[int, int]] = {}
    for number in split.literals:
        x = program.nodes[number].literal
        if abs(x) in _EXACT:
            continue
        gaps = [
            (abs(float((_exactly(abs(x)) - abs(c)) / c)), n, c) for n, c in fixed if c is not None
        ]
        gap, entry, c = min(gaps, key=lambda each: each[0], default=(1.0, 0, Number(1)))
        if gap <= 2 * unit:
            result[number] = entry, 1 if (x > 0) == (c > 0) else -1
        elif gap <= _NEAR + 2.0**7 * unit:
            raise Wrong(f"the constant {x!r} should be {float(c)!r} or minus that")
        elif any(abs(abs(x) - exact) <= _NEAR for exact in _EXACT if exact):
            raise Wrong(f"the constant {x!r} should be a whole number")
        else:
            raise NoCut(f"has a constant that is none of M's: {x!r}")
    return result


def solves(program: Program, split: Cut, table: Sequence[Formula], size: int, seed: str) -> Solves:
    """Check the identity; NoCut if it does not hold."""
    known = constants(program, split, table)
    degree = _degree(program, split, table)
    share = _HEIGHT * degree / 2.0 ** (BITS - 1)
    times = _FEWEST
    while times < _MOST and 2 * size * share**times > _DOUBT:
        times += 1
    doubt = 2 * size * share**times
    if doubt > _DOUBT:
        raise NoCut("is too long for this proof")
    chosen = Random(seed)
    done = 0
    while done < times:
        try:
            _once(program, split, table, known, size, Field(random_prime(chosen)), chosen)
        except (NoInverse, ZeroDivisionError):
            times += 1  # an unlucky choice; not for ever
            if times > 4 * _MOST:
                raise NoCut("divides by zero") from None
        done += 1
    return Solves(degree, max(doubt, 1e-300))


def _once(
    program: Program,
    split: Cut,
    table: Sequence[Formula],
    known: Mapping[int, tuple[int, int]],
    size: int,
    field: Field,
    chosen: Random,
) -> None:
    symbols = _symbols(table, field, chosen)
    numbers = {entry for entry, _ in [*split.entries.values(), *known.values()]}

    @cache
    def inverse(number: int) -> Residue:
        (value,) = computed(table, element, inverse, root, [number]).values()
        return field.number(1) / value

    @cache
    def root(number: int) -> Residue:
        return field.root(inverse(number))

    def element(entry: Formula) -> Residue:
        return symbols[entry.kind, entry.parts]

    entries = computed(table, element, inverse, root, sorted(numbers))
    values: dict[int, Residue] = {}
    for number, (entry, sign) in [*split.entries.items(), *known.items()]:
        values[number] = entries[entry] if sign > 0 else -entries[entry]
    for number in split.literals:
        if number not in values:
            values[number] = field.number(program.nodes[number].literal)
    for number in split.above:
        values[number] = _operation(program, number, values, field)
    matrix = [[symbols[M, (max(i, j), min(i, j))] for j in range(size)] for i in range(size)]
    right = [symbols["b", (i,)] for i in range(size)]
    _check_solution(program, values, matrix, right, field)
    check_guards(program, split, table, values, matrix)


def _symbols(
    table: Sequence[Formula], field: Field, chosen: Random
) -> dict[tuple[str, tuple[int, ...]], Residue]:
    """Return a random number for each element; zeros, constants and equal ones stay what they are."""
    result: dict[tuple[str, tuple[int, ...]], Residue] = {}
    met: list[tuple[Formula, Residue]] = []
    for entry in table:
        if entry.kind not in (M, "b"):
            continue
        value: Residue | None = None
        if entry.constant is not None:
            value = field.number(entry.constant)
        else:
            for other, its in met:
                if all(same(a, b) for a, b in zip(entry.values, other.values, strict=True)):
                    value = its
                elif all(same(-a, b) for a, b in zip(entry.values, other.values, strict=True)):
                    value = -its
        if value is None:
            value = field.number(chosen.randrange(1, field.prime))
            met.append((entry, value))
        result[entry.kind, entry.parts] = value
    return result


def _operation(
    program: Program, number: int, values: Mapping[int, Residue], field: Field
) -> Residue:
    node = program.nodes[number]
    parts = [values[k] for k in node.arguments]
    if node.op == ADD:
        return parts[0] + parts[1]
    if node.op == SUB:
        return parts[0] - parts[1]
    if node.op == MUL:
        return parts[0] * parts[1]
    if node.op == DIV:
        return parts[0] / parts[1]
    if node.op == SQRT:
        return field.root(parts[0])
    assert node.op == NEG, node.op
    return -parts[0]


def _check_solution(
    program: Program,
    values: Mapping[int, Residue],
    matrix: Sequence[Sequence[Residue]],
    right: Sequence[Residue],
    field: Field,
) -> None:
    size = len(right)
    (array,) = {name for name, _ in program.outputs}
    own = [values[program.outputs[array, k]] for k in range(len(program.outputs))]
    if len(own) == size:
        columns, sides = [own], [list(right)]
    else:  # an inverse, row by row
        columns = [[own[k * size + j] for k in range(size)] for j in range(size)]
        sides = [[field.number(int(i == j)) for i in range(size)] for j in range(size)]
    for column, side in zip(columns, sides, strict=True):
        for row, wanted in zip(matrix, side, strict=True):
            total = field.number(0)
            for a, x in zip(row, column, strict=True):
                total = total + a * x
            if total != wanted:
                raise NoCut("does not solve M x = b for all M of this pattern")


def _degree(program: Program, split: Cut, table: Sequence[Formula]) -> int:
    """Return the degree of what has to vanish, in elements of M and b, or more.

    A value is a numerator over a product of numerators that were divided by, each by its number.
    """
    own = _entry_degrees(table)
    tops = {number: own[entry] for number, (entry, _) in split.entries.items()}
    tops |= {number: 0 for number in split.literals}
    bottoms: dict[int, Powers] = {number: {} for number in tops}
    sizes: dict[int, int] = {}

    def over(bottom: Powers) -> int:
        return sum(sizes[k] * power for k, power in bottom.items())

    for number in split.above:
        node = program.nodes[number]
        a, b = node.arguments[0], node.arguments[-1]
        if node.op in (NEG, SQRT):  # a root counts as its square does, which is more
            tops[number], bottoms[number] = tops[a], bottoms[a]
        elif node.op == MUL:
            tops[number] = tops[a] + tops[b]
            bottoms[number] = _merged(bottoms[a], bottoms[b], operator.add)
        elif node.op == DIV:
            sizes[b] = tops[b]
            tops[number] = tops[a] + over(bottoms[b])
            bottoms[number] = _merged(bottoms[a], {b: 1}, operator.add)
        else:
            both = _merged(bottoms[a], bottoms[b], max)
            whole = over(both)
            tops[number] = whole + max(tops[a] - over(bottoms[a]), tops[b] - over(bottoms[b]))
            bottoms[number] = both
    ends = [*program.outputs.values(), *(guard.value for guard in program.guards)]
    common: Powers = {}
    for end in ends:
        common = _merged(common, bottoms[end], max)
    return 2 + over(common) + max(tops[end] for end in ends)


Powers = dict[int, int]
"""Of numerators that were divided by."""


def _merged(a: Powers, b: Powers, combine: Callable[[int, int], int]) -> Powers:
    return {k: combine(a.get(k, 0), b.get(k, 0)) for k in {**a, **b}}


def _entry_degrees(table: Sequence[Formula]) -> list[int]:
    found: list[int] = []
    for entry in table:
        if entry.constant is not None or entry.kind in ("inverse", "root"):
            found.append(0)
        elif entry.kind == "left":
            x, y, z, _ = entry.parts
            found.append(max(found[x], found[y] + found[z]))
        else:
            found.append(found[entry.parts[0]] if entry.kind in ("ratio", "scaled") else 1)
    return found


def _exactly(x: float) -> Number:
    top, bottom = x.as_integer_ratio()
    return Number(top) / Number(bottom)
