"""A robot as the reference sees it: its links one by one, as its file describes them.

The frame of a body is that of its joint after it has moved. In it, the directions in which the joint
moves the body are constant for every kind of joint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.description.description import (
    JointDescription,
)
from gen_robot.verification.layout import PLAIN, Layout
from gen_robot.verification.program import Place
from gen_robot.verification.vectors import (
    Matrix,
    Pose,
    Vector,
    applied,
    turned,
)

TURNS, SLIDES, SCREWS, BOTH, STILL = "turns", "slides", "screws", "both", "still"
IN_PLANE, ROTATES, FLIES = "in plane", "rotates", "flies"
_POSITIONS = {TURNS: 1, SLIDES: 1, SCREWS: 1, BOTH: 2, IN_PLANE: 4, ROTATES: 4, FLIES: 7, STILL: 0}

_PARALLEL = Number("1e-40")
"""Axes that differ by less are parallel: what that may do is far below all bounds."""

TEN = 10
"""Numbers of a body: mass, centre of mass x y z, inertia about it xx xy xz yy yz zz."""

BASE = -1
"""The number of what carries the first bodies."""

Twist = tuple[Vector, Vector]
"""A direction of motion: angular, and linear at the frame's origin."""


@dataclass(frozen=True)
class Load:
    """Hold the ten numbers of a body in a link's frame; some may be inputs."""

    at: Pose  # of the link, in the body's frame
    ten: tuple[Number | Place, ...]


@dataclass(frozen=True)
class Body:
    """Hold one link, in the frame of its joint after it has moved."""

    name: str
    parent: int  # or BASE
    motion: str
    joint: JointDescription
    first: int  # of its positions, or of those that it follows
    first_rate: int
    rotation: Matrix  # of the joint's frame in the parent's, before it moves
    origin: Vector
    axis: Vector
    directions: tuple[Twist, ...]  # one for each velocity
    link: Pose  # in this frame
    loads: tuple[Load, ...]
    times: Number = ONE  # its position is so many times what it follows,
    offset: Number = ZERO  # and so much more

    @property
    def coordinates(self) -> range:
        """Return which positions are its own."""
        return range(self.first, self.first + (_POSITIONS[self.motion] if self.leads else 0))

    @property
    def leads(self) -> bool:
        return self.joint.mimic is None

    @property
    def rates(self) -> range:
        """Return which velocities move it."""
        return range(self.first_rate, self.first_rate + len(self.directions))

    @property
    def angle(self) -> int | None:
        """Return which position it turns by."""
        return self.first if self.motion in (TURNS, SCREWS, BOTH) else None

    def turns(self, layout: Layout) -> dict[int, int]:
        """Return the angles that it turns by, each so many times."""
        if self.angle is None:
            return {}
        found = layout.multiples(self.first, _fraction(self.times, layout, self.first))
        assert found is not None, "the layout knows each multiple"
        return found

    def axes(self, layout: Layout) -> dict[int, int]:
        """Return the angles that its placement depends on, with their degrees."""
        if self.angle is not None:
            return {axis: abs(n) for axis, n in self.turns(layout).items()}
        degree = 2 if self.motion in (ROTATES, FLIES) else 1
        waves = [layout.products[k] for k in self.coordinates if k in layout.products]
        return {axis: degree for each in waves for axis, _ in each}


Ends = tuple[tuple[int, Pose], tuple[int, Pose]]
"""Two frames, each with the body that carries it."""


