"""Kernels of frames: where they are, how they move."""

from __future__ import annotations

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.method import Quantity
from gen_robot.algorithms.reference import REFERENCE, Reference
from gen_robot.kernels.array import Array, Shape
from gen_robot.kernels.dynamics import QD, QDD, Q
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.kernels.kernel import Argument, Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Model, Place

FRAME = Argument("frame", "a frame of the robot", lambda model: tuple(model.frames))


def _transform(model: Model) -> Shape:
    return (4, 4)


def _six_rows(model: Model) -> Shape:
    return (6, model.free_nv)


def _six(model: Model) -> Shape:
    return (6,)


T = Array("T", "placement in the base frame: rotation and origin, homogeneous", "1, m", _transform)
J = Array("J", "Jacobian: rows of linear velocity, then of angular", "m, 1", _six_rows)
V = Array("v", "velocity: linear, then angular", "m/s, rad/s", _six)
A = Array("a", "acceleration: that of the point, then angular", "m/s^2, rad/s^2", _six)


def place_of(task: Task) -> Place:
    """Return where the frame is that the kernel is made for."""
    return task.model.frames[task.arguments[FRAME.name]]


def reference_of(task: Task) -> Reference:
    """Return in what motions are given."""
    return REFERENCE[task.setting.jacobian]


def placement(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.PLACEMENT]
    return {"T": trace(task.model, task.t, task.q, place_of(task)).transform}


def jacobian(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.JACOBIAN]
    rows = trace(task.model, task.t, task.q, place_of(task), reference_of(task))
    return {"J": flat([task.coordinates.torques(row) for row in rows])}


def velocity(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd = task.q, task.rates("qd")
    trace = method.gives[Quantity.FRAME_VELOCITY]
    return {"v": _six_of(trace(task.model, task.t, q, qd, place_of(task), reference_of(task)))}


def drift(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd = task.q, task.rates("qd")
    trace = method.gives[Quantity.DRIFT]
    return {"a": _six_of(trace(task.model, task.t, q, qd, place_of(task), reference_of(task)))}


def acceleration(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    trace = method.gives[Quantity.FRAME_ACCELERATION]
    found = trace(task.model, task.t, q, qd, qdd, place_of(task), reference_of(task))
    return {"a": _six_of(found)}


def _six_of(motion: Motion) -> list[Scalar]:
    return [*motion.linear, *motion.angular]


PLACEMENT = Kernel(
    "placement",
    "placement of a frame",
    (Q,),
    (T,),
    (Route((Quantity.PLACEMENT,), placement, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)
JACOBIAN = Kernel(
    "jacobian",
    "Jacobian of a frame, its velocity being J qd",
    (Q,),
    (J,),
    (Route((Quantity.JACOBIAN,), jacobian, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)
DRIFT = Kernel(
    "drift",
    "acceleration of a frame without joint accelerations, Jdot qd",
    (Q, QD),
    (A,),
    (Route((Quantity.DRIFT,), drift, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)
VELOCITY = Kernel(
    "velocity",
    "velocity of a frame",
    (Q, QD),
    (V,),
    (Route((Quantity.FRAME_VELOCITY,), velocity, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)
ACCELERATION = Kernel(
    "acceleration",
    "acceleration of a frame, J qdd + Jdot qd",
    (Q, QD, QDD),
    (A,),
    (Route((Quantity.FRAME_ACCELERATION,), acceleration, limbs=(Limbs.APART,)),),
    takes=(FRAME,),
    group=KINEMATICS,
)

KERNELS: tuple[Kernel, ...] = (PLACEMENT, JACOBIAN, DRIFT, VELOCITY, ACCELERATION)
