"""The oracle's own robot: the moving links, as arrays in the user's link frames."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from arrays import Array, matrix, tensor, vector
from gen_robot.algebra.frame import Frame
from gen_robot.description.description import BASE, Description, Inertial

Z = np.array([0.0, 0.0, 1.0])


def skew(v: Array) -> Array:
    """Return v~, for which v~ x is the cross product v x x."""
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def turn(axis: Array, angle: float) -> Array:
    """Return the rotation about a unit axis (Rodrigues)."""
    a = skew(axis)
    return np.eye(3) + np.sin(angle) * a + (1.0 - np.cos(angle)) * a @ a


@dataclass(frozen=True)
class Place:
    """Stand a frame in another: R turns its vectors into the other, p is its origin there."""

    R: Array
    p: Array

    def then(self, inner: Place) -> Place:
        return Place(self.R @ inner.R, self.p + self.R @ inner.p)

    @property
    def inverse(self) -> Place:
        return Place(self.R.T, -self.R.T @ self.p)


HERE = Place(np.eye(3), np.zeros(3))


@dataclass(frozen=True)
class Body:
    """Hold mass, first moment m r and inertia about the frame's origin: all of them add up."""

    m: float
    mr: Array
    H: Array

    def __add__(self, other: Body) -> Body:
        return Body(self.m + other.m, self.mr + other.mr, self.H + other.H)

    @property
    def r(self) -> Array:
        """Return the centre of mass; a body without mass has it at the origin."""
        return self.mr / self.m if self.m else np.zeros(3)

    @property
    def inertia(self) -> Array:
        """Return the inertia about the centre of mass."""
        return self.H + self.m * skew(self.r) @ skew(self.r)

    def seen_from(self, place: Place) -> Body:
        """Return the same body in the frame in which its own frame has this place."""
        return body(self.m, place.p + place.R @ self.r, place.R @ self.inertia @ place.R.T)


def body(mass: float, com: Array, inertia: Array) -> Body:
    return Body(mass, mass * com, inertia - mass * skew(com) @ skew(com))


@dataclass(frozen=True)
class Link:
    """Hold a moving link and the joint that carries it, as the description does."""

    parent: int  # -1 is the base
    revolute: bool
    before: Place  # of the joint, in the parent's link frame
    axis: Array
    after: Place  # of the link frame, in the frame that moves with the joint
    body: Body
    rotor: float
    viscous: float
    coulomb: float

    def place(self, q: float) -> Place:
        """Return where the link frame stands in its parent's."""
        moved = (
            Place(turn(self.axis, q), np.zeros(3))
            if self.revolute
            else Place(np.eye(3), self.axis * q)
        )
        return self.before.then(moved).then(self.after)

    @property
    def z(self) -> Array:
        """Return the joint's axis in the link frame."""
        return self.after.R.T @ self.axis

    @property
    def on_axis(self) -> Array:
        """Return a point of the joint's axis in the link frame."""
        return self.after.inverse.p


@dataclass(frozen=True)
class Robot:
    """Hold the moving links in the description's order, each after its parent."""

    links: tuple[Link, ...]
    g: Array

    @property
    def n(self) -> int:
        return len(self.links)

    @property
    def rotors(self) -> Array:
        return np.array([link.rotor for link in self.links])

    @property
    def serial(self) -> bool:
        return all(link.parent == i - 1 for i, link in enumerate(self.links))

    def path(self, i: int) -> list[int]:
        """Return the links from i towards the base, i first."""
        found = []
        while i >= 0:
            found.append(i)
            i = self.links[i].parent
        return found

    def places(self, q: Array) -> list[Place]:
        """Return where each link frame stands in its parent's."""
        return [link.place(angle) for link, angle in zip(self.links, q, strict=True)]

    def world(self, q: Array) -> list[Place]:
        """Return where each link frame stands in the base frame."""
        found: list[Place] = []
        for link, place in zip(self.links, self.places(q), strict=True):
            found.append(found[link.parent].then(place) if link.parent >= 0 else place)
        return found

    def friction(self, qd: Array) -> Array:
        viscous = np.array([link.viscous for link in self.links])
        coulomb = np.array([link.coulomb for link in self.links])
        return viscous * qd + coulomb * np.sign(qd)


def robot(description: Description) -> Robot:
    """Read a description on a fixed base; fixed links become part of the link that carries them."""
    if description.floating_base is not None:
        raise ValueError(f"{description.name}: the oracle knows fixed bases only")
    carrier = {BASE: (-1, HERE)}  # each link's moving link, and its place there
    links: list[Link] = []
    for link in description.links:
        i, place = carrier[link.parent]
        before, after = place.then(_place(link.joint.before)), _place(link.joint.after)
        joint, inertial = link.joint, _body(link.inertial)
        if joint.type == "fixed":
            place = before.then(after)
            if i >= 0:
                links[i] = replace(links[i], body=links[i].body + inertial.seen_from(place))
            carrier[link.name] = (i, place)
        else:
            carrier[link.name] = (len(links), HERE)
            links.append(
                Link(
                    parent=i,
                    revolute=joint.type != "prismatic",
                    before=before,
                    axis=vector(joint.axis),
                    after=after,
                    body=inertial,
                    rotor=float(joint.rotor_inertia),
                    viscous=float(joint.viscous),
                    coulomb=float(joint.coulomb),
                )
            )
    return Robot(tuple(links), vector(description.gravity))


def _place(frame: Frame) -> Place:
    return Place(matrix(frame.rotation), vector(frame.origin))


def _body(inertial: Inertial) -> Body:
    return body(float(inertial.mass), vector(inertial.com), tensor(inertial.inertia))


def along_z(robot: Robot) -> Robot:
    """Return the same robot in frames that have each joint's axis for z and their origin on it.

    This is all that the papers' formulas in modified Denavit-Hartenberg frames ask for; R_i and s_i
    stay general.
    """
    # At q = 0 the new frame is `before` turned until z is the axis, so it moves with the joint.
    turned = [Place(_onto(link.axis), np.zeros(3)) for link in robot.links]
    links = []
    for link, own in zip(robot.links, turned, strict=True):
        parent_frame = HERE
        if link.parent >= 0:
            parent_frame = turned[link.parent].inverse.then(robot.links[link.parent].after)
        links.append(
            replace(
                link,
                before=parent_frame.then(link.before).then(own),
                axis=Z,
                after=HERE,
                body=link.body.seen_from(own.inverse.then(link.after)),
            )
        )
    return replace(robot, links=tuple(links))


def _onto(axis: Array) -> Array:
    """Return a rotation that turns z onto a unit axis."""
    aside = np.eye(3)[np.argmin(np.abs(axis))]
    x = np.cross(aside, axis)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])


def chain_along_z(robot: Robot) -> Robot:
    """Return a serial robot in frames along z; refuse a tree."""
    if not robot.serial:
        raise ValueError("this algorithm knows serial robots only")
    return along_z(robot)
