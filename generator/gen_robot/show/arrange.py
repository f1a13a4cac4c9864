"""Slide joints along their axes until their symbols stand apart.

Where a joint is drawn along its axis is free: the three axes of a wrist meet in one point, and a
drawing shows them one after the other. The links' lines are to stay short all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gen_robot.algebra.vectors import Vec3
from gen_robot.description.joint_kind import JointKind
from gen_robot.show.corners import corners, length, way_length

_APART = 3.2
"""How far apart symbols should stand, in half lengths of them."""

_STEPS = (0.0, -0.5, 0.5, -1.0, 1.0, -1.5, 1.5, -2.0, 2.0)
_CROWDING = 6.0  # what an overlap costs, beside the length of lines
_END = 0.3  # what the line to a last link's end costs
_MOST = 40
"""Joints up to which they are moved apart: on one sheet more of them cannot be."""


@dataclass(frozen=True)
class Spot:
    """Hold where a joint is drawn, and on which joint it stands (0: the base)."""

    parent: int
    kind: JointKind
    at: Vec3
    axis: Vec3

    @property
    def line(self) -> Vec3 | None:
        """Return the direction in which it may be slid."""
        return self.axis if self.kind.has_axis else None


@dataclass(frozen=True)
class Layout:
    """Hold joints by number, the ends of last links, and where the base is."""

    spots: dict[int, Spot]
    ends: dict[int, Vec3]
    root: Vec3
    up: Vec3

    def arrival(self, number: int) -> tuple[Vec3, ...]:
        """Return the line that leads to a joint from the one before it."""
        spot = self.spots[number]
        own = self.spots.get(spot.parent)
        start, leaving = (own.at, own.line or self.up) if own else (self.root, self.up)
        return corners(start, leaving, spot.at, spot.line)

    def end(self, number: int) -> tuple[Vec3, ...]:
        """Return the line from a last joint to the end of its link."""
        spot = self.spots[number]
        return corners(spot.at, spot.line, self.ends[number], None)

    def arranged(self, half: float) -> Layout:
        """Return the joints apart, where their axes allow it; their symbols have this half length."""
        layout, apart = self, _APART * half
        for _ in range(2 * len(self.spots) if len(self.spots) <= _MOST else 0):
            best, gain = layout, 0.01
            for number, spot in self.spots.items():
                if spot.line is None:
                    continue
                now = layout._cost(number, apart)
                for step in _STEPS:
                    moved = replace(spot, at=spot.at + spot.line * (step * apart))
                    other = replace(layout, spots={**layout.spots, number: moved})
                    # Rounded, so that no machine prefers another one of two that are alike.
                    better = round((now - other._cost(number, apart)) / apart, 4)
                    if better > gain:
                        best, gain = other, better
            if best is layout:
                break
            layout = best
        return layout

    def _cost(self, number: int, apart: float) -> float:
        """Return what a joint's place costs: lines to its neighbours, and too little room."""
        around = [number, *(n for n, spot in self.spots.items() if spot.parent == number)]
        lines = sum(way_length(self.arrival(n)) for n in around)
        if number in self.ends:
            lines += _END * way_length(self.end(number))
        at = self.spots[number].at
        crowd = (length(at - k.at) for n, k in self.spots.items() if n != number)
        return lines + _CROWDING * sum(max(0.0, apart - distance) for distance in crowd)
