"""The kinds of joint: what each adds to a state, and how it lets a link move."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN, Z
from gen_robot.algebra.pose import Motion


@dataclass(frozen=True)
class JointKind:
    """Describe a kind of joint by its free motions in the moved link's frame, one per velocity."""

    name: str
    nq: int
    motions: tuple[Motion, ...]

    @property
    def nv(self) -> int:
        return len(self.motions)

    @property
    def turns_in_place(self) -> bool:
        """Tell whether the moved frame's origin is at rest in the parent."""
        return all(m.linear == ORIGIN for m in self.motions)

    @property
    def keeps_orientation(self) -> bool:
        """Tell whether the moved frame's axes are at rest in the parent."""
        return all(m.angular == ORIGIN for m in self.motions)


REVOLUTE = JointKind("revolute", 1, (Motion(Z, ORIGIN),))
PRISMATIC = JointKind("prismatic", 1, (Motion(ORIGIN, Z),))

KINDS = {"revolute": REVOLUTE, "continuous": REVOLUTE, "prismatic": PRISMATIC}
"""What a description may call a joint that moves."""
