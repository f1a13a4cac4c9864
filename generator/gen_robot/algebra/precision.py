"""The precisions that kernels compute in, and how a number becomes a machine number.

It is rounded once, to the nearest. What is then below the smallest normal number is zero: the numbers
that IEEE arithmetic has there are zero or not as a program was started, an operation on them may take
a hundred times as long, and not every compiler reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf

from gen_robot.algebra.number import ONE, Number


@dataclass(frozen=True)
class Precision:
    """Describe binary machine numbers: m 2^e, m of so many bits, all below 2^limit in size."""

    name: str  # on the command line
    bits: int
    limit: int

    @property
    def epsilon(self) -> Number:
        """Return the distance from 1 to the next number."""
        return Number(2) ** (1 - self.bits)

    @property
    def largest(self) -> Number:
        return (Number(2) - self.epsilon) * Number(2) ** (self.limit - 1)

    @property
    def least(self) -> Number:
        """Return the smallest normal number above zero."""
        return ONE / Number(2) ** (self.limit - 2)

    def rounded(self, value: Number) -> float:
        """Return the machine number nearest to a number; infinite where it is beyond the largest."""
        near = value.rounded(self.bits)
        if near.magnitude > self.limit:
            return copysign(inf, near.sign)
        return 0.0 if self.is_below(near) else float(near)

    def is_beyond(self, value: Number) -> bool:
        """Tell whether a number is too large."""
        return value.rounded(self.bits).magnitude > self.limit

    def is_below(self, value: Number) -> bool:
        """Tell whether a number other than zero is too small, and so taken as zero."""
        return bool(value) and value.rounded(self.bits).magnitude < 3 - self.limit


DOUBLE = Precision("double", 53, 1024)
SINGLE = Precision("single", 24, 128)

PRECISIONS: dict[str, Precision] = {each.name: each for each in (DOUBLE, SINGLE)}
