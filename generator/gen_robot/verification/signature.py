"""What a routine takes and gives, as its manifest says; sources are held against it."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Array:
    """Hold an argument's name and its shape, row by row."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Signature:
    """Hold a routine's symbol and its arguments in order."""

    symbol: str
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    has_status: bool
    bits: int
    robot: str = ""  # whose name symbols in C begin with

    @property
    def sizes(self) -> tuple[set[Array], set[Array]]:
        """Return what it takes and what it gives, in any order."""
        return set(self.inputs), set(self.outputs)

    @property
    def arrays(self) -> tuple[Array, ...]:
        return self.inputs + self.outputs
