"""What a program's values are made of, before any is computed: degrees, monomials, and bytes.

A value's degree in an angle is bounded by that of its parts: the sum for a product, the larger for a
sum. So the program is determined by its values on a grid that is fine enough for these degrees,
whatever cancels. Degree 2, which the dynamics have, would not do: intermediate harmonics alias.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gen_robot.verification.joint_motion import SIGN_OF_RATE
from gen_robot.verification.layout import PLAIN, Layout
from gen_robot.verification.polynomial import Monomial, vanishes
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Place,
    Program,
)
from gen_robot.verification.tensors import Axes, Joined, united

BYTES = 16
"""Of a number in double-double."""

ANGLES, RATES = "q", "qd"
"""The arrays whose elements may be angles, and velocities."""


class NotPolynomial(Exception):
    """Say what keeps a program from being a trigonometric polynomial."""


@dataclass(frozen=True)
class Angle:
    """Hold a sum of the grid's angles, each a whole number of times, and a constant."""

    multiples: Mapping[int, int]
    shift: Fraction = Fraction(0)


@dataclass(frozen=True)
class Linear:
    """Hold a sum of inputs, each so many times, and a constant."""

    multiples: Mapping[Place, Fraction]
    shift: Fraction = Fraction(0)


def linear(program: Program) -> dict[int, Linear]:
    """Return the values that are sums of multiples of inputs, by their numbers."""
    found: dict[int, Linear] = {}
    for number, node in enumerate(program.nodes):
        parts = [found.get(k) for k in node.arguments]
        if node.op == LITERAL:
            found[number] = Linear({}, Fraction(node.literal))
        elif node.op == INPUT:
            found[number] = Linear({node.place: Fraction(1)})
        elif node.op in (ADD, SUB, NEG, MUL):
            combined = _combined(node.op, *parts)
            if combined is not None:
                found[number] = combined
    return found


def _combined(op: str, *given: Linear | None) -> Linear | None:
    parts = [part for part in given if part is not None]
    if len(parts) < len(given):
        return None
    factors: tuple[Fraction, ...]
    if op == MUL:
        number, other = sorted(parts, key=lambda part: len(part.multiples))
        if number.multiples:
            return None
        factors, parts = (number.shift,), [other]
    else:
        factors = tuple(map(Fraction, {ADD: (1, 1), SUB: (1, -1), NEG: (-1,)}[op]))
    multiples: dict[Place, Fraction] = {}
    shift = Fraction(0)
    for factor, part in zip(factors, parts, strict=True):
        shift += factor * part.shift
        for place, times in part.multiples.items():
            multiples[place] = multiples.get(place, Fraction(0)) + factor * times
    return Linear({k: v for k, v in multiples.items() if v}, shift)


def angles(program: Program, layout: Layout = PLAIN) -> dict[int, Angle]:
    """Return, by its node's number, each sum that a sine or a cosine is taken of."""
    arguments = {node.arguments[0] for node in program.nodes if node.op in (SIN, COS)}
    sums = linear(program) if arguments else {}
    found = {}
    for argument in sorted(arguments):
        if argument not in sums:
            raise NotPolynomial("takes the sine of what is no sum of angles")
        multiples: dict[int, int] = {}
        for (array, index), times in sums[argument].multiples.items():
            own = layout.multiples(index, times) if array == ANGLES else None
            if own is None or layout.waves((array, index)) is not None:
                raise NotPolynomial("takes the sine of a multiple of an angle that is unknown")
            for axis, count in own.items():
                multiples[axis] = multiples.get(axis, 0) + count
        kept = {axis: count for axis, count in multiples.items() if count}
        found[argument] = Angle(kept, sums[argument].shift)
    return found


def signs(program: Program) -> dict[int, tuple[int, int]]:
    """Return, by its node's number, each velocity that a sign is taken of, and which way."""
    arguments = {node.arguments[0] for node in program.nodes if node.op == SIGN}
    sums = linear(program) if arguments else {}
    found = {}
    for argument in sorted(arguments):
        own = sums.get(argument, Linear({}))
        ((array, index), times) = next(iter(own.multiples.items()), (("", 0), Fraction(0)))
        if len(own.multiples) != 1 or own.shift or array != RATES:
            raise NotPolynomial("takes the sign of what is no velocity")
        found[argument] = (index, 1 if times > 0 else -1)
    return found


