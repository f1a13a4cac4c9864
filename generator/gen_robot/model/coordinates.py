"""Between the coordinates that a user gives and those of all joints.

A joint that mimics another has no coordinate of its own: its position and rates follow the leader's,
and its torques act on the leader through the same multiplier. With qd = G qd_user, the reduced
equations are G^T M G and G^T tau, and derivatives of torques G^T T G.
"""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.model.model import Link, Model


class Coordinates:
    """Expand what a user gives to all joints, and reduce what all joints give."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.any_follow = len(model.free_links) < len(model.links)
        self._q_start: dict[int, int] = {}
        self._v_start: dict[int, int] = {}
        q = v = 0
        for link in model.free_links:
            self._q_start[link.number], self._v_start[link.number] = q, v
            q, v = q + link.kind.nq, v + link.kind.nv

    def places(self, link: Link) -> tuple[int, int]:
        """Return where a free link's own values start in the user's q and in the user's qd."""
        return self._q_start[link.number], self._v_start[link.number]

    def positions(self, q: Values) -> list[Scalar]:
        """Return the positions of all joints."""
        full: list[Scalar] = []
        for link in self.model.links:
            if link.following:
                lead = q[self._q_start[link.following.leader]]
                full.append(lead * link.following.multiplier + link.following.offset)
            else:
                start = self._q_start[link.number]
                full += q[start : start + link.kind.nq]
        return full

    def rates(self, v: Values) -> list[Scalar]:
        """Return the velocities (or accelerations) of all joints."""
        return [v[k] * factor for k, factor in self._columns()]

    def torques(self, tau: Values) -> list[Scalar]:
        """Return the torques that act on the user's coordinates."""
        reduced: list[Scalar] = [ZERO] * self.model.free_nv
        for (k, factor), torque in zip(self._columns(), tau, strict=True):
            reduced[k] = reduced[k] + torque * factor
        return reduced

    def rows(self, matrix: Matrix) -> Matrix:
        """Return a matrix that gives torques, by rows of all joints, by those of the user's."""
        reduced: list[list[Scalar]] = [[] for _ in range(self.model.free_nv)]
        for (k, factor), row in zip(self._columns(), matrix, strict=True):
            own = row if factor == ONE else [x * factor for x in row]
            reduced[k] = (
                [a + b for a, b in zip(reduced[k], own, strict=True)] if reduced[k] else own
            )
        return reduced

    def matrix(self, M: Matrix) -> Matrix:
        """Return the inertia matrix of the user's coordinates."""
        if not self.any_follow:
            return M
        rows = [self.torques(row) for row in M]
        columns = [self.torques(column) for column in zip(*rows, strict=True)]
        # Each element was built once for its row and once for its column: keep one of the two.
        n = self.model.free_nv
        return [[columns[max(i, k)][min(i, k)] for k in range(n)] for i in range(n)]

    def jacobian(self, T: Matrix) -> Matrix:
        """Return derivatives of the user's torques (rows) by the user's coordinates."""
        if not self.any_follow:
            return T
        rows = [self.torques(row) for row in T]
        columns = [self.torques(column) for column in zip(*rows, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]

    def cubic(self, D: list[Matrix]) -> list[Matrix]:
        """Return coefficients of products of two velocities in torques, on the user's coordinates."""
        if not self.any_follow:
            return D
        squares = [self.jacobian(square) for square in D]
        n = range(self.model.free_nv)
        rows = [[self.torques([s[k][j] for s in squares]) for j in n] for k in n]
        return [[[rows[k][j][m] for j in n] for k in n] for m in n]

    def _columns(self) -> list[tuple[int, Number]]:
        """Return, for the velocity of every joint, whose it is and by which factor."""
        columns: list[tuple[int, Number]] = []
        for link in self.model.links:
            if link.following:
                leader = self._v_start[link.following.leader]
                columns.append((leader, link.following.multiplier))
            else:
                start = self._v_start[link.number]
                columns += [(start + k, ONE) for k in range(link.kind.nv)]
        return columns
