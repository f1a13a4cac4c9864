"""The model as seen from the user's own base frame, and frames as users place them.

Recursions of forces start from a base frame that suits the first joint and gravity; where things are
is told in the frame that the user drew. One set of constants leads there from the first link.
"""

from __future__ import annotations

from dataclasses import astuple, replace

from gen_robot.algebra.frame import AT_ORIGIN, Frame
from gen_robot.algebra.number import ONE, ZERO, Number, negligible
from gen_robot.algebra.pose import Pose, Shift, Step
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Vec3
from gen_robot.model.canonical import geometry
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Geometry, Link, Model
from gen_robot.model.placement import reached
from gen_robot.model.pose import fixed_pose, joined, turn_x


def on_user_base(model: Model) -> Model:
    """Return the model with the user's base frame as that of every root."""
    links = [replace(link, turned=None, lead=None) for link in model.links]
    for place, link in enumerate(links):
        if not link.parent:
            links[place] = replace(link, geometry=leading(_at_zero(model, link)))
    frames = {root.number: AT_ORIGIN for root in model.roots}
    moved = replace(model, links=tuple(links), base_frames=frames)
    return hold_parallel(moved) if any(link.turned for link in model.links) else moved


def leading(frame: Frame) -> Geometry:
    """Return the constants that lead to a frame."""
    constants: tuple[Number, ...] = astuple(geometry(AT_ORIGIN, frame))
    size = max(abs(x) for x in constants) + ONE
    return Geometry(*(ZERO if negligible(x, size) else x for x in constants))


def turn_and_rest(frame: Frame) -> tuple[Number, Pose]:
    """Return the turn about z, and the steps after it, that lead to a frame.

    The turn is one with that of a joint before it. If z keeps its direction, there is no other.
    """
    g = leading(frame)
    along = Vec3(ZERO, ZERO, g.d)
    beside = Vec3(g.a, g.e, ZERO)
    last = Turn("z", *g.theta.cos_sin())
    if not g.alpha.sin():
        steps: list[Step] = [turn_x(g.alpha), Shift(last.down(beside) + along)]
        return g.gamma + g.theta * g.alpha.cos().sign, joined(steps)
    steps = [Shift(Vec3(ZERO, ZERO, g.b)), turn_x(g.alpha), Shift(beside), last, Shift(along)]
    return g.gamma, joined(steps)


def _at_zero(model: Model, root: Link) -> Frame:
    return model.base_frames[root.number].then(reached(fixed_pose(root)))
