"""What a placement is: axes and origin of a frame, in the user's base frame."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.vectors import Mat3, Scalar, Vec3
from gen_robot.algorithms.symbols import Symbols

FRAME = Symbols({"[xyz]f": "direction of an axis"}, "of the frame on link {0}, in the base")


@dataclass(frozen=True)
class FramePlacement:
    """Hold a frame's axes as columns, and its origin, on symbols."""

    axes: Mat3
    origin: Vec3

    @property
    def transform(self) -> list[Scalar]:
        """Return the homogeneous transform of sixteen elements, by rows."""
        columns = (self.axes.x, self.axes.y, self.axes.z, self.origin)
        rows = zip(*columns, strict=True)
        return [*(x for row in rows for x in row), ZERO, ZERO, ZERO, ONE]
