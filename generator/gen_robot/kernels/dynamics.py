"""Kernels of the equations of motion: tau = M qdd + h, both ways."""

from __future__ import annotations

from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.external import on_every_link
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.kernels.array import Array, moving_links, positions, square, velocities, wrenches
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat, rows
from gen_robot.model.formulation import PLAIN, Limbs

Q = Array("q", "joint positions", "rad, m", positions)
QD = Array("qd", "joint velocities", "rad/s, m/s", velocities)
QDD = Array("qdd", "joint accelerations", "rad/s^2, m/s^2", velocities)
TAU = Array("tau", "joint torques or forces", "N m, N", velocities)
H = Array("h", "bias: Coriolis, centrifugal, gravity", "N m, N", velocities)
G = Array("g", "gravity torques", "N m, N", velocities)
M = Array("M", "inertia matrix", "kg m^2, kg m, kg", square)
M_INVERSE = Array("Minv", "inverse of the inertia matrix", "1/(kg m^2), 1/(kg m), 1/kg", square)
U = Array("U", "unit upper triangular factor", "1, m, 1/m", square)
U_INVERSE = Array("Uinv", "inverse of the unit upper triangular factor", "1, m, 1/m", square)
D = Array("D", "diagonal factor", "kg m^2, kg", velocities)
FEXT = Array(
    "fext",
    "force, then moment about the frame's origin, on each moving link in its own frame",
    "N, N m",
    wrenches,
    rows_of=moving_links,
)


def matrix_of(task: Task, method: Method) -> Matrix:
    return task.matrix(method.gives[Quantity.INERTIA_MATRIX](task.model, task.t, task.q))


def bias_of(task: Task, method: Method) -> list[Scalar]:
    q, qd = task.q, task.rates("qd")
    return task.torques(method.gives[Quantity.BIAS](task.model, task.t, q, qd), qd)