@dataclass(frozen=True)
class Robot:
    """Hold all bodies, those that are fixed to others as well, and what acts on them."""

    chain: tuple[Body, ...]
    gravity: tuple[Number, ...]
    layout: Layout = PLAIN
    frames: Mapping[str, tuple[int, Pose]] = field(default_factory=dict)  # by name, in a body
    wrenches: Mapping[int, int] = field(default_factory=dict)  # by body: where in fext
    has_friction: bool = False
    loops: Mapping[str, Ends] = field(default_factory=dict)  # by name: the frames that meet

    @property
    def velocities(self) -> int:
        return sum(len(body.directions) for body in self.chain if body.leads)

    @property
    def turning(self) -> frozenset[int]:
        """Return which velocities turn something; the others slide."""
        return frozenset(
            index
            for body in self.chain
            if body.leads
            for index, (angular, _) in zip(body.rates, body.directions, strict=True)
            if any(angular)
        )

    @property
    def one_axis_each(self) -> bool:
        """Tell whether velocities are the rates of positions."""
        return not any(body.motion in (IN_PLANE, ROTATES, FLIES) for body in self.chain)

    @property
    def limb_by_limb(self) -> list[int]:
        """Return all bodies, each followed by all that it carries."""
        return sorted(range(len(self.chain)), key=self.path)

    def path(self, number: int) -> list[int]:
        """Return the bodies from the base to one."""
        found: list[int] = []
        while number >= 0:
            found.insert(0, number)
            number = self.chain[number].parent
        return found

    def axes(self, path: Sequence[int]) -> dict[int, int]:
        """Return the angles on a path with the degrees that a point at its end has in them.

        What turns about parallel axes, one after the other, turns by the sum: of a finger whose tip
        turns back as far as it is bent, points have degree 1.
        """
        found: dict[int, int] = {}
        before: dict[int, int] = {}  # the degrees where the row of parallel axes began
        sums: dict[int, int] = {}  # of the angles since
        common: Vector | None = None  # its axis, as the last body has it
        for number in path:
            body = self.chain[number]
            if common is not None:
                common = applied(turned(body.rotation), common)
            if body.motion in (STILL, SLIDES):
                continue
            sense = _sense(common, body.axis) if body.motion == TURNS else 0
            if not sense:
                before, sums, sense = dict(found), {}, 1
                common = body.axis if body.motion == TURNS else None
            if common is None:
                for axis, degree in body.axes(self.layout).items():
                    found[axis] = found.get(axis, 0) + degree
            else:
                for axis, times in body.turns(self.layout).items():
                    sums[axis] = sums.get(axis, 0) + sense * times
                    degree = before.get(axis, 0) + abs(sums[axis])
                    found[axis] = max(degree, found.get(axis, 0))
        return found

    @property
    def paths(self) -> list[list[int]]:
        """Return the angles before each body."""
        return [sorted(self.axes(self.path(k))) for k in range(len(self.chain))]

    def degrees(self, base_moves: bool = False) -> dict[int, int]:
        """Return twice the degree of points in each angle: that of M, h, tau and all the rest.

        Points of a body are affine in its rotation, and so are their velocities in terms of the
        rates; M is a sum of products of two of these. Of a base that flies in a world at rest,
        velocities are in its own frame: only weight and what the world sees depend on its attitude.
        """
        found: dict[int, int] = {}
        for number in range(len(self.chain)):
            path = self.path(number)
            for axis, degree in self.axes(path).items():
                first = self.chain[path[0]]
                flies = not base_moves and first.motion == FLIES and axis in first.axes(self.layout)
                found[axis] = max(found.get(axis, 0), degree if flies else 2 * degree)
        return found


def _sense(common: Vector | None, axis: Vector) -> int:
    """Return 1 if an axis is parallel to another, -1 if it is opposite; else 0."""
    if common is None:
        return 0
    for sign in (1, -1):
        if all(abs(a - b * sign) < _PARALLEL for a, b in zip(common, axis, strict=True)):
            return sign
    return 0


def multiplier(body: Body, layout: Layout) -> Fraction:
    """Return how many times the position it follows a body turns."""
    return _fraction(body.times, layout, body.first)


def _fraction(x: Number, layout: Layout, index: int) -> Fraction:
    """Return a multiplier as the layout knows it: exactly, or as programs hold it."""
    own = exact(x)
    if layout.multiples(index, own) is not None:
        return own
    known = [sign * each for first, each in layout.ratios if first == index for sign in (1, -1)]
    return min(known, key=lambda each: abs(each - own))


def exact(x: Number) -> Fraction:
    mantissa, exponent = x.binary
    return Fraction(mantissa) * Fraction(2) ** exponent
