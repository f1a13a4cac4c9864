"""Kernels that are linear in the robot's inertial parameters: tau = Y pi = Yb beta.

Their columns are those of bodies. Drives have columns behind them if the options ask for friction or
rotors: then the torques of inverse_dynamics hold no other term.
"""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Matrix
from gen_robot.algorithms.base_parameters import base_parameters
from gen_robot.algorithms.method import Quantity
from gen_robot.kernels.array import Array, Names, Shape
from gen_robot.kernels.dynamics import QD, QDD, Q
from gen_robot.kernels.groups import REGRESSORS
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task, flat
from gen_robot.model import standard_parameters
from gen_robot.model.formulation import Limbs
from gen_robot.model.model import Model
from gen_robot.model.standard_parameters import with_drives


def standard_names(model: Model) -> Names:
    return tuple(standard_parameters.names(model))


def base_names(model: Model) -> Names:
    return base_parameters(model).names


def base_terms(model: Model) -> dict[str, dict[str, Number]]:
    """Return each base parameter as a sum of standard ones, by their names."""
    base, names = base_parameters(model), standard_names(model)
    rows = [{names[k]: x for k, x in sorted(row.items())} for row in base.rows]
    return dict(zip(base.names, rows, strict=True))


def _standard_shape(model: Model) -> Shape:
    return (model.free_nv, len(standard_names(model)))


def _base_shape(model: Model) -> Shape:
    return (model.free_nv, len(base_names(model)))


UNIT = "1/s^2, m/s^2, m^2/s^2"

Y = Array(
    "Y",
    "columns m, mx .. mz, Ixx .. Izz of each moving link, then those of drives",
    UNIT,
    _standard_shape,
    columns_of=standard_names,
)
YB = Array(
    "Yb",
    "columns of the base parameters, as the manifest names them",
    UNIT,
    _base_shape,
    columns_of=base_names,
)


def regressor(task: Task, methods: Methods) -> Outputs:
    return {"Y": flat(_every_column(task, methods, Quantity.REGRESSOR))}


def base_regressor(task: Task, methods: Methods) -> Outputs:
    kept = base_parameters(task.known).columns
    every = _every_column(task, methods, Quantity.BASE_REGRESSOR)
    return {"Yb": [row[k] for row in every for k in kept]}


def _every_column(task: Task, methods: Methods, quantity: Quantity) -> Matrix:
    """Return the columns of bodies, then those of drives, by rows of the user's coordinates."""
    (method,) = methods
    q, qd, qdd = task.q, task.rates("qd"), task.rates("qdd")
    of_bodies = method.gives[quantity](task.model, task.t, q, qd, qdd)
    task.t.step(0, "what drives add; what joints add that follow others")
    return task.coordinates.rows(with_drives(task.model, of_bodies, qd, qdd))


REGRESSOR = Kernel(
    "regressor",
    "regressor of the standard parameters, tau = Y pi",
    (Q, QD, QDD),
    (Y,),
    (Route((Quantity.REGRESSOR,), regressor, limbs=(Limbs.APART,)),),
    group=REGRESSORS,
    mass_free=True,
)
BASE_REGRESSOR = Kernel(
    "base_regressor",
    "regressor of the base parameters, tau = Yb beta",
    (Q, QD, QDD),
    (YB,),
    (Route((Quantity.BASE_REGRESSOR,), base_regressor, limbs=(Limbs.APART,)),),
    group=REGRESSORS,
    mass_free=True,
)

KERNELS: tuple[Kernel, ...] = (REGRESSOR, BASE_REGRESSOR)
