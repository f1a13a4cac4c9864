"""Kernels of frames: where they are, how they move."""

from __future__ import annotations

from gen_robot.algebra.pose import Motion
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms import carried
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.reference import REFERENCE, Reference
from gen_robot.algorithms.tape import Tape
from gen_robot.algorithms.task_inertia import dependent_row
from gen_robot.ir.graph import Graph
from gen_robot.kernels.array import Array, Shape
from gen_robot.kernels.dynamics import QD, QDD, Q
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.kernels.kernel import Argument, Arguments, Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.formulation import MOVED, Bodies, Formulation, Frames, Limbs
from gen_robot.model.generic_position import generic_position
from gen_robot.model.model import Model, Place
from gen_robot.references import LOCAL_WORLD_ALIGNED

_AS_GIVEN = tuple(Formulation(Bodies.AS_GIVEN, frames) for frames in Frames)
_MASSES_MOVED = tuple(Formulation(bodies, frames) for bodies in MOVED for frames in Frames)

FRAME = Argument("frame", "a frame of the robot", lambda model: tuple(model.frames))


DIRECTIONS = ("along x", "along y", "along z", "about x", "about y", "about z")
"""What the rows of a Jacobian are of, in the axes of the base."""


def _transform(model: Model) -> Shape:
    return (4, 4)


def six_rows(model: Model) -> Shape:
    return (6, model.free_nv)


def six(model: Model) -> Shape:
    return (6,)


def _six_square(model: Model) -> Shape:
    return (6, 6)


def _three(model: Model) -> Shape:
    return (3,)


def _three_rows(model: Model) -> Shape:
    return (3, model.free_nv)


T = Array("T", "placement in the base frame: rotation and origin, homogeneous", "1, m", _transform)
J = Array("J", "Jacobian: rows of linear velocity, then of angular", "m, 1", six_rows)
V = Array("v", "velocity: linear, then angular", "m/s, rad/s", six)
A = Array("a", "acceleration: that of the point, then angular", "m/s^2, rad/s^2", six)


L = Array("L", "inertia: force and moment for an acceleration", "kg, kg m, kg m^2", _six_square)
PHI = Array(
    "Phi",
    "mobility: acceleration for a force and moment",
    "1/kg, 1/(kg m), 1/(kg m^2)",
    _six_square,
)
C = Array("c", "centre of mass of all that moves, in the base frame", "m", _three)
JC = Array("Jc", "Jacobian of the centre of mass, in the axes of the base", "m, 1", _three_rows)


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


