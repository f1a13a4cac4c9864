"""Inertia matrix N^T M N by the natural orthogonal complement (Saha 1999, eqs. 10-18)."""

from __future__ import annotations

from gen_robot.algebra.exact import ONE
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.pose import Moments, Motion
from gen_robot.algebra.vectors import Vec3, square, outer
from gen_robot.algorithms.joints import Values, dofs, posed
from gen_robot.algorithms.matrix import Matrix, put, zeros
from gen_robot.ir.trace import Trace
from gen_robot.model.model import Link, Model


def covers(model: Model) -> str | None:
    """Say why this method does not cover a robot; None: it does."""
    return None


def inertia_matrix(model: Model, t: Trace, q: Values) -> Matrix:
    D = zeros(model.nv)

    def visit(link: Link, twists: list[tuple[int, Motion]]) -> None:
        i = link.number
        pose = posed(t, link, q)
        t.step(i, "twists")
        seen = []
        for j, twist in twists:
            moved = pose.down_motion(twist, t.way("e", "v", links=(i, j + 1)))
            seen.append((j, t.motion("e", "v", i, j + 1, value=moved)))
        seen += dofs(link)
        body=link.body
        r = body.first * (ONE / body.mass) if body.mass.sign > 0 else ORIGIN
        M = Moments(body.mass, body.first - r * body.mass, body.second - outer(body.first, r) + square(r) * body.mass)
        at = [(j, Motion(w.angular, w.linear + w.angular.cross(r))) for j, w in seen]
        for k, (j, w) in enumerate(at):
            if k==len(at)-1:
                h=M.momentum(w)
                for l, x in at: D[j][l] = D[l][j] = D[j][l] + h.dot(x)
            else:
                h = M.momentum(w)
                for l, x in at[: k + 1]:
                    D[j][l] = D[l][j] = D[j][l] + h.dot(x)
        D[at[-1][0]][at[-1][0]] = D[at[-1][0]][at[-1][0]] + link.rotor_inertia
        for child in model.children(i):
            visit(child, seen)

    for root in model.roots:
        visit(root, [])
    return D
