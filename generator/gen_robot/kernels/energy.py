"""Kernels of energies."""

from __future__ import annotations

from gen_robot.algorithms.method import Quantity
from gen_robot.kernels.array import Array, one
from gen_robot.kernels.dynamics import QD, Q
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task
from gen_robot.model.formulation import PLAIN

E = Array("e", "energy", "J", one, is_scalar=True)


def kinetic_energy(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    trace = method.gives[Quantity.KINETIC_ENERGY]
    return {"e": [trace(task.model, task.t, task.q, task.rates("qd"))]}


def potential_energy(task: Task, methods: Methods) -> Outputs:
    (method,) = methods
    weight = method.gives[Quantity.POTENTIAL_ENERGY](task.model, task.t, task.q)
    return {"e": [weight + task.spring_energy if task.springs else weight]}


KINETIC_ENERGY = Kernel(
    "kinetic_energy",
    "kinetic energy",
    (Q, QD),
    (E,),
    (Route((Quantity.KINETIC_ENERGY,), kinetic_energy),),
)
POTENTIAL_ENERGY = Kernel(
    "potential_energy",
    "potential energy in the field of gravity, zero at the base's origin",
    (Q,),
    (E,),
    # Moved masses change the energy by a constant.
    (Route((Quantity.POTENTIAL_ENERGY,), potential_energy, formulations=(PLAIN,)),),
)

KERNELS = (KINETIC_ENERGY, POTENTIAL_ENERGY)
