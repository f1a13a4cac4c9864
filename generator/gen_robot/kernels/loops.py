"""Kernels of robots with closed loops: M qdd + h = tau + K^T lambda, phi(q) = 0.

q and qd are the tree's, as all other kernels have them. Rows of K are the conditions that are kept; y
stands for the independent coordinates, u for the actuated joints.
"""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.closed import closed, fault
from gen_robot.algorithms.loop_system import System
from gen_robot.algorithms.loop_terms import Terms, terms
from gen_robot.algorithms.method import Quantity
from gen_robot.kernels.array import Array
from gen_robot.kernels.dynamics import QD, QDD, TAU, Q, bias_of, matrix_of
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.kernel import Arguments, Kernel, Methods, Outputs, Route
from gen_robot.kernels.loop_arrays import (
    DQ,
    DQD,
    GAINS,
    H_RED,
    KB,
    LAMBDA,
    M_RED,
    PHI,
    PHI_MAX,
    Q_OUT,
    TAU_U,
    YD,
    YDD,
    K,
)
from gen_robot.kernels.retraction import HALF, retracted
from gen_robot.kernels.task import Task, flat
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.drives import sense
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Model


def _size(value: Scalar) -> Scalar:
    return value * sense(value)


def _terms(task: Task, *, moving: bool = True, redundant: bool = False) -> Terms:
    """Return what the conditions ask for, in the user's coordinates."""
    words = closed(task.known).words
    if redundant:
        words = words + closed(task.known).redundant
    found = terms(task.model, task.t, task.q, task.rates("qd") if moving else None, words)
    reduced = [task.coordinates.torques(row) for row in found.jacobian]
    return Terms(found.residual, reduced, found.rate, found.bias)


def loop_residual(task: Task, methods: Methods) -> Outputs:
    return {"phi": _terms(task, moving=False).residual}


def loop_jacobian(task: Task, methods: Methods) -> Outputs:
    return {"K": flat(_terms(task, moving=False).jacobian)}


def loop_bias(task: Task, methods: Methods) -> Outputs:
    return {"kb": _terms(task).bias}


def loop_terms(task: Task, methods: Methods) -> Outputs:
    found = _terms(task)
    return {"phi": found.residual, "K": flat(found.jacobian), "kb": found.bias}


def loop_forward_dynamics(task: Task, methods: Methods) -> Outputs:
    """Solve for the accelerations and the forces of the loops."""
    solver, inertia, method = methods
    h, M = bias_of(task, method), matrix_of(task, inertia)
    found = _terms(task)
    b = task.accelerating(h)
    c = _stabilised(task, found)
    system = System(M, b, found.jacobian, c, closed(task.known), _ways(task.known), task.epsilon)
    qdd, force = solver.gives[Quantity.LOOP_SOLUTION](task.t, system)
    return {"qdd": qdd, "lambda": force}


def _stabilised(task: Task, found: Terms) -> list[Scalar]:
    """Return what the conditions ask of K qdd."""
    alpha, beta = task.inputs["gains"]
    task.t.step(0, "c = k - 2 alpha K qd - beta^2 phi")
    twice, square = alpha + alpha, beta * beta
    asked = []
    for r, (k, rate, phi) in enumerate(zip(found.bias, found.rate, found.residual, strict=True), 1):
        asked.append(task.t.scalar("c", r, value=k - (twice * rate + square * phi)))
    return asked


def _ways(model: Model) -> tuple[tuple[frozenset[int], ...], ...]:
    """Return of each loop the user's velocities that its two ways consist of."""
    assert model.closing is not None
    coordinates = Coordinates(model)

    def own(number: int, common: int) -> frozenset[int]:
        places = []
        for link in model.path(number):
            if common not in {0, link.number} and link in model.path(common):
                continue
            if link.number == common:
                continue
            leader = model.link(link.following.leader) if link.following else link
            start = coordinates.places(leader)[1]
            places += [*range(start, start + leader.kind.nv)]
        return frozenset(places)

    return tuple(
        (own(loop.a, loop.common), own(loop.b, loop.common)) for loop in model.closing.loops
    )


def loop_inverse_dynamics(task: Task, methods: Methods) -> Outputs:
    """Find the torques of actuated joints that give independent accelerations."""
    solver, method = methods
    known, found = closed(task.known), _terms(task)
    qdd = solver.gives[Quantity.LOOP_VELOCITIES](
        task.t, found.jacobian, found.bias, task.inputs["ydd"], known, task.epsilon, "qdd"
    )
    q, qd = task.q, task.rates("qd")
    trace = method.gives[Quantity.INVERSE_DYNAMICS]
    of_all = trace(task.model, task.t, q, qd, task.coordinates.rates(qdd))
    tau = task.torques(of_all, qd)
    torques = solver.gives[Quantity.LOOP_TORQUES]
    return {"tau_u": torques(task.t, found.jacobian, tau, known, task.epsilon)}


def loop_inertia_and_bias(task: Task, methods: Methods) -> Outputs:
    """Reduce the equations of motion to the independent coordinates."""
    solver, inertia, method = methods
    h, M = bias_of(task, method), matrix_of(task, inertia)
    found = _terms(task)
    reduced, rest = solver.gives[Quantity.LOOP_MODEL](
        task.t, M, h, found.jacobian, found.bias, closed(task.known), task.epsilon
    )
    return {"M_red": flat(reduced), "h_red": rest}


