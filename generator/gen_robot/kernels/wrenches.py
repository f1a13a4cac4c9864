"""Kernels of the equations of motion under a wrench at a frame."""

from __future__ import annotations

from gen_robot.algorithms.external import External
from gen_robot.algorithms.external_at_frame import at_frame
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.method import Quantity
from gen_robot.kernels.array import Array
from gen_robot.kernels.dynamics import QD, QDD, TAU, Q
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.kinematics import FRAME, place_of, reference_of, six
from gen_robot.kernels.task import Task
from gen_robot.model.formulation import Limbs

WRENCH = Array(
    "wrench", "force, then moment about the point of reference, on a frame", "N, N m", six
)


def _external(task: Task) -> External:
    wrench, place, reference = task.inputs["wrench"], place_of(task), reference_of(task)
    return at_frame(task.model, task.t, task.q, place, reference, wrench)


def inverse_dynamics_wrench(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS_WRENCH]
    torques = trace(task.model, task.t, q, qd, qdd, _external(task))
    return {"tau": task.torques(torques, qd)}


def forward_dynamics_wrench(task: Task, methods: Methods) -> Outputs:
    """Free joint after joint."""
    (method,) = methods
    q, qd = task.q, task.rates("qd")
    tau = task.driving(task.inputs["tau"], qd)
    trace = method.gives[Quantity.FORWARD_DYNAMICS_WRENCH]
    return {"qdd": trace(task.model, task.t, q, qd, tau, task.pivots(q), _external(task))}


def forward_dynamics_wrench_solved(task: Task, methods: Methods) -> Outputs:
    """Solve M qdd = tau - h, the wrench being part of h."""
    solver, inertia, method = methods
    q, qd = task.q, task.rates("qd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS_WRENCH]
    torques = trace(task.model, task.t, q, qd, no_rates(task.model), _external(task))
    h = task.torques(torques, qd)
    M = task.matrix(inertia.gives[Quantity.INERTIA_MATRIX](task.model, task.t, q))
    b = task.accelerating(h)
    return {"qdd": solver.gives[Quantity.SOLUTION](task.t, M, b, task.epsilon)}


INVERSE_DYNAMICS_WRENCH = Kernel(
    "inverse_dynamics_wrench",
    "inverse dynamics under a wrench on a frame",
    (Q, QD, QDD, WRENCH),
    (TAU,),
    (Route((Quantity.INVERSE_DYNAMICS_WRENCH,), inverse_dynamics_wrench, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)
FORWARD_DYNAMICS_WRENCH = Kernel(
    "forward_dynamics_wrench",
    "forward dynamics under a wrench on a frame",
    (Q, QD, TAU, WRENCH),
    (QDD,),
    (
        Route(
            (Quantity.INERTIA_MATRIX, Quantity.INVERSE_DYNAMICS_WRENCH),
            forward_dynamics_wrench_solved,
            Quantity.SOLUTION,
            limbs=(Limbs.APART,),
        ),
        Route((Quantity.FORWARD_DYNAMICS_WRENCH,), forward_dynamics_wrench, limbs=(Limbs.APART,)),
    ),
    status=True,
    built_on="inertia_and_bias",
    takes=(FRAME,),
    group=KINEMATICS,
)

KERNELS = (INVERSE_DYNAMICS_WRENCH, FORWARD_DYNAMICS_WRENCH)
