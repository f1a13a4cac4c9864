"""Columns of a frame's Jacobian.

A unit rate of joint k turns the frame about the axis z_k and moves the point of reference by z_k x r_k,
r_k being the arm from the axis to that point. In the joint's own axes that is two components, whatever
the robot; methods differ in how they turn it to the axes of reference.
"""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Matrix
from gen_robot.algorithms.chain import Chain, arms
from gen_robot.algorithms.joint_terms import AT_REST
from gen_robot.algorithms.reference import Reference
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape

COLUMNS = Symbols(
    {"z": "angular velocity", "v": "velocity of the point of reference"},
    "that a unit rate of joint {0} gives to the frame",
)

Turned = Callable[[int, int, Motion], Motion]
"""Takes a stage's place, a degree of freedom, its motion there; gives it in the axes of reference."""


def all_columns(chain: Chain, t: Tape, nv: int, reference: Reference, turned: Turned) -> Matrix:
    """Return the Jacobian, linear rows first; what does not move the frame has columns of zeros."""
    columns = [AT_REST] * nv
    arm = arms(chain, t, reference.axes, reference.point)
    for place, stage in enumerate(chain):
        for k, motion in stage.motions:
            t.step(stage.number, "column of J: z_k and v_k = z_k x r_k, in the axes of reference")
            w = motion.angular
            there = Motion(w, motion.linear + w.cross(arm[place]))
            columns[k] = t.motion("z", "v", k + 1, value=turned(place, k, there))
    rows = zip(*([*column.linear, *column.angular] for column in columns), strict=True)
    return [list(row) for row in rows]
