"""How a model's equations are put together, as far as that is free: what a search decides for a robot.

No choice changes a value that a kernel gives. Each is part of a formulation, so that reports and
headers can name it, and the same choices give the same code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Vanishing:
    """Name a moment that vanishes: one of a link, or one of its parent."""

    element: str  # m, l_x .. l_z, S_xx .. S_yz
    of_parent: bool = False


Spent = tuple[Vanishing, ...]
"""What the three numbers are spent on that a link may give to its parent (see gauge.py)."""

OWN: Spent = (Vanishing("m"), Vanishing("l_z"), Vanishing("S_zz"))
"""What they are spent on without a search: on what the joint cannot move."""

Gauge = tuple[tuple[int, Spent], ...]
"""By the numbers of links, in order, where they are not spent so."""

Point = tuple[int, int]
"""A place on the way to a link from its parent: the link's number, how many steps are done."""

Pair = tuple[int, int]
"""The numbers of a link and of one before it."""


def _listed(pairs: list[Pair]) -> str:
    return " ".join(f"({j},{k})" for j, k in pairs)


class Polar(Enum):
    """Say where a composite body's moment of inertia about its axis, S_xx + S_yy, comes from."""

    OWN = "its second moments"
    CHILDREN = "the children's"  # which a turn about z does not touch
    TIPS = "sums from the tips"


@dataclass(frozen=True)
class Meetings:
    """Say where the wrench that a link's joint needs and the axis of a joint before it meet.

    Pairs that are not there meet in the common frame, if there is one, or at the link of the axis, as
    composite rigid bodies have it.
    """

    points: tuple[tuple[Pair, Point], ...] = ()
    common: int = 0  # the link of a chain whose frame is the common one
    polars: tuple[tuple[Pair, Polar], ...] = ()  # where they are not taken from second moments

    @property
    def told(self) -> list[str]:
        """Say which pairs meet where; those at the link of the axis need no word."""
        found = [f"axes met in the frame of link {self.common}"] if self.common else []
        by_point: dict[Point, list[Pair]] = {}
        for pair, point in self.points:
            by_point.setdefault(point, []).append(pair)
        for (link, done), pairs in sorted(by_point.items()):
            steps = f"{done} step{'s' if done > 1 else ''}"
            found.append(f"D {_listed(pairs)} met {steps} from link {link}'s parent towards it")
        for polar in (Polar.CHILDREN, Polar.TIPS):
            if pairs := [pair for pair, own in self.polars if own is polar]:
                found.append(f"D {_listed(pairs)} with S_xx + S_yy from {polar.value}")
        return found


@dataclass(frozen=True)
class Structure:
    """Hold all such choices; an empty one leaves all as it is without a search."""

    leaves: tuple[int, ...] = ()  # last links whose frames are turned until l_y vanishes
    heights: tuple[tuple[int, int], ...] = ()  # of rows of parallel axes: first link, where d is
    gauge: Gauge = ()
    meetings: Meetings | None = None

    @property
    def is_plain(self) -> bool:
        return self == PLAIN_STRUCTURE

    @property
    def told(self) -> list[str]:
        """Say what was decided, in a few words each."""
        turned = [f"frame {number} turned until its l_y vanishes" for number in self.leaves]
        slid = [f"d of the row from joint {row} at joint {at}" for row, at in self.heights]
        met = self.meetings.told if self.meetings else []
        return [*turned, *slid, *_told(self.gauge), *met]


def _told(gauge: Gauge) -> list[str]:
    """Say what vanishes: "l_x, l_y of the parent of link 4, not its m, l_z"."""
    found = []
    for number, spent in gauge:
        gained = ", ".join(v.element for v in spent if v.of_parent)
        lost = ", ".join(v.element for v in OWN if v not in spent)
        found.append(f"{gained} of the parent of link {number} zero instead of its own {lost}")
    return found


PLAIN_STRUCTURE = Structure()
