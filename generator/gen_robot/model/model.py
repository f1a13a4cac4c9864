"""A robot as the algorithms see it: canonical frames, joint axes along z, moments about origins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from gen_robot.algebra.frame import ORIGIN, Frame
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.description.description import Limits
from gen_robot.description.joint_kind import JointKind
from gen_robot.model.structure import Meetings

if TYPE_CHECKING:
    from gen_robot.model.loops import Closing


@dataclass(frozen=True)
class Geometry:
    """Place a link in its parent: Khalil and Kleinfinger's constants, at q = 0.

    Turn gamma about z, shift b along z, turn alpha about x, shift a along x, turn theta about z,
    shift d along z. On a serial chain gamma and b are zero: modified Denavit-Hartenberg. Axes that
    are almost but not quite parallel meet far away; there `e`, a shift along y beside a, replaces d.
    """

    gamma: Number = ZERO
    b: Number = ZERO
    alpha: Number = ZERO
    a: Number = ZERO
    e: Number = ZERO
    theta: Number = ZERO
    d: Number = ZERO


@dataclass(frozen=True)
class Angle:
    """Hold a sum of joint angles, each with its sign, and a constant."""

    terms: tuple[tuple[int, int], ...] = ()  # (place in q, +1 or -1)
    offset: Number = ZERO


@dataclass(frozen=True)
class Following:
    """Tie a link's coordinate to another's: q = multiplier * q of the leader + offset."""

    leader: int  # the leading link's number
    multiplier: Number
    offset: Number


@dataclass(frozen=True)
class Link:
    """Hold one moving link; its frame's z axis is its joint's axis."""

    number: int  # from 1, parents before children
    parent: int  # 0 is the base
    name: str
    joint_name: str
    kind: JointKind
    geometry: Geometry
    body: Moments  # about this frame's origin; numbers, or symbols for what is known at run time
    q_index: int
    v_index: int
    limits: Limits
    rotor_inertia: Number
    viscous: Number
    coulomb: Number
    following: Following | None  # of a joint that mimics another
    user_frame: Frame  # where the description put this link's frame, in this one
    stiffness: Number = ZERO  # of a spring at the joint, of one coordinate
    rest: Number = ZERO  # where it does not pull
    # Where bodies are as given: one that costs less and asks the joints for the same torques.
    torque_body: Moments | None = None
    # Of links whose frame is held back from turning with them (see hold.py):
    turned: Angle | None = None  # how far the link has turned against its frame
    lead: Angle | None = None  # how far its parent has turned against the parent's frame
    # Of a model whose congruent limbs are lanes of one (see limbs.py):
    stands_for: tuple[int, ...] = ()  # the numbers of links of the whole model, one a lane
    sense: Number = ONE  # 1 or -1, in lanes: this link's q, qd, qdd, tau are so many of the whole's

    @property
    def joint_type(self) -> str:
        """Return what files call its joint."""
        return self.kind.name

    @property
    def width(self) -> int:
        """Return how many lanes its constants and coordinates have."""
        return max(len(self.stands_for), 1)


@dataclass(frozen=True)
class Place:
    """Say where a frame is: on which moving link (0: the base), and where there."""

    link: int
    frame: Frame
    on: str  # the described link that it is part of


@dataclass(frozen=True)
class BaseMotion:
    """Hold how a base frame turns, and the acceleration of its origin, in its own axes.

    How fast the origin moves makes no difference to anything that rides on it.
    """

    w: Vec3
    al: Vec3
    A: Vec3


STANDING = BaseMotion(ORIGIN, ORIGIN, ORIGIN)


class Parameter(ABC):
    """Stand for constants of a robot that are known at run time only: an input of every kernel."""

    name: str  # of the input array
    size: int
    meaning: str
    unit: str
    links: tuple[int, ...]  # whose constants they are
    step: str  # what is done with them, as a heading of the generated code
    is_added = False  # whether they add a body, and no constant that masses are moved by changes

    @abstractmethod
    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        """Return the model with symbols in place of these constants."""


class Notes(Protocol):
    """Take notes of what is done for which link, and of the names of moments: a tape, as a rule."""

    def step(self, link: int, text: str) -> None: ...

    def moments(self, first: str, second: str, *links: int, value: Moments) -> Moments: ...


@dataclass(frozen=True)
class Model:
    """Hold a robot whose links stand in canonical frames."""

    name: str
    source: str
    links: tuple[Link, ...]
    gravity: Vec3  # in the user's base frame
    base_frames: dict[int, Frame]  # of each link on the base: its own base frame, in the user's
    places: dict[str, Place]  # of every described link, fixed ones included
    parameters: tuple[Parameter, ...] = ()  # what is known at run time only
    frames: dict[str, Place] = field(default_factory=dict)  # those that kernels are made for
    drives: tuple[str, ...] = ()  # whose parameters regressors have columns for (drives.py)
    left_to_base: Scalar = ZERO  # the mass that moving masses gave to what does not move
    base_motion: BaseMotion = STANDING  # of the user's base frame
    closing: Closing | None = None  # the loops that its file has, for kernels of closed robots
    meetings: Meetings | None = None  # of wrenches and axes, where that was decided (structure.py)
    whole: Model | None = None  # what it was made from, if its congruent limbs are lanes of one

    @property
    def nq(self) -> int:
        """Return the number of coordinates of all joints, followers included."""
        return sum(link.kind.nq for link in self._every_link)

    @property
    def nv(self) -> int:
        """Return the number of velocities of all joints, followers included."""
        return sum(link.kind.nv for link in self._every_link)

    @property
    def mass(self) -> Scalar:
        """Return the mass of all that moves, wherever masses were moved to."""
        return sum((link.body.mass for link in self.links), start=self.left_to_base)

    @property
    def free_links(self) -> list[Link]:
        """Return the links whose joints follow no other: what a state is given for."""
        return [link for link in self._every_link if not link.following]

    @property
    def free_nq(self) -> int:
        return sum(link.kind.nq for link in self.free_links)

    @property
    def free_nv(self) -> int:
        return sum(link.kind.nv for link in self.free_links)

    def link(self, number: int) -> Link:
        if self.whole:
            return next(link for link in self.links if link.number == number)
        return self.links[number - 1]

    @property
    def _every_link(self) -> tuple[Link, ...]:
        """Return the links that states are given for: also those that are lanes of others."""
        return self.whole.links if self.whole else self.links

    @property
    def roots(self) -> list[Link]:
        return self.children(0)

    def children(self, number: int) -> list[Link]:
        return [*self._children.get(number, ())]

    @cached_property
    def _children(self) -> dict[int, list[Link]]:
        found: dict[int, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.parent, []).append(link)
        return found

    def path(self, number: int) -> list[Link]:
        """Return the links from the base to one; none to the base itself."""
        links: list[Link] = []
        while number:
            links.insert(0, self.link(number))
            number = links[0].parent
        return links

    @property
    def is_serial(self) -> bool:
        return all(link.parent == link.number - 1 for link in self.links)

    def base_acceleration(self, root: Link) -> Vec3:
        """Return minus gravity, which stands for it, in the axes of that root's base frame."""
        return -(self.base_frames[root.number].rotation.transposed @ self.gravity)

    def base_carries(self, root: Link) -> BaseMotion:
        """Return how that root's base frame moves, less gravity, at its origin and in its axes."""
        if self.base_motion == STANDING:
            return BaseMotion(ORIGIN, ORIGIN, self.base_acceleration(root))
        frame, user = self.base_frames[root.number], self.base_motion
        turn, o = frame.rotation.transposed, frame.origin
        A = user.A - self.gravity + user.al.cross(o) + user.w.cross(user.w.cross(o))
        return BaseMotion(turn @ user.w, turn @ user.al, turn @ A)
