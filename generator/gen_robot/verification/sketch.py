"""The reference without its numbers: how many bytes it will take, known before it is computed.

The same equations are run over scalars that know only which monomials and axes they would have. What
is alive is counted as Python lets go of it, which is how the numbers themselves will be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from gen_robot.algebra.number import Number
from gen_robot.verification.extent import BYTES, Structure, product, spelled, total
from gen_robot.verification.tensors import Joined


class TooLarge(Exception):
    """Say that a reference would take more bytes than it may."""


class Ledger:
    """Count the bytes that are alive."""

    def __init__(self, points: Mapping[int, int], joined: Joined, most: float) -> None:
        self.points = points
        self.joined = joined
        self.most = most
        self.alive = self.peak = 0.0

    def size(self, structure: Structure) -> float:
        lengths = (
            math.prod(self.points[a] for a in axes)
            for axess in structure.values()
            for axes in axess
        )
        return BYTES * float(sum(lengths))

    def took(self, size: float) -> None:
        self.alive += size
        self.peak = max(self.peak, self.alive)
        if self.peak > self.most:
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
    """Give the equations scalars without numbers (newton_euler.Scalars)."""

    def __init__(self, ledger: Ledger, rates: frozenset[str]) -> None:
        self._of: Callable[[Structure], Sketch] = lambda structure: Sketch(structure, ledger)
        self.rates = rates

    def constant(self, x: Number) -> Sketch:
        return self._of({(): frozenset([()])} if x else {})

    def turn(self, index: int) -> tuple[Sketch, Sketch]:
        one = self._of({(): frozenset([(index,)])})
        return one, one

    def q(self, index: int) -> Sketch:
        return self._of({(spelled(("q", index)),): frozenset([()])})

    def qd(self, index: int) -> Sketch:
        return self._rate("qd", index)

    def qdd(self, index: int) -> Sketch:
        return self._rate("qdd", index)

    def _rate(self, array: str, index: int) -> Sketch:
        name = spelled((array, index))
        return self._of({(name,): frozenset([()])} if array in self.rates else {})