def com(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    return {"c": method.gives[Quantity.CENTRE_OF_MASS](task.model, task.t, task.q)}


def com_jacobian(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    rows = method.gives[Quantity.CENTRE_OF_MASS_JACOBIAN](task.model, task.t, task.q)
    return {"Jc": flat([task.coordinates.torques(row) for row in rows])}


def _inertia_and_jacobian(task: Task, inertia: Method, method: Method) -> tuple[Matrix, Matrix]:
    trace = method.gives[Quantity.JACOBIAN]
    rows = trace(task.model, task.t, task.q, place_of(task), reference_of(task))
    J = [task.coordinates.torques(row) for row in rows]
    return task.matrix(inertia.gives[Quantity.INERTIA_MATRIX](task.model, task.t, task.q)), J


def task_inertia(task: Task, methods: Methods) -> Outputs:
    """Invert J M^-1 J^T."""
    solver, *parts = methods
    M, J = _inertia_and_jacobian(task, *parts)
    return {"L": flat(solver.gives[Quantity.TASK_INERTIA](task.t, M, J, task.epsilon))}


def mobility(task: Task, methods: Methods) -> Outputs:
    """Return J M^-1 J^T."""
    solver, *parts = methods
    M, J = _inertia_and_jacobian(task, *parts)
    return {"Phi": flat(solver.gives[Quantity.MOBILITY](task.t, M, J, task.epsilon))}


def lacks_a_direction(model: Model, arguments: Arguments) -> str | None:
    """Say that a frame cannot move in all directions, by its Jacobian at a position like any other."""
    if FRAME.name not in arguments:
        return None
    frame = arguments[FRAME.name]
    q, reference = generic_position(model), REFERENCE[LOCAL_WORLD_ALIGNED]
    rows = carried.jacobian(model, Tape(Graph()), q, model.frames[frame], reference)
    row = dependent_row([Coordinates(model).torques(row) for row in rows])
    if row is None:
        return None
    return f"{frame} cannot move {DIRECTIONS[row]} by itself, wherever the robot stands"


def without_mass(model: Model, _: Arguments) -> str | None:
    """Say that a robot has no centre of mass."""
    known = not model.parameters and not model.mass
    return "nothing that moves has mass" if known else None


def _six_of(motion: Motion) -> list[Scalar]:
    return [*motion.linear, *motion.angular]


PLACEMENT = Kernel(
    "placement",
    "placement of a frame",
    (Q,),
    (T,),
    (Route((Quantity.PLACEMENT,), placement, formulations=_AS_GIVEN),),
    takes=(FRAME,),
    group=KINEMATICS,
    mass_free=True,
)
JACOBIAN = Kernel(
    "jacobian",
    "Jacobian of a frame, its velocity being J qd",
    (Q,),
    (J,),
    (Route((Quantity.JACOBIAN,), jacobian, formulations=_AS_GIVEN),),
    takes=(FRAME,),
    group=KINEMATICS,
    mass_free=True,
)
DRIFT = Kernel(
    "drift",
    "acceleration of a frame without joint accelerations, Jdot qd",
    (Q, QD),
    (A,),
    (Route((Quantity.DRIFT,), drift, formulations=_AS_GIVEN),),
    takes=(FRAME,),
    group=KINEMATICS,
    mass_free=True,
)
VELOCITY = Kernel(
    "velocity",
    "velocity of a frame",
    (Q, QD),
    (V,),
    (Route((Quantity.FRAME_VELOCITY,), velocity, formulations=_AS_GIVEN),),
    takes=(FRAME,),
    group=KINEMATICS,
    mass_free=True,
)
ACCELERATION = Kernel(
    "acceleration",
    "acceleration of a frame, J qdd + Jdot qd",
    (Q, QD, QDD),
    (A,),
    (Route((Quantity.FRAME_ACCELERATION,), acceleration, formulations=_AS_GIVEN),),
    takes=(FRAME,),
    group=KINEMATICS,
    mass_free=True,
)

COM = Kernel(
    "com",
    "centre of mass of all that moves",
    (Q,),
    (C,),
    (Route((Quantity.CENTRE_OF_MASS,), com, formulations=_AS_GIVEN),),
    group=KINEMATICS,
    refuses=without_mass,
)
COM_JACOBIAN = Kernel(
    "com_jacobian",
    "Jacobian of the centre of mass",
    (Q,),
    (JC,),
    # It does not change where masses are moved, and costs less.
    (Route((Quantity.CENTRE_OF_MASS_JACOBIAN,), com_jacobian, formulations=_MASSES_MOVED),),
    group=KINEMATICS,
    refuses=without_mass,
)
TASK_INERTIA = Kernel(
    "task_inertia",
    "inertia felt at a frame, (J M^-1 J^T)^-1",
    (Q,),
    (L,),
    (
        Route(
            (Quantity.INERTIA_MATRIX, Quantity.JACOBIAN),
            task_inertia,
            Quantity.TASK_INERTIA,
            limbs=(Limbs.APART,),
        ),
    ),
    status=True,
    status_beyond="a direction in which the frame cannot move: row k - n of J",
    built_on="inertia_matrix",
    takes=(FRAME,),
    group=KINEMATICS,
    refuses=lacks_a_direction,
)
MOBILITY = Kernel(
    "mobility",
    "acceleration that a wrench on a frame adds, J M^-1 J^T",
    (Q,),
    (PHI,),
    (
        Route(
            (Quantity.INERTIA_MATRIX, Quantity.JACOBIAN),
            mobility,
            Quantity.MOBILITY,
            limbs=(Limbs.APART,),
        ),
    ),
    status=True,
    built_on="inertia_matrix",
    takes=(FRAME,),
    group=KINEMATICS,
)

KERNELS: tuple[Kernel, ...] = (
    PLACEMENT,
    JACOBIAN,
    DRIFT,
    VELOCITY,
    ACCELERATION,
    COM,
    COM_JACOBIAN,
    TASK_INERTIA,
    MOBILITY,
)
