"""The kinds of joint: what each adds to a state, and how it lets a link move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN, X, Y, Z
from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Motion


@dataclass(frozen=True)
class JointKind:
    """Describe a kind of joint by its free motions in the moved link's frame, one per velocity.

    A joint with an axis has it along z, and its link's frame may be placed anywhere on that axis. The
    others - planar, spherical, floating - give velocities in the user's own link frame, so that frame
    is kept.
    """

    name: str
    nq: int
    motions: tuple[Motion, ...]
    has_axis: bool = True
    turns: bool = False  # about its axis, by its first coordinate

    @property
    def nv(self) -> int:
        return len(self.motions)

    @property
    def turns_in_place(self) -> bool:
        """Tell whether the moved frame's origin is at rest in the parent."""
        return all(m.linear == ORIGIN for m in self.motions)

    @property
    def turns_about_z(self) -> bool:
        """Tell whether the moved frame's z axis keeps its direction in the parent."""
        return all(m.angular in (ORIGIN, Z) for m in self.motions)


_TURNS = tuple(Motion(axis, ORIGIN) for axis in (X, Y, Z))
_SHIFTS = tuple(Motion(ORIGIN, axis) for axis in (X, Y, Z))

REVOLUTE = JointKind("revolute", 1, (_TURNS[2],), turns=True)
PRISMATIC = JointKind("prismatic", 1, (_SHIFTS[2],))
CYLINDRICAL = JointKind("cylindrical", 2, (_TURNS[2], _SHIFTS[2]), turns=True)
PLANAR = JointKind("planar", 4, (*_SHIFTS[:2], _TURNS[2]), has_axis=False)
SPHERICAL = JointKind("spherical", 4, _TURNS, has_axis=False)
FLOATING = JointKind("floating", 7, _SHIFTS + _TURNS, has_axis=False)


def helical(pitch: Number) -> JointKind:
    """Return a screw that advances by the pitch (metres per radian) along its axis."""
    return JointKind("helical", 1, (Motion(Z, Z * pitch),), turns=True)


KINDS: dict[str, Callable[[Number], JointKind]] = {
    "revolute": lambda pitch: REVOLUTE,
    "continuous": lambda pitch: REVOLUTE,
    "prismatic": lambda pitch: PRISMATIC,
    "helical": helical,
    "cylindrical": lambda pitch: CYLINDRICAL,
    "planar": lambda pitch: PLANAR,
    "spherical": lambda pitch: SPHERICAL,
    "floating": lambda pitch: FLOATING,
}
"""What a description may call a joint that moves; a universal joint is two revolute ones."""
