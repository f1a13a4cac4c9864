"""A robot as its file describes it: the user's own links, joints and frames, in exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gen_robot.algebra.frame import AT_ORIGIN, ORIGIN, Frame, Z
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.snap import Snap

BASE = "base"
"""The name that stands for the robot's base wherever a parent is named."""

FLOATING_BASE = "floating_base"
"""What the joint is called by which a base flies freely."""

DOWNWARD = Vec3(ZERO, ZERO, Number("-9.81"))
"""Gravity, where a file says nothing of it."""

LARGEST = Number("1e30")
"""No quantity of a robot is larger: products of a few have to fit a double in the generated code."""

NO_INERTIA = SymMat3(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


@dataclass(frozen=True)
class Inertial:
    """Hold a body's mass, centre of mass and inertia about it, in the user's link frame."""

    mass: Number = ZERO
    com: Vec3 = ORIGIN
    inertia: SymMat3 = NO_INERTIA
    accepted: str = ""  # why the file means it so, where no rigid body has this inertia


@dataclass(frozen=True)
class Limits:
    """Hold what a joint may do; None where the file says nothing."""

    lower: Number | None = None
    upper: Number | None = None
    velocity: Number | None = None
    effort: Number | None = None


@dataclass(frozen=True)
class Mimic:
    """Tie a joint to another one: q = multiplier * q_of_that + offset."""

    joint: str
    multiplier: Number = ONE
    offset: Number = ZERO


@dataclass(frozen=True)
class JointDescription:
    """Hold how a link moves against its parent.

    At q = 0 the link frame stands at before.then(after) in the parent's link frame; q turns about or
    slides along `axis` (a unit vector) through the origin of the frame `before`, between the two.
    """

    name: str
    type: str  # the name of its kind (joint_kinds.py)
    before: Frame = AT_ORIGIN
    axis: Vec3 = Z
    after: Frame = AT_ORIGIN
    limits: Limits = Limits()
    rotor_inertia: Number = ZERO  # at the joint: gear_ratio^2 times the rotor's own
    viscous: Number = ZERO
    coulomb: Number = ZERO
    mimic: Mimic | None = None
    stiffness: Number = ZERO  # of a spring that pulls towards q = rest
    rest: Number = ZERO
    given: Mapping[str, Any] = field(
        default_factory=dict, hash=False
    )  # values of its kind's own keys


@dataclass(frozen=True)
class LinkDescription:
    """Hold one link and the joint that carries it."""

    name: str
    parent: str
    joint: JointDescription
    inertial: Inertial = Inertial()


@dataclass(frozen=True)
class FrameDescription:
    """Hold a frame that moves with a link and is none of the links' own."""

    name: str
    link: str
    origin: Frame  # in the link's frame
    unasked: bool = True  # whether kernels are made for it if nobody names it


@dataclass(frozen=True)
class LoopDescription:
    """Hold what ties two links together beside the tree; their frames meet while it holds.

    The type says how: `connect` has their origins meet, `weld` their axes, too.
    """

    name: str
    type: str
    link_a: str
    link_b: str
    at_a: Frame = AT_ORIGIN  # in the link's frame
    at_b: Frame = AT_ORIGIN


@dataclass(frozen=True)
class Companion:
    """Name a file that a robot was read from beside its own: an include, a mesh."""

    path: str  # from the folder of the robot's own file
    sha256: str  # of its bytes


@dataclass(frozen=True)
class Description:
    """Hold a whole robot; links stand in the file's order, each after its parent."""

    name: str
    links: tuple[LinkDescription, ...]
    source: str  # the file's base name, for messages
    gravity: Vec3 = DOWNWARD
    floating_base: Inertial | None = None
    f77_prefix: str | None = None
    warnings: tuple[str, ...] = field(default=())
    snaps: tuple[Snap, ...] = ()  # exact angles that stand for what the file says
    root_name: str = BASE  # what the file calls the base
    root_inertial: Inertial = Inertial()  # matters if the base is set free
    sha256: str | None = None  # of the file's bytes
    companions: tuple[Companion, ...] = ()  # other files that it was read from
    read_with: tuple[str, ...] = ()  # packages of others that took part in reading it
    typed: str = ""  # what a command names it by, if that is not the file's base name
    frames: tuple[FrameDescription, ...] = ()  # beside those of the links
    left_out: tuple[str, ...] = ()  # links of the file that edits took away
    loops: tuple[LoopDescription, ...] = ()  # beside the tree; kernels of trees do not enforce them
    independent: tuple[str, ...] = ()  # joints that a closed robot's state is told by
    actuated: tuple[str, ...] = ()  # joints of a closed robot that are driven

    @property
    def tips(self) -> list[str]:
        """Return the links that carry no other; of a robot without links, the base."""
        carrying = {link.parent for link in self.links}
        return [k.name for k in self.links if k.name not in carrying] or [self.root_name]
