"""A described robot as peers want it: moving joints, with all that each carries, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.algebra.frame import AT_ORIGIN, Frame
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.description.description import BASE, FLOATING_BASE, Description, Inertial
from gen_robot.description.joint_kinds import KINDS
from gen_robot.errors import shown

Array = NDArray[np.float64]
Given = Mapping[str, Any]

FIXED = "fixed"
KNOWN = frozenset(
    {
        "revolute",
        "continuous",
        "prismatic",
        "helical",
        "cylindrical",
        "planar",
        "spherical",
        "floating",
    }
)
"""Kinds of joint that are one joint to peers, too."""


@dataclass(frozen=True)
class Place:
    """Hold a frame's rotation and origin in another."""

    rotation: Array
    origin: Array


@dataclass(frozen=True)
class Body:
    """Hold a mass in the frame of the joint that moves it: inertia about the centre, in link axes."""

    place: Place
    mass: float
    com: Array
    inertia: Array


@dataclass(frozen=True)
class Joint:
    """Hold one moving joint and what it carries; parents have lower numbers, -1 is the base."""

    name: str
    kind: str
    parent: int
    place: Place  # in the frame of the parent joint
    axis: Array
    given: Given
    rotor: float
    q: slice  # where its positions and velocities stand
    v: slice
    bodies: list[Body] = field(default_factory=list)


@dataclass(frozen=True)
class Tree:
    """Hold a robot's moving joints in the order of q."""

    gravity: Array
    joints: tuple[Joint, ...]
    frames: Mapping[str, tuple[int, Place]] = field(default_factory=dict)  # on joints, -1 the base

    @property
    def nv(self) -> int:
        return sum(joint.v.stop - joint.v.start for joint in self.joints)

    @property
    def kinds(self) -> set[str]:
        return {joint.kind for joint in self.joints}

    def depth_first(self) -> list[int]:
        """Number the joints as Pinocchio does: children after their parent, by their names."""
        children: dict[int, list[int]] = {}
        for number, joint in enumerate(self.joints):
            children.setdefault(joint.parent, []).append(number)
        order, waiting = [], [-1]
        while waiting:
            here = waiting.pop()
            order.append(here)
            below = children.get(here, [])
            waiting += sorted(below, key=lambda number: self.joints[number].name, reverse=True)
        return order[1:]


def refusal(description: Description) -> str | None:
    """Say why peers cannot be given a robot; None: they can."""
    joints = [link.joint for link in description.links if link.joint.type != FIXED]
    if following := next((joint.name for joint in joints if joint.mimic), None):
        return f"joint {shown(following)} follows another"
    odd = next((joint for joint in joints if joint.type not in KNOWN), None)
    return f"joint {shown(odd.name)} is {odd.type}" if odd else None


def tree_of(description: Description) -> Tree:
    """Return the moving joints of a robot that is not refused."""
    joints: list[Joint] = []
    carrier: dict[str, tuple[int, Frame]] = {BASE: (-1, AT_ORIGIN)}
    positions = velocities = 0

    def add(
        name: str, kind: str, parent: int, place: Frame, axis: Array, given: Given, rotor: float
    ) -> None:
        nonlocal positions, velocities
        record = KINDS[kind]
        q = slice(positions, positions := positions + record.nq)
        v = slice(velocities, velocities := velocities + record.nv)
        joints.append(Joint(name, kind, parent, _place(place), axis, given, rotor, q, v))

    if description.floating_base is not None:
        add(FLOATING_BASE, "floating", -1, AT_ORIGIN, np.array([0.0, 0.0, 1.0]), {}, 0.0)
        joints[0].bodies.append(_body(description.floating_base, AT_ORIGIN))
        carrier[BASE] = (0, AT_ORIGIN)
    for link in description.links:
        number, place = carrier[link.parent]
        place = place.then(link.joint.before)
        if link.joint.type != FIXED:
            joint, axis = link.joint, _vector(link.joint.axis)
            rotor = float(joint.rotor_inertia)
            add(joint.name, joint.type, number, place, axis, joint.given, rotor)
            number, place = len(joints) - 1, AT_ORIGIN
        place = place.then(link.joint.after)
        carrier[link.name] = (number, place)
        if number >= 0:
            joints[number].bodies.append(_body(link.inertial, place))
    carrier.setdefault(description.root_name, carrier[BASE])
    for frame in description.frames:
        if frame.link in carrier:  # edits may have left it out
            number, place = carrier[frame.link]
            carrier[frame.name] = (number, place.then(frame.origin))
    frames = {name: (number, _place(place)) for name, (number, place) in carrier.items()}
    return Tree(_vector(description.gravity), tuple(joints), frames)


def _body(inertial: Inertial, place: Frame) -> Body:
    tensor = _tensor(inertial.inertia)
    return Body(_place(place), float(inertial.mass), _vector(inertial.com), tensor)


def _place(frame: Frame) -> Place:
    return Place(_matrix(frame.rotation), _vector(frame.origin))


def _vector(v: Vec3) -> Array:
    return np.array([float(c) for c in v])


def _matrix(m: Mat3) -> Array:
    return np.column_stack([_vector(m.x), _vector(m.y), _vector(m.z)])


def _tensor(t: SymMat3) -> Array:
    xx, yy, zz, xy, xz, yz = (float(c) for c in t)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
