"""The way from the base to a frame, as the kinematic recursions walk it.

The user's base frame is at one end, the frame at the other. A joint's own turn about its axis, and its
slide along it, stand apart from the steps that lead to the axis: the joint's motion has the same
components on either side of them, so each recursion takes the side that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gen_robot.algebra.frame import IDENTITY, ORIGIN
from gen_robot.algebra.pose import Motion, Note, Pose, Shift, Step
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Values, Vec3
from gen_robot.algorithms.joint_terms import dofs, posed
from gen_robot.algorithms.reference import End
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model, Place
from gen_robot.model.pose import joined
from gen_robot.model.user_base import on_user_base, turn_and_rest

CHAIN = (
    Symbols({"r": "arm"}, "from joint {0} to the point of reference, in the axes before its turn"),
    Symbols({"rb": "arm"}, "from the origin of link {0} to the point of reference, in its axes"),
    Symbols({"rp": "way"}, "from the origin of the parent of link {0} to that of the frame"),
    Symbols(
        {"[xyz]a": "direction of an axis"},
        "of link {0} before the turn of its joint, in the axes of reference",
    ),
    Symbols({"[xyz]b": "direction of an axis"}, "of link {0}, in the axes of reference"),
)
"""What `arms`, `origin` and `axes` name."""


NOWHERE = Pose(())


@dataclass(frozen=True)
class Stage:
    """Hold one link of the way: the steps to its joint's axis, and the joint's own.

    The free motions are in the axes between the two, and in those behind both. A joint without an axis
    has no steps of its own, and its motions are in the axes of the moved link.
    """

    number: int  # of the link; the frame itself has that of its link
    before: Pose
    own: Pose = NOWHERE
    motions: tuple[tuple[int, Motion], ...] = ()  # with their places among the velocities

    @property
    def whole(self) -> Pose:
        """Return all steps."""
        return Pose(self.before.steps + self.own.steps)


Chain = tuple[Stage, ...]
"""From the base to the frame, which is the last and has no motions."""

NoteAt = Callable[[int], Note]
"""Takes a link's number and gives what is told of a vector's way across it."""


def chain(model: Model, t: Tape, q: Values, place: Place) -> Chain:
    """Return the way from the user's base frame to a frame."""
    model = on_user_base(model)
    path = model.path(place.link)
    turn, rest = turn_and_rest(place.frame)
    if path and path[-1].kind.has_axis:
        # The last joint's turn and the frame's are one.
        last = replace(path[-1], turned=None)
        path[-1] = replace(last, geometry=replace(last.geometry, theta=last.geometry.theta + turn))
    else:
        rest = joined([Turn("z", *turn.cos_sin()), *rest.steps])
    stages = [stage(t, link, q) for link in path]
    return (*stages, Stage(place.link, rest))


def origin(chain: Chain, t: Tape) -> Vec3:
    """Return where the frame's origin is, in the base frame."""
    point = ORIGIN
    for stage in reversed(chain):
        t.step(stage.number, "the frame's origin, seen from its parent")
        point = t.vector("rp", stage.number, value=stage.whole.up_point(point))
    return point


def arms(chain: Chain, t: Tape, side: End, point: End) -> list[Vec3]:
    """Return, for each stage, the way from its origin to the point of reference, in its axes.

    Stages are taken on one side of the joints' own steps; the point is the origin of an end.
    """
    found: list[Vec3] = [ORIGIN] * len(chain)
    inner = side is End.BASE
    if point is End.FRAME:
        arm = ORIGIN
        for place, stage in reversed([*enumerate(chain)]):
            t.step(stage.number, "arm r_i to the point of reference")
            outer = t.vector("rb", stage.number, value=arm)
            arm = t.vector("r", stage.number, value=stage.own.up_point(arm))
            found[place] = arm if inner else outer
            arm = stage.before.up_point(arm)
    else:
        arm = ORIGIN
        for place, stage in enumerate(chain):
            t.step(stage.number, "arm r_i to the point of reference")
            arm = t.vector("r", stage.number, value=_seen(stage.before, arm))
            outer = t.vector("rb", stage.number, value=_seen(stage.own, arm))
            found[place] = arm if inner else outer
            arm = outer
    return found


