"""Closed loops by coordinates that tell all others (Featherstone and Orin 2000, eq. 22).

K = [K_d K_i] by dependent and independent joints, and all that the conditions allow is

    qd = G yd        qdd = G ydd + g        G = [-K_d^-1 K_i; 1]        g = [K_d^-1 c; 0]

so that the closed robot has the equations of a robot without loops, in its independent coordinates:

    M_red = G^T M G        h_red = G^T (h + M g)        (G^T M G) ydd = G^T (b - M g)

K_d is eliminated in an order that is chosen when the code is generated; where one of its pivots is
small, digits are lost, though the robot need not be at a singular configuration.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.closed import Closed, Pivots
from gen_robot.algorithms.loop_system import SYSTEM, System
from gen_robot.algorithms.loop_terms import SYMBOLS
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies


def solve(t: Tape, system: System) -> tuple[list[Scalar], list[Scalar]]:
    """Return the accelerations and the forces of the loops."""
    closed, M, b = system.closed, system.M, system.b
    solver = Dependent(t, system.K, closed, system.epsilon)
    G, (g,) = solver.directions(), solver.solved([system.c], "g")
    t.step(0, "b - M g")
    rest = [
        t.scalar(
            "u",
            j + 1,
            value=b[j] - sum((M[j][d] * g[s] for s, d in enumerate(solver.d)), start=ZERO),
        )
        for j in range(system.size)
    ]
    reduced = _reduced(t, M, G, solver)
    right = _onto_independent(t, rest, G, solver, "p")
    ydd = _solved(t, reduced, right, closed.independent, system.epsilon)
    t.step(0, "qdd = G ydd + g")
    qdd: list[Scalar] = [ZERO] * system.size
    for i, x in zip(closed.independent, ydd, strict=True):
        qdd[i] = x
    for s, d in enumerate(solver.d):
        value = sum((G[s][k] * x for k, x in enumerate(ydd)), start=g[s])
        qdd[d] = t.scalar("qdd", d + 1, value=value)
    t.step(0, "what the dependent joints lack, K_d^T lambda")
    lacking = [
        t.scalar("f", d + 1, value=sum((M[d][j] * x for j, x in enumerate(qdd)), start=ZERO) - b[d])
        for d in solver.d
    ]
    return qdd, solver.transposed(lacking, "lambda")


def reduced_model(
    t: Tape, M: Matrix, h: Values, K: Matrix, k: list[Scalar], closed: Closed, epsilon: Number
) -> tuple[Matrix, list[Scalar]]:
    """Return M_red and h_red."""
    solver = Dependent(t, K, closed, epsilon)
    G, (g,) = solver.directions(), solver.solved([k], "g")
    t.step(0, "h + M g")
    rest = [
        t.scalar(
            "u", j + 1, value=sum((M[j][d] * g[s] for s, d in enumerate(solver.d)), start=h[j])
        )
        for j in range(len(M))
    ]
    reduced = _reduced(t, M, G, solver)
    return reduced, _onto_independent(t, rest, G, solver, "h")


def accelerations(
    t: Tape, K: Matrix, c: list[Scalar], rates: Values, closed: Closed, epsilon: Number, symbol: str
) -> list[Scalar]:
    """Return velocities or accelerations of all joints from those of the independent ones."""
    solver = Dependent(t, K, closed, epsilon)
    t.step(0, "what the conditions ask of the dependent joints")
    right = [
        c[r]
        - sum((K[r][i] * x for i, x in zip(closed.independent, rates, strict=True)), start=ZERO)
        for r in range(len(K))
    ]
    (own,) = solver.solved([right], symbol)
    full: list[Scalar] = [ZERO] * len(K[0])
    for place, x in (
        *zip(closed.independent, rates, strict=True),
        *zip(solver.d, own, strict=True),
    ):
        full[place] = x
    return full


def driving(t: Tape, K: Matrix, tau: Values, closed: Closed, epsilon: Number) -> list[Scalar]:
    """Return the torques of actuated joints that do what torques at all joints would do.

    The forces of the loops do the work of the joints that nothing drives: K_p^T lambda = tau_p.
    """
    solver = Dependent(t, K, closed, epsilon, closed.passive)
    force = solver.transposed([tau[d] for d in solver.d], "lambda")
    t.step(0, "tau_u = tau - K^T lambda at the actuated joints")
    return [
        t.scalar(
            "tau", u + 1, value=tau[u] - sum((K[r][u] * x for r, x in enumerate(force)), start=ZERO)
        )
        for u in closed.actuated
    ]


def newton_step(
    t: Tape, K: Matrix, phi: list[Scalar], closed: Closed, epsilon: Number
) -> list[Scalar]:
    """Return the step of all joints that closes the loops to first order; independent ones stand."""
    solver = Dependent(t, K, closed, epsilon)
    (own,) = solver.solved([[-x for x in phi]], "dq")
    full: list[Scalar] = [ZERO] * len(K[0])
    for d, x in zip(solver.d, own, strict=True):
        full[d] = x
    return full


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


def _reduced(t: Tape, M: Matrix, G: Matrix, solver: Dependent) -> Matrix:
    """Return G^T M G."""
    i, d = solver.closed.independent, solver.d
    size = len(i)
    t.step(0, "T = M_di + M_dd G")
    T = [
        [
            t.scalar(
                "T",
                row + 1,
                k + 1,
                value=sum((M[row][c] * G[s][k] for s, c in enumerate(d)), start=M[row][i[k]]),
            )
            for k in range(size)
        ]
        for row in d
    ]
    t.step(0, "M_red = M_ii + M_id G + G^T T")
    found = [[ZERO] * size for _ in range(size)]
    for j in range(size):
        for k in range(j + 1):
            value = M[i[j]][i[k]]
            for s, row in enumerate(d):
                if j == k:
                    value = value + G[s][k] * (T[s][k] + M[row][i[k]])
                else:
                    value = value + G[s][j] * T[s][k] + M[row][i[j]] * G[s][k]
            found[j][k] = found[k][j] = t.scalar("R", j + 1, k + 1, value=value)
    return found


def _onto_independent(
    t: Tape, values: Values, G: Matrix, solver: Dependent, symbol: str
) -> list[Scalar]:
    """Return G^T of forces at all joints."""
    t.step(0, "what acts on the independent joints")
    return [
        t.scalar(
            symbol,
            i + 1,
            value=sum((G[s][k] * values[d] for s, d in enumerate(solver.d)), start=values[i]),
        )
        for k, i in enumerate(solver.closed.independent)
    ]


def _solved(
    t: Tape, R: Matrix, right: Values, joints: Sequence[int], epsilon: Number
) -> list[Scalar]:
    """Return M_red^-1 of a column."""
    size = len(right)
    m, x = [list(row) for row in R], list(right)
    factor: dict[tuple[int, int], Scalar] = {}
    inverse: dict[int, Scalar] = {}
    for k in reversed(range(size)):
        t.step(joints[k] + 1, "pivot of M_red, what is left of it")
        pivot = t.scalar("d", joints[k] + 1, value=m[k][k])
        check_pivot(t, joints[k] + 1, pivot, R[k][k], size, epsilon)
        inverse[k] = t.scalar("di", joints[k] + 1, value=1 / t.graph.node(pivot))
        for i in range(k):
            factor[k, i] = m[k][i] * inverse[k]
            for j in range(i + 1):
                m[i][j] = m[i][j] - factor[k, i] * m[k][j]
            x[i] = x[i] - factor[k, i] * x[k]
    for k in range(size):
        value = x[k] * inverse[k]
        for i in range(k):
            value = value - factor[k, i] * x[i]
        x[k] = t.scalar("qdd", joints[k] + 1, value=value)
    return x


METHOD = Method(
    "null",
    "coordinates that tell all others, by elimination of K",
    ((FEATHERSTONE_ORIN_2000, "eq. 22"),),
    {
        Quantity.LOOP_SOLUTION: solve,
        Quantity.LOOP_MODEL: reduced_model,
        Quantity.LOOP_TORQUES: driving,
        Quantity.LOOP_VELOCITIES: accelerations,
        Quantity.LOOP_STEP: newton_step,
    },
    (
        *SYSTEM,
        *SYMBOLS,
        Symbols({"e": "pivot", "ei": "its inverse"}, "of condition {0} in K_d", parts=False),
        Symbols(
            {"L": "factor"},
            "by which condition {1} is taken from condition {0}",
            links=2,
            parts=False,
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
        Symbols(
            {"g": "acceleration"},
            "of joint {0} that the conditions ask for at ydd = 0",
            parts=False,
        ),
        Symbols({"u": "torque", "f": "what is lacking"}, "at joint {0}", parts=False),
        Symbols(
            {"p": "what accelerates", "h": "bias"}, "independent joint {0}, reduced", parts=False
        ),
        Symbols({"T": "element"}, "({0},{1}) of M_di + M_dd G", links=2, parts=False),
        Symbols({"R": "element"}, "({0},{1}) of M_red", links=2, parts=False),
        Symbols({"d": "pivot", "di": "its inverse"}, "of joint {0} in M_red", parts=False),
        Symbols(
            {"dq": "step", "qd": "velocity", "tau": "torque or force"}, "of joint {0}", parts=False
        ),
    ),
    bodies=tuple(Bodies),
    must_win_by=50,  # its pivots may be small where the robot is not singular
    loses=2,
)
