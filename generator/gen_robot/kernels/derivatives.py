"""Kernels of derivatives of the equations of motion."""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.kernels import differentiated
from gen_robot.kernels.array import Array, pairs, square
from gen_robot.kernels.dynamics import M_INVERSE, QD, QDD, TAU, M, Q
from gen_robot.kernels.groups import DERIVATIVES
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat
from gen_robot.model.formulation import Limbs

C = Array("C", "Coriolis matrix, of Christoffel's symbols", "kg m^2/s, kg m/s, kg/s", square)
COEFFICIENTS = Array(
    "Dmkj",
    "coefficients of qd[k] qd[j] in the torque at m: row m, column k n + j",
    "kg m^2, kg m, kg",
    pairs,
)
TAU_BY_Q = Array("dtau_dq", "derivatives of tau (rows) by q", "N m, N, N/m", square)
TAU_BY_QD = Array("dtau_dqd", "derivatives of tau (rows) by qd", "N m s, N s, N s/m", square)
QDD_BY_Q = Array("dqdd_dq", "derivatives of qdd (rows) by q", "1/s^2, m/s^2, 1/(m s^2)", square)
QDD_BY_QD = Array("dqdd_dqd", "derivatives of qdd (rows) by qd", "1/s, m/s, 1/(m s)", square)


def coriolis_matrix(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.CORIOLIS_MATRIX]
    return {"C": flat(task.jacobian(trace(task.model, task.t, task.q, task.rates("qd"))))}


def coriolis_coefficients(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    D = method.gives[Quantity.CORIOLIS_COEFFICIENTS](task.model, task.t, task.q)
    return {"Dmkj": [x for square in task.coordinates.cubic(D) for x in flat(square)]}


def inverse_dynamics_derivatives(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS_DERIVATIVES]
    tau, inertia, by_q, by_qd = trace(task.model, task.t, q, qd, qdd)
    return {
        "tau": task.torques(tau, qd),
        "M": flat(task.matrix(inertia)),
        "dtau_dq": flat(task.jacobian(task.with_springs(by_q))),
        "dtau_dqd": flat(task.jacobian(task.with_drag(by_qd))),
    }


def forward_dynamics_derivatives(task: Task, methods: Methods) -> Outputs:
    """Solve M qdd = tau - h, and at these accelerations M dqdd = -dtau, column by column."""
    solver, method = methods
    t, q, qd = task.t, task.q, task.rates("qd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS_DERIVATIVES]
    bias, inertia, _, _ = trace(task.model, t, q, qd, no_rates(task.model))
    h, matrix = task.torques(bias, qd), task.matrix(inertia)
    qdd = solver.gives[Quantity.SOLUTION](t, matrix, task.accelerating(h), task.epsilon)

    _, _, by_q, by_qd = trace(task.model, t, q, qd, task.coordinates.rates(qdd))
    n = len(qdd)
    asked = [task.jacobian(task.with_springs(by_q)), task.jacobian(task.with_drag(by_qd))]
    columns = [[-x for x in column] for part in asked for column in zip(*part, strict=True)]
    units = [[ONE if i == k else ZERO for i in range(n)] for k in range(n)]
    solutions = solver.gives[Quantity.SOLUTIONS](t, matrix, [*columns, *units], task.epsilon)
    inverse = solutions[2 * n :]
    return {
        "qdd": qdd,
        "dqdd_dq": flat([list(row) for row in zip(*solutions[:n], strict=True)]),
        "dqdd_dqd": flat([list(row) for row in zip(*solutions[n : 2 * n], strict=True)]),
        # It is symmetric, and towards the base elements cost less.
        "Minv": flat([[inverse[max(i, k)][min(i, k)] for k in range(n)] for i in range(n)]),
    }


CORIOLIS_MATRIX = Kernel(
    "coriolis_matrix",
    "Coriolis matrix C(q, qd), with Mdot - 2 C skew",
    (Q, QD),
    (C,),
    (Route((Quantity.CORIOLIS_MATRIX,), coriolis_matrix), differentiated.CORIOLIS_MATRIX),
    built_on="bias",
    group=DERIVATIVES,
)
CORIOLIS_COEFFICIENTS = Kernel(
    "coriolis_coefficients",
    "coefficients of products of velocities in h(q, qd) - g(q)",
    (Q,),
    (COEFFICIENTS,),
    (Route((Quantity.CORIOLIS_COEFFICIENTS,), coriolis_coefficients),),
    group=DERIVATIVES,
)
INVERSE_DYNAMICS_DERIVATIVES = Kernel(
    "inverse_dynamics_derivatives",
    "inverse dynamics and its derivatives; the one by qdd is M",
    (Q, QD, QDD),
    (TAU, M, TAU_BY_Q, TAU_BY_QD),
    (
        Route((Quantity.INVERSE_DYNAMICS_DERIVATIVES,), inverse_dynamics_derivatives),
        differentiated.INVERSE_DYNAMICS_DERIVATIVES,
    ),
    built_on="inertia_and_bias",
    group=DERIVATIVES,
)
FORWARD_DYNAMICS_DERIVATIVES = Kernel(
    "forward_dynamics_derivatives",
    "forward dynamics and its derivatives; the one by tau is Minv",
    (Q, QD, TAU),
    (QDD, QDD_BY_Q, QDD_BY_QD, M_INVERSE),
    (
        Route(
            (Quantity.INVERSE_DYNAMICS_DERIVATIVES,),
            forward_dynamics_derivatives,
            Quantity.SOLUTIONS,
            # A lane's change moves the other lanes through the trunk.
            limbs=(Limbs.APART,),
        ),
    ),
    status=True,
    built_on="inverse_dynamics_derivatives",
    group=DERIVATIVES,
)

KERNELS = (
    CORIOLIS_MATRIX,
    CORIOLIS_COEFFICIENTS,
    INVERSE_DYNAMICS_DERIVATIVES,
    FORWARD_DYNAMICS_DERIVATIVES,
)
