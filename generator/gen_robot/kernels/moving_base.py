"""Kernels of robots whose base is moved by something else: ships, vehicles, other machines.

The motion of the base enters the model where the recursions start from it; no method knows of it.
"""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.vectors import Scalar, Vec3
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.kernels.array import Array, Length
from gen_robot.kernels.dynamics import QD, QDD, TAU, H, Q
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import BaseMotion

V0 = Array(
    "v0",
    "velocity of the base's origin, then angular velocity, in its axes",
    "m/s, rad/s",
    Length(6),
)
A0 = Array(
    "a0",
    "acceleration of the base's origin, then angular acceleration, in its axes",
    "m/s^2, rad/s^2",
    Length(6),
)


def _on_moving_base(task: Task) -> Task:
    """Return the task on a base that moves as it is told."""
    v0, a0 = task.inputs["v0"], task.inputs["a0"]
    motion = BaseMotion(Vec3(*v0[3:]), Vec3(*a0[3:]), Vec3(*a0[:3]))
    return replace(task, model=replace(task.model, base_motion=motion))


def _torques(task: Task, method: Method, qdd: list[Scalar]) -> list[Scalar]:
    q, qd = task.q, task.rates("qd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS_MOVING_BASE]
    return task.torques(trace(_on_moving_base(task).model, task.t, q, qd, qdd), qd)


def inverse_dynamics_moving_base(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    return {"tau": _torques(task, method, task.rates("qdd"))}


def bias_moving_base(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    return {"h": _torques(task, method, no_rates(task.model))}


def forward_dynamics_moving_base(task: Task, methods: Methods) -> Outputs:
    """Free joint after joint."""
    (method,) = methods
    q, qd = task.q, task.rates("qd")
    tau = task.driving(task.inputs["tau"], qd)
    trace = method.gives[Quantity.FORWARD_DYNAMICS_MOVING_BASE]
    model = _on_moving_base(task).model
    return {"qdd": trace(model, task.t, q, qd, tau, task.pivots(q))}


def forward_dynamics_moving_base_solved(task: Task, methods: Methods) -> Outputs:
    """Solve M qdd = tau - h, the motion of the base being part of h."""
    solver, inertia, method = methods
    h = _torques(task, method, no_rates(task.model))
    M = task.matrix(inertia.gives[Quantity.INERTIA_MATRIX](task.model, task.t, task.q))
    b = task.accelerating(h)
    return {"qdd": solver.gives[Quantity.SOLUTION](task.t, M, b, task.epsilon)}


_LIMBS = (Limbs.APART,)
_INVERSE = (Quantity.INVERSE_DYNAMICS_MOVING_BASE,)

INVERSE_DYNAMICS_MOVING_BASE = Kernel(
    "inverse_dynamics_moving_base",
    "inverse dynamics on a base that moves",
    (Q, QD, QDD, V0, A0),
    (TAU,),
    (Route(_INVERSE, inverse_dynamics_moving_base, limbs=_LIMBS),),
)
BIAS_MOVING_BASE = Kernel(
    "bias_moving_base",
    "bias vector on a base that moves",
    (Q, QD, V0, A0),
    (H,),
    (Route(_INVERSE, bias_moving_base, limbs=_LIMBS),),
)
FORWARD_DYNAMICS_MOVING_BASE = Kernel(
    "forward_dynamics_moving_base",
    "forward dynamics on a base that moves",
    (Q, QD, TAU, V0, A0),
    (QDD,),
    (
        Route(
            (Quantity.INERTIA_MATRIX, *_INVERSE),
            forward_dynamics_moving_base_solved,
            Quantity.SOLUTION,
            limbs=_LIMBS,
        ),
        Route((Quantity.FORWARD_DYNAMICS_MOVING_BASE,), forward_dynamics_moving_base, limbs=_LIMBS),
    ),
    status=True,
    built_on="inertia_and_bias",
)

KERNELS = (INVERSE_DYNAMICS_MOVING_BASE, BIAS_MOVING_BASE, FORWARD_DYNAMICS_MOVING_BASE)
