"""What a program's values are made of, before any is computed: degrees, monomials, and bytes.

A value's degree in an angle is bounded by that of its parts: the sum for a product, the larger for a
sum. So the program is determined by its values on a grid that is fine enough for these degrees,
whatever cancels. Degree 2, which the dynamics have, would not do: intermediate harmonics alias.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SUB,
    Program,
)
from gen_robot.verification.tensors import Axes, Joined, Monomial, united

BYTES = 16
"""Of a number in double-double."""

ANGLES = "q"
"""The array whose elements may be angles."""


class NotPolynomial(Exception):
    """Say what keeps a program from being a trigonometric polynomial."""


@dataclass(frozen=True)
class Angle:
    """Hold a sum of coordinates, each a whole number of times, and a constant."""

    multiples: Mapping[int, int]
    shift: float = 0.0


def angles(program: Program) -> dict[int, Angle]:
    """Return, by its node's number, each sum that a sine or a cosine is taken of."""
    linear: dict[int, Angle] = {}
    for number, node in enumerate(program.nodes):
        parts = [linear.get(k) for k in node.arguments]
        if node.op == LITERAL:
            linear[number] = Angle({}, node.literal)
        elif node.op == INPUT and node.place[0] == ANGLES:
            linear[number] = Angle({node.place[1]: 1})
        elif node.op in (ADD, SUB, NEG, MUL):
            combined = _combined(node.op, *parts)
            if combined is not None:
                linear[number] = combined
    found = {}
    for node in program.nodes:
        if node.op in (SIN, COS):
            (argument,) = node.arguments
            if argument not in linear:
                raise NotPolynomial("takes the sine of what is no sum of angles")
            found[argument] = linear[argument]
    return found


def _combined(op: str, *given: Angle | None) -> Angle | None:
    parts = [part for part in given if part is not None]
    if len(parts) < len(given):
        return None
    signs: tuple[int, ...]
    if op == MUL:
        number, other = sorted(parts, key=lambda part: len(part.multiples))
        if number.multiples or number.shift != int(number.shift) or other.shift:
            return None
        signs, parts = (int(number.shift),), [other]
    else:
        signs = {ADD: (1, 1), SUB: (1, -1), NEG: (-1,)}[op]
    multiples: dict[int, int] = {}
    shifts = [sign * part.shift for sign, part in zip(signs, parts, strict=True) if part.shift]
    if len(shifts) > 1:
        return None  # a sum of constants would have to be exact
    for sign, part in zip(signs, parts, strict=True):
        for index, times in part.multiples.items():
            multiples[index] = multiples.get(index, 0) + sign * times
    return Angle({k: v for k, v in multiples.items() if v}, sum(shifts))


def degrees(program: Program) -> dict[int, int]:
    """Return the degree of a program's outputs in each angle, or more."""
    found = angles(program)
    known: list[dict[int, int]] = []
    for node in program.nodes:
        parts = [known[k] for k in node.arguments]
        if node.op in (SIN, COS):
            known.append({k: abs(n) for k, n in found[node.arguments[0]].multiples.items()})
        elif node.op == MUL:
            known.append({k: sum(p.get(k, 0) for p in parts) for k in {**parts[0], **parts[1]}})
        elif node.op == DIV:
            raise NotPolynomial("divides")
        else:
            keys = {k for part in parts for k in part}
            known.append({k: max(part.get(k, 0) for part in parts) for k in keys})
    result: dict[int, int] = {}
    for number in program.outputs.values():
        for k, degree in known[number].items():
            result[k] = max(degree, result.get(k, 0))
    return result


Structure = dict[Monomial, frozenset[Axes]]


def peak_bytes(program: Program, points: Mapping[int, int], joined: Joined, most: float) -> float:
    """Return how many bytes are alive at once, or infinity as soon as they are more than `most`."""
    found, last = angles(program), program.last_uses
    structures: dict[int, Structure] = {}
    sizes: dict[int, float] = {}
    dying: dict[int, list[int]] = {}
    for number, end in enumerate(last):
        dying.setdefault(end, []).append(number)
    alive = peak = 0.0
    for number, node in enumerate(program.nodes):
        parts = [structures[k] for k in node.arguments]
        if node.op == LITERAL:
            structure: Structure = {(): frozenset([()])} if node.literal else {}
        elif node.op == INPUT:
            structure = {(spelled(node.place),): frozenset([()])}
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
        peak = max(peak, alive)
        if peak > most:
            return math.inf
        for dead in dying.get(number, ()):
            alive -= sizes[dead]
            structures.pop(dead, None)
    return peak


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
