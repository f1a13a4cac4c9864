"""What a kind of joint is: one record, and all that follows from its free motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from gen_robot.algebra.frame import IDENTITY, ORIGIN, Frame, Z, turn_about
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Motion, Step
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.description.description import JointDescription
from gen_robot.description.manifolds import ADDITIVE, Manifold

BOUNDS = ("lower", "upper")
RATES = ("velocity", "effort")

_STILL = "it does not move"
_MIXED = "one number cannot be both for its turns and for its slides"


class Remark(NamedTuple):
    """Say what is wrong with a value, or doubtful, and the cure."""

    problem: str
    cure: str


Judgement = Callable[[Any, JointDescription], Remark | None]
"""Judges the value of a key of a joint, which is complete: its other keys are in `given`."""


def _no_remark(value: Any, joint: JointDescription) -> Remark | None:
    return None


@dataclass(frozen=True)
class Key:
    """State what a kind of joint takes that others do not; JointDescription.given holds it.

    A value is a number, a direction (a unit vector, in the same frame as the joint's axis), or the
    axes x, y, z of three angles one after the other (none: a quaternion).
    """

    name: str
    value: Literal["number", "direction", "angles"]
    needed: bool = True
    fault: Judgement = _no_remark
    doubt: Judgement = _no_remark


def _no_steps(own: Sequence[Scalar]) -> list[Step]:
    return []


def _stays_whole(joint: JointDescription) -> tuple[Vec3, ...]:
    return ()


@dataclass(frozen=True)
class JointKind:
    """Record a kind of joint; its free motions are in the moved link's frame, one per velocity.

    A kind with an axis has it along z, turns about it and slides along it, and its link's frame may
    be placed anywhere on it. The others give velocities in the user's own link frame, so that frame
    is kept, and `steps` says how they move it at given coordinates.
    """

    name: str  # in YAML files, manifests and headers
    motions: tuple[Motion, ...] = ()
    manifold: Manifold = ADDITIVE
    no_axis: str = ""  # why a file gives it none; empty: it has one
    steps: Callable[[Sequence[Scalar]], list[Step]] = _no_steps
    urdf: tuple[str, ...] = ()  # the words of URDF files for it
    has_bounds: bool = False  # a lower and an upper limit
    any_convention: bool = True  # else free transforms alone place it
    keys: tuple[Key, ...] = ()
    motions_given: Callable[[Mapping[str, Any]], tuple[Motion, ...]] | None = None
    # The axes of the revolute joints that it is split into, each carried along by those before it.
    split_axes: Callable[[JointDescription], tuple[Vec3, ...]] = _stays_whole

    def given(self, values: Mapping[str, Any]) -> JointKind:
        """Return the kind of a joint whose keys have these values."""
        return replace(self, motions=self.motions_given(values)) if self.motions_given else self

    # Coordinates ------------------------------------------------------------------------------

    @property
    def nv(self) -> int:
        return len(self.motions)

    @property
    def nq(self) -> int:
        return len(self.manifold.neutral) or self.nv

    @property
    def moves(self) -> bool:
        return bool(self.motions) or self.split_axes is not _stays_whole

    @property
    def has_one_coordinate(self) -> bool:
        """Tell whether a number says where it is: it can be locked, and mimic or be mimicked."""
        return self.nq == 1

    # What the free motions leave at rest ----------------------------------------------------------

    @property
    def has_axis(self) -> bool:
        return not self.no_axis

    @property
    def only_slides(self) -> bool:
        """Tell whether the moved frame's axes keep their directions in the parent."""
        return all(m.angular == ORIGIN for m in self.motions)

    @property
    def turns_in_place(self) -> bool:
        """Tell whether the moved frame's origin is at rest in the parent."""
        return all(m.linear == ORIGIN for m in self.motions)

    @property
    def turns_about_z(self) -> bool:
        """Tell whether the moved frame's z axis keeps its direction in the parent."""
        return all(m.angular in (ORIGIN, Z) for m in self.motions)

    @property
    def only_turns_about_z(self) -> bool:
        """Tell whether what lies on the moved frame's z axis is at rest in the parent."""
        return self.turns_in_place and self.turns_about_z

    @property
    def moves_in_plane(self) -> bool:
        """Tell whether it moves in x and y of its frame, whatever axis a file gives it."""
        return self.moves and not self.has_axis and self.turns_about_z

    # Motion about and along the axis ----------------------------------------------------------

    @property
    def angles(self) -> tuple[int, ...]:
        """Return which of the coordinates are angles about the axis."""
        return tuple(k for k, m in enumerate(self.motions) if self.has_axis and m.angular == Z)

    def along(self, own: Sequence[Scalar]) -> Scalar:
        """Return how far it has moved along its axis."""
        total: Scalar = ZERO
        if self.has_axis:
            for motion, coordinate in zip(self.motions, own, strict=True):
                if motion.linear.z:
                    total = total + coordinate * motion.linear.z
        return total

    def moved(self, axis: Vec3, own: Sequence[Number]) -> Frame:
        """Return what it does to the frame before it, in which its axis is this unit vector."""
        angle = sum((own[k] for k in self.angles), ZERO)
        return turn_about(axis, angle).then(Frame(IDENTITY, axis * self.along(own)))

    # Files ------------------------------------------------------------------------------------

    @property
    def limits(self) -> tuple[str, ...]:
        """Return the limits that a file may give it."""
        return ((BOUNDS if self.has_bounds else ()) + RATES) if self.moves else ()

    @property
    def no_drive(self) -> str:
        """Say why it has neither rotor nor friction; nothing if it may have them."""
        if not self.moves:
            return _STILL
        mixed = self.nv > 1 and not (self.only_slides or self.turns_in_place)
        return _MIXED if mixed else ""