def loop_velocities(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    K_ = _terms(task, moving=False).jacobian
    nothing: list[Scalar] = [ZERO] * len(K_)
    trace = method.gives[Quantity.LOOP_VELOCITIES]
    known = closed(task.known)
    return {"qd": trace(task.t, K_, nothing, task.inputs["yd"], known, task.epsilon, "qd")}


def loop_close(task: Task, methods: Methods) -> Outputs:
    """Take one step of Newton's method."""
    (method,) = methods
    found, known = _terms(task, moving=False, redundant=True), closed(task.known)
    rows = len(known.rows)
    step = method.gives[Quantity.LOOP_STEP](
        task.t, found.jacobian[:rows], found.residual[:rows], known, task.epsilon
    )
    task.t.step(0, "the largest of the gaps")
    largest = _size(found.residual[0])
    for phi in found.residual[1:]:
        size = _size(phi)
        # (a + b + |a - b|) / 2
        largest = ((largest + size) + _size(largest - size)) * HALF
    task.t.step(0, "positions after the step")
    moved = retracted(task.known, task.inputs["q"], step)
    return {"q_out": moved, "phi_max": [largest]}


def loop_project(task: Task, methods: Methods) -> Outputs:
    """Step back to closed loops, as the inertia matrix measures steps."""
    solver, inertia = methods
    M = matrix_of(task, inertia)
    found = _terms(task)
    dq, dqd = solver.gives[Quantity.LOOP_PROJECTION](
        task.t, M, found.jacobian, (found.residual, found.rate), task.epsilon
    )
    return {"dq": dq, "dqd": dqd}


# Records ----------------------------------------------------------------------------------------


def not_closed(model: Model, arguments: Arguments) -> str | None:
    """Say why a robot has no kernels of loops."""
    return fault(model)


def not_driven(model: Model, arguments: Arguments) -> str | None:
    """Say why torques do not follow from accelerations."""
    return fault(model) or closed(model).undriven or None


_BEYOND = "a condition of the loops whose pivot fails, row k - n of K: there they are singular"
_APART = (Limbs.APART,)


def _kinematic(
    name: str,
    title: str,
    inputs: tuple[Array, ...],
    outputs: tuple[Array, ...],
    trace: Callable[[Task, Methods], Outputs],
) -> Kernel:
    return Kernel(
        name,
        title,
        inputs,
        outputs,
        (Route((Quantity.LOOP_TERMS,), trace, limbs=_APART),),
        group=LOOPS,
        refuses=not_closed,
        mass_free=True,
    )


def _solved(
    name: str,
    title: str,
    arrays: tuple[tuple[Array, ...], tuple[Array, ...]],
    route: Route,
    built_on: str = "",
    refuses: Callable[[Model, Arguments], str | None] = not_closed,
) -> Kernel:
    """Return a kernel that eliminates, and so may fail; what it is built on, in any frames."""
    return Kernel(
        name,
        title,
        *arrays,
        (route,),
        status=True,
        status_beyond=_BEYOND,
        built_on=built_on,
        group=LOOPS,
        refuses=refuses,
        any_frames=bool(built_on),
        mass_free=not built_on,
    )


_M_AND_H = (Quantity.INERTIA_MATRIX, Quantity.BIAS)

KERNELS: tuple[Kernel, ...] = (
    _kinematic("loop_residual", "gaps phi(q) of the loops", (Q,), (PHI,), loop_residual),
    _kinematic("loop_jacobian", "derivatives of the gaps, phi' = K qd", (Q,), (K,), loop_jacobian),
    _kinematic(
        "loop_bias", "what loops ask of accelerations, K qdd = kb", (Q, QD), (KB,), loop_bias
    ),
    _kinematic(
        "loop_terms", "gaps of the loops, K and kb together", (Q, QD), (PHI, K, KB), loop_terms
    ),
    _solved(
        "loop_forward_dynamics",
        "forward dynamics with loops closed",
        ((Q, QD, TAU, GAINS), (QDD, LAMBDA)),
        Route(_M_AND_H, loop_forward_dynamics, Quantity.LOOP_SOLUTION, limbs=_APART),
        "inertia_and_bias",
    ),
    _solved(
        "loop_inverse_dynamics",
        "torques of the actuated joints of a closed robot",
        ((Q, QD, YDD), (TAU_U,)),
        Route(
            (Quantity.INVERSE_DYNAMICS,),
            loop_inverse_dynamics,
            Quantity.LOOP_TORQUES,
            limbs=_APART,
        ),
        "inverse_dynamics",
        not_driven,
    ),
    _solved(
        "loop_inertia_and_bias",
        "equations of motion in independent coordinates, M_red ydd + h_red",
        ((Q, QD), (M_RED, H_RED)),
        Route(_M_AND_H, loop_inertia_and_bias, Quantity.LOOP_MODEL, limbs=_APART),
        "inertia_and_bias",
    ),
    _solved(
        "loop_velocities",
        "velocities of all joints from the independent ones, qd = G yd",
        ((Q, YD), (QD,)),
        Route((Quantity.LOOP_VELOCITIES,), loop_velocities, limbs=_APART),
    ),
    _solved(
        "loop_close",
        "one step of Newton's method towards closed loops",
        ((Q,), (Q_OUT, PHI_MAX)),
        Route((Quantity.LOOP_STEP,), loop_close, limbs=_APART),
    ),
    _solved(
        "loop_project",
        "least steps of q and qd that close the loops",
        ((Q, QD), (DQ, DQD)),
        Route((Quantity.INERTIA_MATRIX,), loop_project, Quantity.LOOP_PROJECTION, limbs=_APART),
        "inertia_matrix",
    ),
)
