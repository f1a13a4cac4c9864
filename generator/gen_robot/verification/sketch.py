"""The reference without its numbers: how many bytes it will take, known before it is computed.

The same equations are run over scalars that know only which monomials and axes they would have. What
is alive is counted as Python lets go of it, which is how the numbers themselves will be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from gen_robot.algebra.number import Number
from gen_robot.verification.extent import (
    ANGLES,
    BYTES,
    Structure,
    product,
    spelled,
    structure_of,
    total,
)
from gen_robot.verification.layout import PLAIN, Layout
from gen_robot.verification.robot import Body
from gen_robot.verification.tensors import Joined


class TooLarge(Exception):
    """Say that a reference would take more bytes than it may."""


class Ledger:
    """Count the bytes that are alive, and all that were ever written."""

    def __init__(
        self, points: Mapping[int, int], joined: Joined, most: float, effort: float = math.inf
    ) -> None:
        self.points = points
        self.joined = joined
        self.most = most
        self.effort = effort
        self.alive = self.peak = self.written = 0.0

    def size(self, structure: Structure) -> float:
        lengths = (
            math.prod(self.points[a] for a in axes)
            for axess in structure.values()
            for axes in axess
        )
        return BYTES * float(sum(lengths))

    def took(self, size: float) -> None:
        self.alive += size
        self.written += size
        self.peak = max(self.peak, self.alive)
        if self.peak > self.most or self.written > self.effort:
            raise TooLarge


class Sketch:
    """Represent a value by what it is made of; closed under + - * and unary minus."""

    __slots__ = ("ledger", "size", "structure")

    def __init__(self, structure: Structure, ledger: Ledger) -> None:
        self.structure = structure
        self.ledger = ledger
        self.size = 0.0
        size = ledger.size(structure)
        ledger.took(size)
        self.size = size

    def __del__(self) -> None:
        self.ledger.alive -= self.size

    def __bool__(self) -> bool:
        return bool(self.structure)

    def __add__(self, other: Sketch) -> Sketch:
        if not self.structure or not other.structure:
            return self if self.structure else other
        return Sketch(total([self.structure, other.structure], self.ledger.joined), self.ledger)

    def __neg__(self) -> Sketch:
        return Sketch(self.structure, self.ledger)

    __sub__ = __add__

    def __mul__(self, other: Sketch) -> Sketch:
        return Sketch(product(self.structure, other.structure, self.ledger.joined), self.ledger)


class SketchedGrid:
    """Give the equations scalars without numbers (joint_motion.Scalars)."""

    def __init__(self, ledger: Ledger, kept: frozenset[str], layout: Layout = PLAIN) -> None:
        self._of: Callable[[Structure], Sketch] = lambda structure: Sketch(structure, ledger)
        self.kept = kept
        self.layout = layout

    def constant(self, x: Number) -> Sketch:
        return self._of({(): frozenset([()])} if x else {})

    def rounded(self, x: float) -> Sketch:
        return self._of({(): frozenset([()])} if x else {})

    def turn(self, body: Body) -> tuple[Sketch, Sketch]:
        one = self._of({(): frozenset([tuple(sorted(body.axes(self.layout)))])})
        return one, one

    def given(self, array: str, index: int) -> Sketch:
        if array != ANGLES and not {array, spelled((array, index))} & self.kept:
            return self._of({})
        return self._of(structure_of((array, index), self.layout))
