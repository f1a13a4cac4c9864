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
from gen_robot.algorithms.closed import Closed
from gen_robot.algorithms.loop_dependent import DEPENDENT, Dependent
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
        *DEPENDENT,
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