def axes(chain: Chain, t: Tape, end: End) -> list[Mat3]:
    """Return the axes of each stage by columns, in those of one end, on that side of the joint."""
    found: list[Mat3] = [IDENTITY] * len(chain)
    R = IDENTITY
    if end is End.BASE:
        for place, each in enumerate(chain):
            found[place], R = next_axes(t, R, each)
    else:
        for place, stage in reversed([*enumerate(chain)]):
            t.step(stage.number, "its axes, in those of reference")
            found[place] = _named(t, stage, "b", R)
            R = _named(t, stage, "a", _inward(R, stage.own))
            R = _inward(R, stage.before)
    return found


def next_axes(t: Tape, R: Mat3, stage: Stage) -> tuple[Mat3, Mat3]:
    """Return a stage's axes before its joint's own steps, and behind them, from those it is on."""
    t.step(stage.number, "its axes, in those of reference")
    at_joint = _named(t, stage, "a", _outward(R, stage.before))
    return at_joint, _named(t, stage, "b", _outward(at_joint, stage.own))


def turned(chain: Chain, place: int, end: End, v: Vec3, note: NoteAt) -> Vec3:
    """Express a vector of a stage, on that side of its joint, in the axes of an end."""
    if end is End.FRAME:
        for stage in chain[place + 1 :]:
            v = stage.whole.down(v, note(stage.number))
        return v
    v = chain[place].before.up(v, note(chain[place].number))
    for stage in reversed(chain[:place]):
        v = stage.whole.up(v, note(stage.number))
    return v


def across(chain: Chain, start: End, v: Vec3, note: NoteAt) -> Vec3:
    """Express a vector that is known in the axes of one end in those of the other."""
    if start is End.FRAME:
        for stage in reversed(chain):
            v = stage.whole.up(v, note(stage.number))
    else:
        for stage in chain:
            v = stage.whole.down(v, note(stage.number))
    return v


def stage(t: Tape, link: Link, q: Values) -> Stage:
    """Return the stage of one link."""
    pose, motions = posed(t, link, q), tuple(dofs(link))
    if not link.kind.has_axis:
        return Stage(link.number, pose, motions=motions)
    steps = list(pose.steps)
    own: list[Step] = []
    while steps and _is_about_z(steps[-1]):
        own.insert(0, steps.pop())
        if isinstance(own[0], Turn):
            break
    return Stage(link.number, joined(steps), joined(own), motions)


def _is_about_z(step: Step) -> bool:
    if isinstance(step, Shift):
        return not step.by.x and not step.by.y
    return isinstance(step, Turn) and step.axis == "z"


def _seen(pose: Pose, point: Vec3) -> Vec3:
    """Return the child's coordinates of a point of the parent."""
    for step in pose.steps:
        point = point - step.by if isinstance(step, Shift) else step.down(point)
    return point


def _outward(R: Mat3, pose: Pose) -> Mat3:
    """Return the child's axes from the parent's."""
    for step in pose.steps:
        match step:
            case Turn("z", c, s):
                R = Mat3(R.x * c + R.y * s, R.y * c - R.x * s, R.z)
            case Turn(_, c, s):
                R = Mat3(R.x, R.y * c + R.z * s, R.z * c - R.y * s)
            case Rotation(matrix):
                R = R.times(matrix)
    return R


def _inward(R: Mat3, pose: Pose) -> Mat3:
    """Return the parent's axes from the child's."""
    for step in reversed(pose.steps):
        match step:
            case Turn("z", c, s):
                R = Mat3(R.x * c - R.y * s, R.y * c + R.x * s, R.z)
            case Turn(_, c, s):
                R = Mat3(R.x, R.y * c - R.z * s, R.z * c + R.y * s)
            case Rotation(matrix):
                R = R.times(matrix.transposed)
    return R


def _named(t: Tape, stage: Stage, side: str, R: Mat3) -> Mat3:
    for axis, direction in zip("xyz", (R.x, R.y, R.z), strict=True):
        t.vector(f"{axis}{side}", stage.number, value=direction)
    return R
