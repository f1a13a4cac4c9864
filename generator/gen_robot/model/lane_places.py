"""Where the joints of limbs that are lanes of one stand among those of the whole robot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.number import Number
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model


@dataclass(frozen=True)
class LaneJoint:
    """Hold the places of joints that are lanes of one, those of coordinates as users give them."""

    links: tuple[int, ...]
    positions: tuple[int, ...]
    velocities: tuple[int, ...]
    sense: Number  # that coordinates are multiplied by, on the way in and on the way out
    limb: int  # the first link of the limb that it is part of


@dataclass(frozen=True)
class LanePlaces:
    """Hold the joints of a model's lanes; each is known by the places of its first lane."""

    joints: tuple[LaneJoint, ...] = ()

    @cached_property
    def of_link(self) -> dict[int, LaneJoint]:
        return {joint.links[0]: joint for joint in self.joints}

    @cached_property
    def of_position(self) -> dict[int, LaneJoint]:
        return {joint.positions[0]: joint for joint in self.joints}

    @cached_property
    def of_velocity(self) -> dict[int, LaneJoint]:
        return {joint.velocities[0]: joint for joint in self.joints}

    def present(self, velocities: int) -> list[int]:
        """Return those of so many velocities that are not lanes of others."""
        others = {k for joint in self.joints for k in joint.velocities[1:]}
        return [k for k in range(velocities) if k not in others]


NO_LANES = LanePlaces()


def lane_places(model: Model) -> LanePlaces:
    """Return the places of a model's lanes; there are none if it is whole."""
    if model.whole is None:
        return NO_LANES
    whole, coordinates = model.whole, Coordinates(model.whole)
    joints = []
    for link in model.links:
        if link.width > 1:
            places = [coordinates.places(whole.link(number)) for number in link.stands_for]
            positions, velocities = zip(*places, strict=True)
            limb = _first_of_limb(model, link).number
            joints.append(LaneJoint(link.stands_for, positions, velocities, link.sense, limb))
    return LanePlaces(tuple(joints))


def _first_of_limb(model: Model, link: Link) -> Link:
    """Return the link with which a limb begins: what carries it has fewer lanes."""
    while link.parent and model.link(link.parent).width == link.width:
        link = model.link(link.parent)
    return link
