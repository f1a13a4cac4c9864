"""Kernels of frames and of the centre of mass: where they are, how they move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gen_robot.algebra.number import ONE
from gen_robot.verification.joint_motion import Scalars
from gen_robot.verification.kinematics import (
    ACCELERATED,
    MOVING,
    PLACED,
    first_moment,
    frame_seen,
    known_mass,
    six,
    transform,
)
from gen_robot.verification.polynomial import factor
from gen_robot.verification.theorem import Case, Found, Theorem


def _placed(case: Case, scalars: Scalars) -> Found:
    return {"T": transform(frame_seen(case.robot, case.frame, scalars, PLACED), scalars)}


def _moving(case: Case, scalars: Scalars) -> Found:
    seen = frame_seen(case.robot, case.frame, scalars, MOVING)
    return {"v": six(seen, case.reference, MOVING)}


def _accelerated(case: Case, scalars: Scalars) -> Found:
    seen = frame_seen(case.robot, case.frame, scalars, ACCELERATED)
    return {"a": six(seen, case.reference, ACCELERATED)}


def _centre(case: Case, scalars: Scalars) -> Found:
    moment, flow = first_moment(case.robot, scalars, MOVING)
    mass = known_mass(case.robot)
    assert mass, "robots without a known mass are not covered"
    share = scalars.constant(ONE / mass)
    return {"c": [x * share for x in moment], "v": [x * share for x in flow]}


def _element(array: str) -> Any:
    return lambda found, index, case: found[array][index]


def _coefficient(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, case.count)
    return factor(found["v"][row], f"qd[{column}]")


_RATE = frozenset({"qd"})

FRAMES: Mapping[str, Theorem] = {
    "placement": Theorem(("q",), {"T": _element("T")}, _placed, frozenset()),
    "jacobian": Theorem(("q",), {"J": _coefficient}, _moving, _RATE, _RATE),
    "velocity": Theorem(("q", "qd"), {"v": _element("v")}, _moving, _RATE),
    "drift": Theorem(("q", "qd"), {"a": _element("a")}, _accelerated, _RATE),
    "acceleration": Theorem(
        ("q", "qd", "qdd"), {"a": _element("a")}, _accelerated, _RATE | {"qdd"}
    ),
}
"""By what their names begin with; the frame's is behind it."""

CENTRE: Mapping[str, Theorem] = {
    "com": Theorem(("q",), {"c": _element("c")}, _centre, frozenset()),
    "com_jacobian": Theorem(("q",), {"Jc": _coefficient}, _centre, _RATE, _RATE),
}
"""Of robots whose mass is known."""
