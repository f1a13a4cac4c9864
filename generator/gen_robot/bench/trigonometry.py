"""What a kernel's sines and cosines take: the time that it saves to be given them.

Of every kernel there is a form that takes sines and cosines as inputs, by the same way; both are
timed in turns. The difference is a little less than all: that form puts the sines of sums of angles
together by a few multiplications, and trigonometry and arithmetic overlap in a processor. Where
there is no such form for a robot, the C library is timed on as many angles alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gen_robot.bench.harness import Harness
from gen_robot.bench.measure import Contender, Times
from gen_robot.bench.ours import Timed
from gen_robot.bench.states import Room
from gen_robot.bench.subject import Subject
from gen_robot.bench.times import ONE, Trigonometry
from gen_robot.kernels import wanted
from gen_robot.kernels.sines import SUFFIX
from gen_robot.model.model import Model

GIVEN, ALONE = "sines given", "angles alone"
SAID = {
    GIVEN: "what is saved where sines and cosines are given",
    ALONE: "what the C library takes for as many angles alone",
}


def with_sines(subject: Subject, model: Model) -> dict[str, str]:
    """Return the forms that are given sines of a library's kernels with angles, and their ways."""
    kernels = subject.manifest["kernels"]
    return {
        kernel.name: kernels[kernel.name.removesuffix(SUFFIX)]["way"]
        for kernel in wanted(
            [f"{name}{SUFFIX}" for name in kernels if _angles(kernels[name])], model
        )
        if not kernel.refusal(model)
    }


def _angles(record: Mapping[str, object]) -> int:
    operations = record["operations"]
    assert isinstance(operations, Mapping)
    return int(operations.get("sincos", 0))


def angles_of(
    timed: Timed, given: Sequence[Timed], harness: Harness, room: Room
) -> dict[str, Contender]:
    """Return what tells of a kernel's angles: the form that is given their sines, if there is one."""
    angles = _angles(timed.record)
    if not angles:
        return {}
    for each in given:
        return {GIVEN: each.in_c()[ONE]}
    q = timed.inputs()[0]
    alone = Contender(
        lambda count: harness.sincos(q, angles, count, room.whole), len(timed.singles)
    )
    return {ALONE: alone}


def share_of_angles(timed: Timed, times: Mapping[str, Times], one: Times) -> Trigonometry:
    """Return what the angles of a kernel take of its time."""
    angles = _angles(timed.record)
    if GIVEN in times:
        return Trigonometry(angles, max(0.0, one.low - times[GIVEN].low), SAID[GIVEN])
    if ALONE in times:
        return Trigonometry(angles, min(one.low, times[ALONE].low), SAID[ALONE])
    return Trigonometry(angles, 0.0, "no angle matters")
