"""Routes that differentiate the graph of other kernels: the user's torques by the user's coordinates.

Joints that follow others, friction and loads are part of that graph, and need no rule of their own.
"""

from __future__ import annotations

from gen_robot.algebra.number import ONE
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.coverage import FLAT
from gen_robot.algorithms.directions import of_positions, of_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.kernels.kernel import Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat
from gen_robot.model.formulation import Limbs

_HALF = ONE / 2


def inverse_dynamics_derivatives(task: Task, methods: Methods) -> Outputs:
    """Differentiate the torques by positions and velocities; by accelerations they give M."""
    solver, inertia, method = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    torques = method.gives[Quantity.INVERSE_DYNAMICS](task.model, task.t, q, qd, qdd)
    tau = named(task, "tau", task.torques(torques, qd))
    by = [*of_positions(task.coordinates, task.inputs["q"]), *of_rates("qd", task.inputs["qd"])]
    rows = solver.gives[Quantity.DERIVATIVES](task.t, tau, by)
    n = len(tau)
    M = task.matrix(inertia.gives[Quantity.INERTIA_MATRIX](task.model, task.t, q))
    return {
        "tau": tau,
        "M": flat(M),
        "dtau_dq": [x for row in rows for x in row[:n]],
        "dtau_dqd": [x for row in rows for x in row[n:]],
    }


def coriolis_matrix(task: Task, methods: Methods) -> Outputs:
    """Differentiate the bias at half the velocities, and by these halves.

    It is quadratic in them, so that is half of its derivative at the velocities themselves.
    """
    solver, method = methods
    task.t.step(0, "half the velocities")
    halves = named(task, "hqd", [x * _HALF for x in task.inputs["qd"]])
    rates = task.coordinates.rates(halves)
    bias = method.gives[Quantity.BIAS](task.model, task.t, task.q, rates)
    h = named(task, "h", task.coordinates.torques(bias))
    by = of_rates("qd", task.inputs["qd"], speed=2)
    rows = solver.gives[Quantity.DERIVATIVES](task.t, h, by)
    return {"C": named_matrix(task, "C", rows)}


def named(task: Task, name: str, values: Values) -> list[Scalar]:
    """Name values, one for each coordinate."""
    return [task.t.scalar(name, k, value=value) for k, value in enumerate(values, 1)]


def named_matrix(task: Task, name: str, matrix: Matrix) -> list[Scalar]:
    """Name the elements of a matrix of the coordinates; return them by rows."""
    return [
        task.t.scalar(name, i, k, value=value)
        for i, row in enumerate(matrix, 1)
        for k, value in enumerate(row, 1)
    ]


INVERSE_DYNAMICS_DERIVATIVES = Route(
    (Quantity.INERTIA_MATRIX, Quantity.INVERSE_DYNAMICS),
    inverse_dynamics_derivatives,
    Quantity.DERIVATIVES,
    limbs=(Limbs.APART,),
)
"""Of a kernel that is built on inertia_and_bias."""

CORIOLIS_MATRIX = Route(
    (Quantity.BIAS,),
    coriolis_matrix,
    Quantity.DERIVATIVES,
    limbs=(Limbs.APART,),
    # Half of the derivative is Christoffel's form only where directions of positions commute.
    covers=FLAT,
)
"""Of a kernel that is built on bias."""