def inertia_matrix(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    return {"M": flat(matrix_of(task, method))}


def bias(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    return {"h": bias_of(task, method)}


def inverse_dynamics(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    torques = method.gives[Quantity.INVERSE_DYNAMICS](task.model, task.t, q, qd, qdd)
    return {"tau": task.torques(torques, qd)}


def inverse_dynamics_fext(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, qdd, fext = task.q, task.rates("qd"), task.rates("qdd"), task.inputs["fext"]
    trace = method.gives[Quantity.INVERSE_DYNAMICS_FEXT]
    external = on_every_link(task.t, q, fext)
    return {"tau": task.torques(trace(task.model, task.t, q, qd, qdd, external), qd)}


def inertia_and_bias(task: Task, methods: Methods) -> Outputs:
    inertia, method = methods
    return {"M": flat(matrix_of(task, inertia)), "h": bias_of(task, method)}


def gravity(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    torques = method.gives[Quantity.GRAVITY](task.model, task.t, task.q)
    return {"g": task.coordinates.torques(task.stretching(torques))}


def forward_dynamics_solved(task: Task, methods: Methods) -> Outputs:
    """Solve M qdd = tau - h."""
    solver, inertia, method = methods
    h = bias_of(task, method)
    matrix = matrix_of(task, inertia)
    return forward_dynamics_on_top(task, solver, {"M": flat(matrix), "h": h})


def forward_dynamics_on_top(task: Task, solver: Method, given: Outputs) -> Outputs:
    """Solve the same with M and h at hand."""
    b = task.accelerating(given["h"])
    matrix = rows(given["M"])
    return {"qdd": solver.gives[Quantity.SOLUTION](task.t, matrix, b, task.epsilon)}


def forward_dynamics(task: Task, methods: Methods) -> Outputs:
    """Free joint after joint."""
    (method,) = methods
    q, qd = task.q, task.rates("qd")
    tau = task.driving(task.inputs["tau"], qd)
    trace = method.gives[Quantity.FORWARD_DYNAMICS]
    return {"qdd": trace(task.model, task.t, q, qd, tau, task.pivots(q))}


def forward_dynamics_fext(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    q, qd, fext = task.q, task.rates("qd"), task.inputs["fext"]
    tau = task.driving(task.inputs["tau"], qd)
    trace = method.gives[Quantity.FORWARD_DYNAMICS_FEXT]
    external = on_every_link(task.t, q, fext)
    return {"qdd": trace(task.model, task.t, q, qd, tau, task.pivots(q), external)}


def inertia_inverse(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.INERTIA_INVERSE]
    return {"Minv": flat(trace(task.model, task.t, task.q, task.pivots(task.q)))}


def inertia_inverse_solved(task: Task, methods: Methods) -> Outputs:
    solver, inertia = methods
    return inertia_inverse_on_top(task, solver, {"M": flat(matrix_of(task, inertia))})


def inertia_inverse_on_top(task: Task, solver: Method, given: Outputs) -> Outputs:
    """Invert an inertia matrix that is at hand."""
    inverse = solver.gives[Quantity.MATRIX_INVERSE](task.t, rows(given["M"]), task.epsilon)
    return {"Minv": flat(inverse)}


def factors(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.FACTORS]
    upper, diagonal = trace(task.model, task.t, task.q, task.pivots(task.q))
    return {"U": flat(upper), "D": diagonal}


def factors_inverse(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.FACTORS_INVERSE]
    upper, diagonal = trace(task.model, task.t, task.q, task.pivots(task.q))
    return {"Uinv": flat(upper), "D": diagonal}


OF_INVERSE_DYNAMICS = (
    "inverse_dynamics_derivatives",
    "inverse_dynamics_adjoint",
    "inverse_dynamics_hessian",
)

INERTIA_MATRIX = Kernel(
    "inertia_matrix",
    "inertia matrix M(q)",
    (Q,),
    (M,),
    (Route((Quantity.INERTIA_MATRIX,), inertia_matrix),),
)
BIAS = Kernel(
    "bias",
    "bias vector h(q, qd)",
    (Q, QD),
    (H,),
    (Route((Quantity.BIAS,), bias),),
    derivatives=OF_INVERSE_DYNAMICS,
)
INVERSE_DYNAMICS = Kernel(
    "inverse_dynamics",
    "inverse dynamics, tau = M qdd + h",
    (Q, QD, QDD),
    (TAU,),
    (Route((Quantity.INVERSE_DYNAMICS,), inverse_dynamics),),
    derivatives=OF_INVERSE_DYNAMICS,
)
INERTIA_AND_BIAS = Kernel(
    "inertia_and_bias",
    "inertia matrix and bias vector together",
    (Q, QD),
    (M, H),
    (Route((Quantity.INERTIA_MATRIX, Quantity.BIAS), inertia_and_bias),),
    parts=("inertia_matrix", "bias"),
)
GRAVITY = Kernel(
    "gravity",
    "gravity torques g(q)",
    (Q,),
    (G,),
    (Route((Quantity.GRAVITY,), gravity),),
    derivatives=OF_INVERSE_DYNAMICS,
)
FORWARD_DYNAMICS = Kernel(
    "forward_dynamics",
    "forward dynamics, qdd = M^-1 (tau - h)",
    (Q, QD, TAU),
    (QDD,),
    (
        Route(
            (Quantity.INERTIA_MATRIX, Quantity.BIAS),
            forward_dynamics_solved,
            Quantity.SOLUTION,
            on_top=forward_dynamics_on_top,
        ),
        Route((Quantity.FORWARD_DYNAMICS,), forward_dynamics),
    ),
    status=True,
    built_on="inertia_and_bias",
    derivatives=("forward_dynamics_derivatives", "inverse_dynamics_hessian"),
)
INERTIA_INVERSE = Kernel(
    "inertia_inverse",
    "inverse of the inertia matrix",
    (Q,),
    (M_INVERSE,),
    (
        Route((Quantity.INERTIA_INVERSE,), inertia_inverse),
        Route(
            (Quantity.INERTIA_MATRIX,),
            inertia_inverse_solved,
            Quantity.MATRIX_INVERSE,
            on_top=inertia_inverse_on_top,
        ),
    ),
    status=True,
    built_on="inertia_matrix",
)
UDUT = Kernel(
    "udut",
    "factors of M = U diag(D) U^T",
    (Q,),
    (U, D),
    (Route((Quantity.FACTORS,), factors),),
    status=True,
)
UDUT_INVERSE = Kernel(
    "udut_inverse",
    "inverse factor of M^-1 = Uinv^T diag(1/D) Uinv",
    (Q,),
    (U_INVERSE, D),
    (Route((Quantity.FACTORS_INVERSE,), factors_inverse),),
    status=True,
)
INVERSE_DYNAMICS_FEXT = Kernel(
    "inverse_dynamics_fext",
    "inverse dynamics under external wrenches",
    (Q, QD, QDD, FEXT),
    (TAU,),
    (Route((Quantity.INVERSE_DYNAMICS_FEXT,), inverse_dynamics_fext, formulations=(PLAIN,)),),
)
FORWARD_DYNAMICS_FEXT = Kernel(
    "forward_dynamics_fext",
    "forward dynamics under external wrenches",
    (Q, QD, TAU, FEXT),
    (QDD,),
    # Wrenches are given link by link, each in a frame of the user's.
    (Route((Quantity.FORWARD_DYNAMICS_FEXT,), forward_dynamics_fext, limbs=(Limbs.APART,)),),
    status=True,
)

KERNELS = (
    INERTIA_MATRIX,
    BIAS,
    INVERSE_DYNAMICS,
    INERTIA_AND_BIAS,
    GRAVITY,
    FORWARD_DYNAMICS,
    INERTIA_INVERSE,
    UDUT,
    UDUT_INVERSE,
    INVERSE_DYNAMICS_FEXT,
    FORWARD_DYNAMICS_FEXT,
)
