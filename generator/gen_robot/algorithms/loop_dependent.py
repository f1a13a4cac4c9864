"""Columns of K that others are told by, eliminated in an order that was chosen ahead."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.closed import Closed, Pivots
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape


class Dependent:
    """Hold the columns of K of dependent joints as factors, pivot after pivot."""

    def __init__(
        self,
        t: Tape,
        K: Matrix,
        closed: Closed,
        epsilon: Number,
        pivots: Pivots | None = None,
    ) -> None:
        self.t, self.K, self.closed = t, K, closed
        self.pivots = closed.pivots if pivots is None else pivots
        self.d = [column for _, column in self.pivots]
        n = len(K[0])
        # A pivot may have either sign: its square is held against that of K's size.
        limit = epsilon * (8 * n) * Number(repr(closed.scale))
        self.left = [list(row) for row in K]
        self.factor: dict[tuple[int, int], Scalar] = {}
        self.inverse: list[Scalar] = []
        waiting = [row for row, _ in self.pivots]
        for s, (row, column) in enumerate(self.pivots):
            t.step(0, f"K_d: pivot {s + 1}, at condition {row + 1} and joint {column + 1}")
            pivot = t.scalar("e", row + 1, value=self.left[row][column])
            t.guard(n + row + 1, pivot * pivot, limit * limit)
            self.inverse.append(t.scalar("ei", row + 1, value=1 / t.graph.node(pivot)))
            waiting.remove(row)
            for i in waiting:
                f = t.scalar("L", i + 1, row + 1, value=self.left[i][column] * self.inverse[s])
                self.factor[i, s] = f
                for later in self.d[s + 1 :]:
                    x = self.left[i][later] - f * self.left[row][later]
                    self.left[i][later] = t.scalar("U", i + 1, later + 1, row + 1, value=x)

    def solved(self, columns: Sequence[Sequence[Scalar]], symbol: str) -> Matrix:
        """Return K_d^-1 of columns, each in the order of the dependent joints."""
        found = []
        for number, column in enumerate(columns, 1):
            x = list(column)
            self.t.step(0, "K_d^-1 of a column")
            for s, (row, _) in enumerate(self.pivots):
                for i, _ in self.pivots[s + 1 :]:
                    x[i] = x[i] - self.factor[i, s] * x[row]
            own: list[Scalar] = [ZERO] * len(self.d)
            for s in reversed(range(len(self.d))):
                row = self.pivots[s][0]
                value = x[row]
                for later in range(s + 1, len(self.d)):
                    value = value - self.left[row][self.d[later]] * own[later]
                links = (self.d[s] + 1, number) if len(columns) > 1 else (self.d[s] + 1,)
                own[s] = self.t.scalar(symbol, *links, value=value * self.inverse[s])
            found.append(own)
        return found

    def directions(self) -> Matrix:
        """Return G at the dependent joints, by rows."""
        i = self.closed.independent
        columns = [[-row[k] for row in self.K] for k in i]
        t = self.t
        found = self.solved(columns, "G")
        if len(i) == 1:
            for d, x in zip(self.d, found[0], strict=True):
                t.scalar("G", d + 1, value=x)
        return [list(row) for row in zip(*found, strict=True)]

    def transposed(self, right: Sequence[Scalar], symbol: str) -> list[Scalar]:
        """Return K_d^-T of what is given in the order of the dependent joints, by conditions."""
        t = self.t
        t.step(0, "forces lambda that close the loops")
        z: list[Scalar] = []
        for s, column in enumerate(self.d):
            value = right[s]
            for before in range(s):
                value = value - self.left[self.pivots[before][0]][column] * z[before]
            z.append(value * self.inverse[s])
        force: list[Scalar] = [ZERO] * len(self.d)
        for s in reversed(range(len(self.d))):
            row, value = self.pivots[s][0], z[s]
            for i, _ in self.pivots[s + 1 :]:
                value = value - self.factor[i, s] * force[i]
            force[row] = t.scalar(symbol, row + 1, value=value)
        return force


DEPENDENT = (
    Symbols({"e": "pivot", "ei": "its inverse"}, "of condition {0} in K_d", parts=False),
    Symbols(
        {"L": "factor"}, "by which condition {1} is taken from condition {0}", links=2, parts=False
    ),
    Symbols(
        {"U": "what is left"},
        "of element ({0},{1}) of K with condition {2} eliminated",
        links=3,
        parts=False,
    ),
    Symbols({"G": "element"}, "of G, how joint {0} follows", parts=False),
    Symbols(
        {"G": "element"},
        "of G, how joint {0} follows independent joint {1}",
        links=2,
        parts=False,
    ),
)
"""What the elimination and G are called."""