def degrees(program: Program, layout: Layout = PLAIN) -> dict[int, int]:
    """Return the degree of a program's outputs in each angle, or more."""
    found = angles(program, layout)
    known: list[dict[int, int]] = []
    for node in program.nodes:
        parts = [known[k] for k in node.arguments]
        if node.op in (SIN, COS):
            known.append({k: abs(n) for k, n in found[node.arguments[0]].multiples.items()})
        elif node.op == INPUT:
            known.append({axis: 1 for axis, _ in layout.waves(node.place) or ()})
        elif node.op == MUL:
            known.append({k: sum(p.get(k, 0) for p in parts) for k in {**parts[0], **parts[1]}})
        elif node.op in (DIV, SQRT):
            raise NotPolynomial("divides" if node.op == DIV else "takes a root")
        elif node.op == SIGN:
            known.append({})
        else:
            keys = {k for part in parts for k in part}
            known.append({k: max(part.get(k, 0) for part in parts) for k in keys})
    result: dict[int, int] = {}
    for number in program.outputs.values():
        for k, degree in known[number].items():
            result[k] = max(degree, result.get(k, 0))
    return result


Structure = dict[Monomial, frozenset[Axes]]


def peak_bytes(
    program: Program,
    points: Mapping[int, int],
    joined: Joined,
    most: float,
    layout: Layout = PLAIN,
    effort: float = math.inf,
) -> float:
    """Return how many bytes are alive at once, or infinity as soon as they are more than `most`.

    Also as soon as more than `effort` bytes have been written in all.
    """
    found, turned = angles(program, layout), signs(program)
    last = program.last_uses
    structures: dict[int, Structure] = {}
    sizes: dict[int, float] = {}
    dying: dict[int, list[int]] = {}
    for number, end in enumerate(last):
        dying.setdefault(end, []).append(number)
    alive = peak = written = 0.0
    for number, node in enumerate(program.nodes):
        parts = [structures[k] for k in node.arguments]
        if node.op == LITERAL:
            structure: Structure = {(): frozenset([()])} if node.literal else {}
        elif node.op == INPUT:
            structure = structure_of(node.place, layout)
        elif node.op == SIGN:
            index, _ = turned[node.arguments[0]]
            structure = {(spelled((SIGN_OF_RATE, index)),): frozenset([()])}
        elif node.op in (SIN, COS):
            structure = {(): frozenset([tuple(sorted(found[node.arguments[0]].multiples))])}
        elif node.op == MUL:
            structure = product(parts[0], parts[1], joined)
        else:
            structure = total(parts, joined)
        structures[number] = structure
        sizes[number] = sum(
            BYTES * math.prod(points[a] for a in axes)
            for parts in structure.values()
            for axes in parts
        )
        alive += sizes[number]
        written += sizes[number]
        peak = max(peak, alive)
        if peak > most or written > effort:
            return math.inf
        for dead in dying.get(number, ()):
            alive -= sizes[dead]
            structures.pop(dead, None)
    return peak


def structure_of(place: Place, layout: Layout) -> Structure:
    """Return what an input is made of."""
    waves = layout.waves(place)
    if waves is None:
        return {(spelled(place),): frozenset([()])}
    return {(): frozenset([tuple(sorted(axis for axis, _ in waves))])}


def spelled(place: tuple[str, int]) -> str:
    """Return the name of a variable."""
    return f"{place[0]}[{place[1]}]"


def total(parts: list[Structure], joined: Joined) -> Structure:
    """Return what a sum is made of."""
    result = dict(parts[0])
    for other in parts[1:]:
        for monomial, axes in other.items():
            result[monomial] = _gathered([*result.get(monomial, ()), *axes], joined)
    return result


def product(a: Structure, b: Structure, joined: Joined) -> Structure:
    """Return what a product is made of."""
    products: dict[Monomial, list[Axes]] = {}
    for m, left in a.items():
        for n, right in b.items():
            if vanishes(m, n):
                continue
            both = {united(x, y) for x in left for y in right}
            products.setdefault(tuple(sorted(m + n)), []).extend(both)
    return {m: _gathered(axes, joined) for m, axes in products.items()}


def _gathered(many: list[Axes], joined: Joined) -> frozenset[Axes]:
    result: list[Axes] = []
    for axes in many:
        place = 0
        while place < len(result):
            both = joined(result[place], axes)
            if both is None:
                place += 1
            else:
                result.pop(place)
                axes, place = both, 0
        result.append(axes)
    return frozenset(result)
