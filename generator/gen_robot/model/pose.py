"""From a link's constants and the joint coordinates to its transform and its moments."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.lanes import in_lanes, lanes
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.pose import Moments, Pose, Shift, Step
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.model.hold import is_parallel, total_turn
from gen_robot.model.model import Angle, Link


def pose(link: Link, q: Sequence[Scalar]) -> Pose:
    """Return the transform from the parent's frame to the link's, at the robot's coordinates q."""
    own = q[link.q_index : link.q_index + link.kind.nq]
    slide = link.geometry.d + link.kind.along(own)
    return joined([*_steps(link, q, slide), *link.kind.steps(own)])


def _steps(link: Link, q: Sequence[Scalar], slide: Scalar) -> list[Step]:
    """Return the steps along and about the axes; a frame that is held leaves its own turn out."""
    g = link.geometry
    lead = link.lead or Angle()
    first = turn(Angle(lead.terms, lead.offset + g.gamma), q)
    last = turn(total_turn(link, link.lead), q)
    steps: list[Step]
    if link.lead and is_parallel(link):
        # One turn by the sum of the angles does for both; what lies beside is turned alone.
        beside = first.up(turn_x(g.alpha).up(Vec3(g.a, g.e, ZERO)))
        steps = [Shift(Vec3(beside.x, beside.y, g.b)), turn_x(g.alpha), last]
    else:
        along, beside = Vec3(ZERO, ZERO, g.b), Vec3(g.a, g.e, ZERO)
        steps = [first, Shift(along), turn_x(g.alpha), Shift(beside), last]
    if link.turned:
        steps.pop()
    return [*steps, Shift(Vec3(ZERO, ZERO, slide))]


def in_frame(link: Link, body: Moments, q: Sequence[Scalar]) -> Moments:
    """Return the moments of what turns with a link in the link's frame, which may be held back."""
    return Pose((turn(link.turned, q),)).up_moments(body) if link.turned else body


def fixed_pose(link: Link) -> Pose:
    """Return the link's transform at q = 0, in exact numbers."""
    g = link.geometry
    along, beside = Vec3(ZERO, ZERO, g.b), Vec3(g.a, g.e, ZERO)
    first, last = Turn("z", *g.gamma.cos_sin()), Turn("z", *g.theta.cos_sin())
    steps: list[Step] = [first, Shift(along), turn_x(g.alpha), Shift(beside), last]
    return joined([*steps, Shift(Vec3(ZERO, ZERO, g.d))])


def turn(angle: Angle, q: Sequence[Scalar]) -> Turn:
    """Turn about z by a sum of angles; quarter turns of its constant only exchange sine, cosine."""
    if not angle.terms:
        return Turn("z", *angle.offset.cos_sin())
    offset, quarters, sign = _split(angle.offset)
    total: Scalar = ZERO
    for place, way in angle.terms:
        total = total + (q[place] if way > 0 else -q[place])
    total = total + offset
    c, s = total.cos() * sign, total.sin() * sign
    for _ in range(quarters % 4):
        c, s = -s, c
    return Turn("z", c, s)


def _split(angle: Number) -> tuple[Number, int, Number]:
    """Return an angle as a rest, quarter turns and a sign of cosine and sine.

    Rests are at most an eighth of a turn; of lanes, which take the first one's quarter turns, they may
    be a quarter more.
    """
    rests, quarters = [], []
    for rest in in_lanes(angle, angle.width):
        count = 0
        while rest > PI / 4:
            rest, count = rest - PI / 2, count + 1
        while rest <= -PI / 4:
            rest, count = rest + PI / 2, count - 1
        rests.append(rest)
        quarters.append(count)
    more = [count - quarters[0] for count in quarters]
    rest = lanes(rest + PI / 2 * (k % 2) for rest, k in zip(rests, more, strict=True))
    return rest, quarters[0], lanes(ONE if k % 4 < 2 else -ONE for k in more)


def turn_x(angle: Number) -> Turn:
    """Turn about x by a constant angle."""
    return Turn("x", *angle.cos_sin())


def joined(steps: list[Step]) -> Pose:
    """Return the transform of these steps, without those that do nothing."""
    return Pose(tuple(step for step in steps if not _does_nothing(step)))


def _does_nothing(step: Step) -> bool:
    if isinstance(step, Shift):
        return all(isinstance(x, Number) and not x for x in step.by)
    return isinstance(step, Turn) and isinstance(step.c, Number) and step.c == ONE
