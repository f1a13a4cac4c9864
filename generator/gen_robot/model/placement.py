"""Where a robot's links and masses are at a given state, in exact numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.frame import AT_ORIGIN, IDENTITY, ORIGIN, Frame
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Pose, Shift
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Model
from gen_robot.model.pose import pose


@dataclass(frozen=True)
class Placement:
    """Place a robot, as `canonical` gives it, at a position q of its free joints.

    All is in the user's base frame; of a floating base, in that of the world.
    """

    model: Model
    q: tuple[Number, ...]

    @cached_property
    def positions(self) -> list[Number]:
        """Return the coordinates of all joints, followers included."""
        return Coordinates(self.model).positions(self.q)

    @cached_property
    def canonical(self) -> dict[int, Frame]:
        """Return the canonical frame of every moving link by its number; 0 is what stands still."""
        frames = {0: AT_ORIGIN}
        for link in self.model.links:
            outer = frames[link.parent] if link.parent else self.model.base_frames[link.number]
            frames[link.number] = outer.then(reached(pose(link, self.positions)))
        return frames

    def frame(self, link: str) -> Frame:
        """Return the frame that the file gives to a link, or to the base."""
        place = self.model.places[link]
        return self.canonical[place.link].then(place.frame)

    @property
    def mass(self) -> Number:
        """Return the mass of all that moves."""
        return sum((link.body.mass for link in self.model.links), ZERO)

    @property
    def com(self) -> Vec3:
        """Return the centre of mass of all that moves; the origin, if it has no mass."""
        total = ORIGIN
        for link in self.model.links:
            frame = self.canonical[link.number]
            total = total + frame.rotation @ link.body.first + frame.origin * link.body.mass
        return total.map(lambda x: x / self.mass) if self.mass else ORIGIN


def neutral(model: Model) -> tuple[Number, ...]:
    """Return the position at zero, with quaternions at the identity."""
    q: list[Number] = []
    for link in model.free_links:
        own = link.kind.manifold.neutral or (0,) * link.kind.nq
        q += [Number(x) for x in own]
    return tuple(q)


def reached(steps: Pose) -> Frame:
    """Return the placement that a sequence of steps leads to."""
    frame = AT_ORIGIN
    for step in steps.steps:
        if isinstance(step, Shift):
            frame = frame.then(Frame(IDENTITY, step.by))
        else:
            axes = (step.up(axis) for axis in (IDENTITY.x, IDENTITY.y, IDENTITY.z))
            frame = frame.then(Frame(Mat3(*axes), ORIGIN))
    return frame
