"""From a link's constants and its joint's coordinates to the steps of its transform."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.exact import ONE, PI, ZERO, Exact
from gen_robot.algebra.pose import Pose, Shift, Step
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.model.joints import REVOLUTE
from gen_robot.model.model import Link


def pose(link: Link, q: Sequence[Scalar]) -> Pose:
    """Return the link's transform where q holds the joint's own coordinates."""
    g = link.geometry
    if link.kind is REVOLUTE:
        turn, slide = _turn_z(q[0], g.theta), g.d
    else:
        turn, slide = Turn("z", *g.theta.cos_sin()), q[0] + g.d
    return _steps(link, turn, slide)


def fixed_pose(link: Link) -> Pose:
    """Return the link's transform at q = 0, in exact numbers."""
    return _steps(link, Turn("z", *link.geometry.theta.cos_sin()), link.geometry.d)


def _steps(link: Link, turn: Turn, slide: Scalar) -> Pose:
    g = link.geometry
    steps: list[Step] = [
        Turn("z", *g.gamma.cos_sin()),
        Shift(Vec3(ZERO, ZERO, g.b)),
        Turn("x", *g.alpha.cos_sin()),
        Shift(Vec3(g.a, g.e, ZERO)),
        turn,
        Shift(Vec3(ZERO, ZERO, slide)),
    ]
    return Pose(tuple(step for step in steps if not _does_nothing(step)))


def _does_nothing(step: Step) -> bool:
    if isinstance(step, Turn):
        return isinstance(step.c, Exact) and step.c == ONE
    return all(isinstance(x, Exact) and not x for x in step.by)


def _turn_z(q: Scalar, offset: Exact) -> Turn:
    """Turn by q + offset; quarter turns of the offset only exchange sine and cosine."""
    quarters = 0
    while offset > PI / 4:
        offset, quarters = offset - PI / 2, quarters + 1
    while offset <= -PI / 4:
        offset, quarters = offset + PI / 2, quarters - 1
    angle = q + offset
    c, s = angle.cos(), angle.sin()
    for _ in range(quarters % 4):
        c, s = -s, c
    return Turn("z", c, s)
