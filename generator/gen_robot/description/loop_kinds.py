"""The kinds of joint that close a loop, one record each: what they ask of the frames that meet.

A closing joint has no coordinates. It asks that origins meet, or that directions on one side are
normal to directions on the other: as many conditions as it takes motions away. Where it has an axis,
that is z of both frames.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import IDENTITY, ORIGIN, Frame, X, Y, Z
from gen_robot.algebra.lines import frame_of, unit
from gen_robot.algebra.vectors import Vec3

GAP = "gap"
"""The way from b's origin to a's, as one of the vectors that conditions are about."""

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class LoopKind:
    """Record a kind of closing joint; a pair asks that a vector of a is normal to an axis of b."""

    name: str
    words: tuple[str, ...] = ()  # what files call it, too
    origins_meet: bool = False
    normal: tuple[tuple[str, str], ...] = ()  # (GAP or an axis of a, an axis of b)
    has_axis: bool = True

    @property
    def rows(self) -> tuple[str, ...]:
        """Name its conditions: x, y, z of the gap, then pairs such as z.x."""
        return (AXES if self.origins_meet else ()) + tuple(f"{a}.{b}" for a, b in self.normal)


_NO_TURN = (("x", "y"), ("y", "z"), ("z", "x"))
_AXES_PARALLEL = (("z", "x"), ("z", "y"))
_ON_AXIS = ((GAP, "x"), (GAP, "y"))

LOOP_KINDS = {
    kind.name: kind
    for kind in (
        LoopKind("connect", ("spherical", "ball"), origins_meet=True, has_axis=False),
        LoopKind("revolute", ("hinge", "continuous"), origins_meet=True, normal=_AXES_PARALLEL),
        LoopKind("universal", origins_meet=True, normal=(("z", "x"),)),
        LoopKind("cylindrical", normal=_ON_AXIS + _AXES_PARALLEL),
        LoopKind("prismatic", normal=_ON_AXIS + _NO_TURN),
        LoopKind("planar", normal=((GAP, "z"), *_AXES_PARALLEL)),
        LoopKind("weld", ("fixed",), origins_meet=True, normal=_NO_TURN, has_axis=False),
    )
}
"""Every kind by its name, in the order in which messages list them."""

LOOP_WORDS = {word: kind for kind in LOOP_KINDS.values() for word in (kind.name, *kind.words)}
"""The kinds by all that files may call them."""


def with_axis(axis: Vec3) -> Frame:
    """Return a frame whose z axis is a unit vector: where a closing joint's axis is not z."""
    if axis == Z:
        return Frame(IDENTITY, ORIGIN)
    beside = min((X, Y, Z), key=lambda each: abs(axis.dot(each)))
    return frame_of(ORIGIN, unit(beside.cross(axis)), axis)
