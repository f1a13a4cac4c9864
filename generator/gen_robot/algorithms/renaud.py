"""Inertia matrix by Renaud's formulation (as Lin 1991 restates it, eqs. A1-A9), for serial chains.

A composite body j - all links from j outward - is held by its first moment c_j and its inertia
tensor J_j, both about the origin of link j and in its axes. The axis of joint m comes forward to
link j: its direction u_m and the velocity sh_m = u_m x s_mj that a unit rate gives to the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench
from gen_robot.algebra.vectors import (
    Matrix,
    Scalar,
    SymMat3,
    Values,
    Vec3,
    complement,
    outer,
    square,
)
from gen_robot.algorithms.coverage import SERIAL
from gen_robot.algorithms.joint_terms import body, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import LIN_1991, RENAUD_1984
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix H (eq. A1)."""
    H = zeros(model.nv)
    poses: list[Pose] = []
    axes: list[list[Motion]] = []  # of the joints up to each link, its own last
    for link in model.links:
        j = link.number
        poses.append(posed(t, link, q))
        t.step(j, "axes of the joints before it, u_m and sh_m (eq. A9)")
        seen = []
        for m, axis in enumerate(axes[-1] if axes else [], 1):
            moved = poses[-1].down_motion(axis, t.way("u", "sh", links=(m, j)))
            seen.append(t.motion("u", "sh", m, j, value=moved))
        axes.append([*seen, *link.kind.motions])

    composite: _Body | None = None
    for link in reversed(model.links):
        j = link.number
        t.step(j, "its composite body: first moment c_j, inertia J_j (eqs. A7, A8)")
        own = _Body.of(body(t, link, q))
        composite = own + composite.seen_across(poses[j]) if composite else own
        t.vector("c", j, value=composite.c)
        t.tensor("J", j, value=composite.J)
        t.step(j, "column H_mj (eq. A1)")
        *before, axis = axes[j - 1]
        wrench = t.wrench("e", "a", j, value=composite.momentum(axis))
        put(t, H, j - 1, j - 1, wrench.dot(axis) + link.rotor_inertia)
        for m, other in enumerate(before, 1):
            put(t, H, j - 1, m - 1, wrench.dot(other))
    return H


@dataclass(frozen=True)
class _Body:
    """Hold mass, first moment and inertia tensor about the origin of a link."""

    m: Scalar
    c: Vec3
    J: SymMat3

    @staticmethod
    def of(own: Moments) -> _Body:
        return _Body(own.mass, own.first, complement(own.second))

    def __add__(self, other: _Body) -> _Body:
        return _Body(self.m + other.m, self.c + other.c, self.J + other.J)

    def seen_across(self, pose: Pose) -> _Body:
        """Return the body about the parent's origin, in its axes: eqs. A7, A8 step by step."""
        m, c, J = self.m, self.c, self.J
        for step in reversed(pose.steps):
            if not isinstance(step, Shift):
                c, J = step.up(c), step.up_tensor(J)
            else:
                s = step.by
                J = J + complement(outer(s, c) + square(s) * m)
                c = c + s * m
        return _Body(m, c, J)

    def momentum(self, axis: Motion) -> Wrench:
        u, v = axis.angular, axis.linear
        return Wrench(u.cross(self.c) + v * self.m, self.J @ u + self.c.cross(v))


METHOD = Method(
    "renaud",
    "composite bodies by their inertia tensors",
    ((RENAUD_1984, ""), (LIN_1991, "eqs. A1-A9")),
    {Quantity.INERTIA_MATRIX: inertia_matrix},
    (
        Symbols(
            {"u": "direction of the axis", "sh": "velocity that a unit rate gives"},
            "of joint {0}, at the origin of link {1} and in its frame",
            links=2,
        ),
        Symbols(
            {"c": "first moment", "J": "inertia tensor"},
            "of link {0} with all that it carries",
        ),
        Symbols({"e": "force", "a": "moment"}, "that a unit rate of joint {0} needs"),
        INERTIA_MATRIX,
    ),
    covers=SERIAL,
    wins_on_long_chains=False,
)
