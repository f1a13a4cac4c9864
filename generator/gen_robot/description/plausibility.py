"""Whether masses and inertias can be those of a body; the same for every file format."""

from __future__ import annotations

from typing import NamedTuple

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.vectors import SymMat3, second_moments
from gen_robot.description.description import Inertial

# Relative to the largest element: what the rounding of measured data may leave below zero.
_ROUNDING = Number("1e-12")
_HALF = ONE / 2


class Finding(NamedTuple):
    """Name the field of an inertial that is at fault, what is wrong with it, and the cure."""

    field: str
    problem: str
    cure: str


def is_positive_semidefinite(t: SymMat3) -> bool:
    """Test, but for rounding, that no eigenvalue is below zero."""
    largest = max(map(abs, t))
    if not largest:
        return True
    # Lifted by the tolerance the tensor has to be positive definite: its leading minors tell.
    lift = largest * _ROUNDING
    xx, yy, zz = t.xx + lift, t.yy + lift, t.zz + lift
    minor = xx * yy - t.xy * t.xy
    determinant = zz * minor - t.yz * (xx * t.yz - t.xy * t.xz) + t.xz * (t.xy * t.yz - yy * t.xz)
    return bool(xx > 0 and minor > 0 and determinant > 0)


def impossible(inertial: Inertial) -> Finding | None:
    """Return what no body can have."""
    if inertial.mass < 0:
        return Finding("mass", f"is {inertial.mass}", "a mass is zero or more")
    for axis in ("xx", "yy", "zz"):
        moment = getattr(inertial.inertia, axis)
        if moment < 0 and not is_positive_semidefinite(inertial.inertia):
            return Finding(
                "inertia",
                f"has {axis} = {moment} about the centre of mass",
                "a moment of inertia is zero or more: check the point it is given about",
            )
    if not is_positive_semidefinite(inertial.inertia):
        return Finding(
            "inertia",
            "is not positive semidefinite about the centre of mass",
            "check xy, xz and yz, and the point it is given about",
        )
    return None


def doubtful(inertial: Inertial) -> list[Finding]:
    """Return what can be computed with, but no rigid body has."""
    findings = []
    if not is_positive_semidefinite(second_moments(inertial.inertia, _HALF)):
        findings.append(
            Finding(
                "inertia",
                "breaks the triangle inequality: a principal moment exceeds the sum of the others",
                "it is used as it stands; if that is meant, give the reason in inertia.accepted",
            )
        )
    if not inertial.mass and inertial.com != ORIGIN:
        findings.append(Finding("com", "has no effect", "the mass is zero"))
    return findings
