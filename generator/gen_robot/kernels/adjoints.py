"""Kernels of a weighted sum of torques, lambda . tau: its gradient and its Hessian.

Both are for optimisation: the gradient is what a solver multiplies a Jacobian for, the Hessian what the
dynamics add to that of a Lagrangian. In the tangent space, where positions are more than velocities,
the rows of Hqq are the derivatives of gq along the directions of positions; these do not commute
within a joint, so there Hqq is not symmetric.
"""

from __future__ import annotations

from operator import ge

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.directions import joints_of_velocities, of_positions, of_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.ir.direction import Direction
from gen_robot.ir.forward import forward
from gen_robot.ir.node import Node
from gen_robot.kernels.array import Array, square, velocities
from gen_robot.kernels.differentiated import named, named_matrix
from gen_robot.kernels.dynamics import QD, QDD, Q
from gen_robot.kernels.groups import DERIVATIVES
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task
from gen_robot.model.formulation import Limbs

LAMBDA = Array("lambda", "weights of the torques or forces", "1", velocities)
GQ = Array("gq", "derivative of lambda . tau by q", "N m, N", velocities)
GQD = Array("gqd", "derivative of lambda . tau by qd", "N m s, N s", velocities)
GQDD = Array("gqdd", "derivative of lambda . tau by qdd", "kg m^2, kg m, kg", velocities)
HQQ = Array("Hqq", "derivative of gq by q: rows gq, columns q", "N m, N, N/m", square)
HQDQ = Array("Hqdq", "derivative of gqd by q: rows qd, columns q", "N m s, N s, N s/m", square)
HQDQD = Array("Hqdqd", "derivative of gqd by qd: rows and columns qd", "kg m^2, kg m, kg", square)
HQDDQ = Array("Hqddq", "derivative of gqdd by q: rows qdd, columns q", "kg m^2, kg m, kg", square)


def inverse_dynamics_adjoint(task: Task, methods: Methods) -> Outputs:
    n = len(task.inputs["qd"])
    gradient = _gradient(task, methods)
    parts = {"gq": gradient[:n], "gqd": gradient[n : 2 * n], "gqdd": gradient[2 * n :]}
    return {name: named(task, name, values) for name, values in parts.items()}


def inverse_dynamics_hessian(task: Task, methods: Methods) -> Outputs:
    """Differentiate the gradient in forward mode; of what is symmetric, the lower half.

    Derivatives by qdd are those of gqdd: tau is linear in it.
    """
    by_q, by_qd, _ = _directions(task)
    gradient, n = _gradient(task, methods), len(by_q)
    joint = joints_of_velocities(task.coordinates)

    def is_own(row: int, column: int) -> bool:
        """Tell whether an element is not the same as that across the diagonal."""
        return row >= column or joint[row] == joint[column]

    along_q = forward(gradient, by_q, is_own)
    along_qd = forward(gradient[n : 2 * n], by_qd, ge)
    Hqq = [[along_q[i][k] if is_own(i, k) else along_q[k][i] for k in range(n)] for i in range(n)]
    Hqdqd = [[along_qd[max(i, k)][min(i, k)] for k in range(n)] for i in range(n)]
    blocks = {"Hqq": Hqq, "Hqdq": along_q[n : 2 * n], "Hqdqd": Hqdqd, "Hqddq": along_q[2 * n :]}
    return {name: named_matrix(task, name, block) for name, block in blocks.items()}


def _gradient(task: Task, methods: Methods) -> list[Node]:
    """Return the derivatives of lambda . tau by q, qd and qdd, one behind the other."""
    solver, method = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    tau = task.torques(method.gives[Quantity.INVERSE_DYNAMICS](task.model, task.t, q, qd, qdd), qd)
    task.t.step(0, "lambda . tau")
    pairs = zip(task.inputs["lambda"], tau, strict=True)
    total: Scalar = sum((weight * torque for weight, torque in pairs), start=ZERO)
    by = [direction for part in _directions(task) for direction in part]
    return solver.gives[Quantity.GRADIENT](task.t, total, by)


def _directions(task: Task) -> tuple[list[Direction], list[Direction], list[Direction]]:
    inputs = task.inputs
    return (
        of_positions(task.coordinates, inputs["q"]),
        of_rates("qd", inputs["qd"]),
        of_rates("qdd", inputs["qdd"]),
    )


_LIMBS = (Limbs.APART,)

INVERSE_DYNAMICS_ADJOINT = Kernel(
    "inverse_dynamics_adjoint",
    "gradient of lambda . tau, the torques of inverse dynamics weighted by lambda",
    (Q, QD, QDD, LAMBDA),
    (GQ, GQD, GQDD),
    (
        Route(
            (Quantity.INVERSE_DYNAMICS,), inverse_dynamics_adjoint, Quantity.GRADIENT, limbs=_LIMBS
        ),
    ),
    built_on="inverse_dynamics",
    group=DERIVATIVES,
)
INVERSE_DYNAMICS_HESSIAN = Kernel(
    "inverse_dynamics_hessian",
    "Hessian of lambda . tau, the torques of inverse dynamics weighted by lambda",
    (Q, QD, QDD, LAMBDA),
    (HQQ, HQDQ, HQDQD, HQDDQ),
    (
        Route(
            (Quantity.INVERSE_DYNAMICS,), inverse_dynamics_hessian, Quantity.GRADIENT, limbs=_LIMBS
        ),
    ),
    built_on="inverse_dynamics",
    group=DERIVATIVES,
)

KERNELS = (INVERSE_DYNAMICS_ADJOINT, INVERSE_DYNAMICS_HESSIAN)
