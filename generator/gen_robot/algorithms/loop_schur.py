"""Closed loops by the forces that close them (Featherstone and Orin 2000, eq. 21).

With M = L^T D L, tip first as in `ldlt`, the eliminations that give L make X = K L^-1, y = b L^-1, and

    (X D^-1 X^T) lambda = c - X D^-1 y        qdd = L^-1 D^-1 (y + X^T lambda)

Nothing but the rank of K can make it fail: M and X D^-1 X^T are positive definite.
"""

from __future__ import annotations

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.loop_system import SYSTEM, System
from gen_robot.algorithms.loop_terms import SYMBOLS
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.symbols import PIVOTS, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.task_inertia import MOBILITY, Factored, factored, product
from gen_robot.model.formulation import Bodies


def solve(t: Tape, system: System) -> tuple[list[Scalar], list[Scalar]]:
    """Return the accelerations and the forces of the loops."""
    n, rows = system.size, range(len(system.K))
    found = factored(t, system.M, [*system.K, system.b], system.epsilon)
    y = found.X[-1]
    t.step(0, "c - X D^-1 y")
    right = []
    for r in rows:
        taken = sum((found.Y[r][k] * y[k] for k in range(n)), start=ZERO)
        right.append(t.scalar("z", r + 1, value=system.c[r] - taken))
    forces = _Forces(t, found, len(system.K), system.epsilon)
    force = forces.of(right, "lambda")
    t.step(0, "y + X^T lambda")
    pushed = [
        t.scalar("Z", k + 1, value=sum((found.X[r][k] * force[r] for r in rows), start=y[k]))
        for k in range(n)
    ]
    return found.outward(t, pushed, "qdd"), force


def project(
    t: Tape, M: Matrix, K: Matrix, gaps: tuple[Values, ...], epsilon: Number
) -> list[list[Scalar]]:
    """Return the least steps, as M measures them, that take away what is left of conditions."""
    n, rows = len(M), range(len(K))
    found = factored(t, M, K, epsilon)
    forces = _Forces(t, found, len(K), epsilon)
    steps = []
    for gap, symbol in zip(gaps, ("dq", "dqd"), strict=True):
        force = forces.of([-x for x in gap], "lambda")
        t.step(0, "X^T lambda")
        pushed = [sum((found.X[r][k] * force[r] for r in rows), start=ZERO) for k in range(n)]
        steps.append(found.outward(t, pushed, symbol))
    return steps


class _Forces:
    """Hold X D^-1 X^T = F E F^T, row after row, to be solved with."""

    def __init__(self, t: Tape, found: Factored, size: int, epsilon: Number) -> None:
        self.t, self.size = t, size
        A = product(t, found, size)
        a = [list(row) for row in A]
        joints = len(found.inverse)
        self.F: dict[tuple[int, int], Scalar] = {}
        self.inverse: list[Scalar] = []
        for k in range(size):
            t.step(0, f"pivot e_{k + 1} of A, column of its factor F")
            pivot = t.scalar("e", k + 1, value=a[k][k])
            check_pivot(t, joints + k + 1, pivot, A[k][k], max(joints, size), epsilon)
            self.inverse.append(t.scalar("ei", k + 1, value=1 / t.graph.node(pivot)))
            for i in range(k + 1, size):
                self.F[i, k] = t.scalar("F", i + 1, k + 1, value=a[i][k] * self.inverse[k])
                for j in range(k + 1, i + 1):
                    a[i][j] = t.scalar(
                        "B", i + 1, j + 1, k + 1, value=a[i][j] - self.F[i, k] * a[j][k]
                    )

    def of(self, right: list[Scalar], symbol: str) -> list[Scalar]:
        """Return the forces that give this."""
        t, x = self.t, list(right)
        t.step(0, "forces lambda that close the loops")
        for k in range(self.size):
            for i in range(k + 1, self.size):
                x[i] = x[i] - self.F[i, k] * x[k]
        x = [value * inverse for value, inverse in zip(x, self.inverse, strict=True)]
        for k in reversed(range(self.size)):
            for i in range(k + 1, self.size):
                x[k] = x[k] - self.F[i, k] * x[i]
            t.scalar(symbol, k + 1, value=x[k])
        return x


METHOD = Method(
    "schur",
    "forces of the loops first, from K M^-1 K^T",
    ((FEATHERSTONE_ORIN_2000, "eq. 21"),),
    {Quantity.LOOP_SOLUTION: solve, Quantity.LOOP_PROJECTION: project},
    (
        *SYSTEM,
        *SYMBOLS,
        PIVOTS,
        *MOBILITY,
        Symbols({"z": "what"}, "the forces have to add to condition {0}", parts=False),
        Symbols(
            {"Z": "what accelerates"},
            "joint {0} with the forces of the loops, those behind it settled",
            parts=False,
        ),
        Symbols({"e": "pivot", "ei": "its inverse"}, "of condition {0} in A", parts=False),
        Symbols({"F": "element"}, "({0},{1}) of the factor F of A", links=2, parts=False),
        Symbols(
            {"B": "what is left"},
            "of element ({0},{1}) of A with condition {2} eliminated",
            links=3,
            parts=False,
        ),
        Symbols({"dq": "step", "dqd": "change of velocity"}, "of joint {0}", parts=False),
    ),
    bodies=tuple(Bodies),
    loses=1,
)
