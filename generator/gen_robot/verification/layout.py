"""What the elements of q are: angles, displacements, or parts of a rotation that has its own angles.

A unit quaternion x, y, z, w is (cos a cos b, cos a sin b, sin a cos c, sin a sin c) for three angles
(Hopf), and each three angles give one: what holds at all angles holds at all unit quaternions. An
angle that is a multiple of another, by no simple fraction, is taken for an angle of its own, which is
more than has to be shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gen_robot.verification.program import COS, SIN, Place

Waves = tuple[tuple[int, str], ...]
"""A product of cosines and sines, each of one angle, which is named by an axis of the grid."""

SINES, COSINES = "sq", "cq"
"""Arrays of sines and cosines that a kernel may be given beside q."""


@dataclass(frozen=True)
class Layout:
    """Hold which angles there are; the one of q[i], if it is an angle, is number i."""

    products: Mapping[int, Waves] = field(default_factory=dict)  # by place in q
    fractions: Mapping[int, int] = field(default_factory=dict)  # q[i] is so many times its angle
    ratios: Mapping[tuple[int, Fraction], int] = field(default_factory=dict)  # angles of their own

    def waves(self, place: Place) -> Waves | None:
        """Return what an input is, if it is no variable by itself."""
        array, index = place
        if array in (SINES, COSINES):
            return ((index, SIN if array == SINES else COS),)
        return self.products.get(index) if array == "q" else None

    def multiples(self, index: int, times: Fraction) -> dict[int, int] | None:
        """Return a multiple of q[index] as whole multiples of angles; None if it is no such."""
        whole = times * self.fractions.get(index, 1)
        if whole.denominator == 1:
            return {index: int(whole)}
        for sign in (1, -1):
            if (index, sign * times) in self.ratios:
                return {self.ratios[index, sign * times]: sign}
        return None

    def shown(self, axis: int, angle: float) -> str:
        """Say what an angle is."""
        for (index, times), own in self.ratios.items():
            if own == axis:
                return f"{float(times):g} q[{index}] = {angle:.4f}"
        owners = [k for k, waves in self.products.items() if any(axis == a for a, _ in waves)]
        if owners:
            return f"angle {axis - min(owners) + 1} of q[{min(owners)}:{max(owners) + 1}] = {angle:.4f}"
        return f"q[{axis}] = {angle * self.fractions.get(axis, 1):.4f}"


PLAIN = Layout()
"""Of robots whose angles are what q holds."""


def quaternion(first: int) -> dict[int, Waves]:
    """Return what the four elements of a quaternion are, that begins there."""
    a, b, c = first, first + 1, first + 2
    return {
        first: ((a, COS), (b, COS)),
        first + 1: ((a, COS), (b, SIN)),
        first + 2: ((a, SIN), (c, COS)),
        first + 3: ((a, SIN), (c, SIN)),
    }


def direction(first: int) -> dict[int, Waves]:
    """Return what cosine and sine of an angle are, that are given as such."""
    return {first: ((first, COS),), first + 1: ((first, SIN),)}
