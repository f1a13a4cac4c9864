"""What a kernel's sines and cosines take: measured, and said how.

A kernel that takes sines and cosines as inputs does all the rest; where there is one, the time that it
saves is the answer. Where there is none, the C library is timed on as many angles alone: that is what
a kernel spends that calls it.
"""

from __future__ import annotations

from collections.abc import Mapping

from gen_robot.bench.harness import Harness
from gen_robot.bench.measure import Contender, Times
from gen_robot.bench.ours import Timed
from gen_robot.bench.states import Room
from gen_robot.bench.times import Trigonometry

ALONE = "sincos"


def angles_alone(timed: Timed, harness: Harness, room: Room) -> dict[str, Contender]:
    """Return what takes the sines and cosines of as many angles as a kernel has, if it has any."""
    angles = timed.record["operations"].get("sincos", 0)
    if not angles:
        return {}
    q = timed.inputs()[0]
    return {
        ALONE: Contender(
            lambda count: harness.sincos(q, angles, count, room.whole), len(timed.singles)
        )
    }


def share_of_angles(
    timed: Timed, times: Mapping[tuple[str, str], Times], one: Times
) -> Trigonometry | None:
    """Return what the angles of a kernel take of its time."""
    angles = timed.record["operations"].get("sincos", 0)
    if not angles:
        return Trigonometry(0, 0.0, "no angle matters")
    alone = times["", ALONE].low
    return Trigonometry(angles, min(alone, one.low), "the C library's, alone on as many angles")
