"""Which end of the way to a frame gives the axes of a motion, and which the point that moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gen_robot.references import LOCAL, LOCAL_WORLD_ALIGNED, WORLD


class End(Enum):
    """Name an end of the way from the base to a frame."""

    BASE = "base"
    FRAME = "frame"


@dataclass(frozen=True)
class Reference:
    """Say whose axes components are along, and at whose origin the point is that is watched."""

    axes: End
    point: End


REFERENCE = {
    LOCAL_WORLD_ALIGNED: Reference(End.BASE, End.FRAME),
    LOCAL: Reference(End.FRAME, End.FRAME),
    WORLD: Reference(End.BASE, End.BASE),
}
"""By the names that users give."""
