"""Kernels of closed loops: gaps between the ends of each loop, and how these change.

Ends are seen from the link that both ways to them begin at. Which conditions are kept, and in which
axes a gap is given, the manifest says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gen_robot.verification.joint_motion import Scalars
from gen_robot.verification.kinematics import ACCELERATED, MOVING, PLACED, Seen, frame_seen
from gen_robot.verification.polynomial import factor
from gen_robot.verification.theorem import Case, Found, Theorem
from gen_robot.verification.vectors import (
    Vector,
    applied,
    cross,
    dot,
    each,
    less,
    product,
    total,
    turned,
)

GAP, AXES = "gap", "xyz"


@dataclass(frozen=True)
class _Moving:
    """Hold a vector, its rate and how that changes."""

    value: Vector
    rate: Vector
    acceleration: Vector


def _gaps(depth: int) -> Any:
    """Return equations for all conditions, up to so many derivatives."""

    def equations(case: Case, scalars: Scalars) -> Found:
        found: dict[str, list[Any]] = {"phi": [], "rate": [], "acceleration": []}
        for condition in case.conditions:
            ends = condition.ends
            start = condition.start
            a, b = (frame_seen(case.robot, end, scalars, depth, start[0]) for end in ends)
            word = condition.word
            if word in AXES:
                axes = product(
                    each(scalars.constant, start[1].rotation),
                    each(scalars.rounded, [[*row] for row in condition.rotation]),
                )
                own = turned(axes)
                gap = _gap(a, b)
                parts = [applied(own, v) for v in (gap.value, gap.rate, gap.acceleration)]
                three = [part[AXES.index(word)] for part in parts]
            else:
                first, _, second = word.partition(".")
                u = _gap(a, b) if first == GAP else _axis(a, AXES.index(first))
                three = _product(u, _axis(b, AXES.index(second)), depth)
            for name, x in zip(found, three, strict=True):
                found[name].append(x)
        return found

    return equations


def _gap(a: Seen, b: Seen) -> _Moving:
    """Return the way from b's origin to a's."""
    return _Moving(
        less(a.origin, b.origin),
        less(a.velocity, b.velocity),
        less(a.acceleration, b.acceleration),
    )


def _axis(end: Seen, which: int) -> _Moving:
    axis = turned(end.rotation)[which]
    rate = cross(end.omega, axis)
    return _Moving(axis, rate, total(cross(end.alpha, axis), cross(end.omega, rate)))


def _product(u: _Moving, n: _Moving, depth: int) -> list[Any]:
    value = dot(u.value, n.value)
    rate = dot(u.rate, n.value) + dot(u.value, n.rate)
    twice = dot(u.rate, n.rate)
    acceleration = dot(u.acceleration, n.value) + dot(u.value, n.acceleration) + twice + twice
    return [value, rate, acceleration]


def _residual(found: Found, index: int, case: Case) -> Any:
    return found["phi"][index]


def _jacobian(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, case.count)
    return factor(found["rate"][row], f"qd[{column}]")


def _bias(found: Found, index: int, case: Case) -> Any:
    return -found["acceleration"][index]


_RATE = frozenset({"qd"})

LOOPS: Mapping[str, Theorem] = {
    "loop_residual": Theorem(
        ("q",), {"phi": _residual}, _gaps(PLACED), frozenset(), by_harmonics=False
    ),
    "loop_jacobian": Theorem(
        ("q",), {"K": _jacobian}, _gaps(MOVING), _RATE, _RATE, by_harmonics=False
    ),
    "loop_bias": Theorem(("q", "qd"), {"kb": _bias}, _gaps(ACCELERATED), _RATE, by_harmonics=False),
    "loop_terms": Theorem(
        ("q", "qd"),
        {"phi": _residual, "K": _jacobian, "kb": _bias},
        _gaps(ACCELERATED),
        _RATE,
        _RATE,
        by_harmonics=False,
    ),
}
