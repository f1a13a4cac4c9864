"""The arrays of kernels of loops: their sizes follow from what a robot's loops come to."""

from __future__ import annotations

from gen_robot.algorithms.closed import Closed, closed, fault
from gen_robot.kernels.array import Array, Length, Shape, one, positions, velocities
from gen_robot.model.model import Model


def _of(model: Model) -> Closed | None:
    return None if fault(model) else closed(model)


def conditions(model: Model) -> Shape:
    found = _of(model)
    return (len(found.rows) if found else 0,)


def by_conditions(model: Model) -> Shape:
    return (*conditions(model), model.free_nv)


def independent(model: Model) -> Shape:
    found = _of(model)
    return (len(found.independent) if found else 0,)


def by_independent(model: Model) -> Shape:
    return independent(model) * 2


def actuated(model: Model) -> Shape:
    found = _of(model)
    return (len(found.actuated) if found else 0,)


PHI = Array("phi", "gaps of the loops", "m, 1", conditions)
K = Array("K", "derivatives of the gaps, phi' = K qd", "m, 1", by_conditions)
KB = Array(
    "kb",
    "what keeps the gaps' rates: K qdd = kb",
    "m/s^2, 1/s^2",
    conditions,
)
GAINS = Array("gains", "alpha, beta: K qdd = kb - 2 alpha K qd - beta^2 phi", "1/s", Length(2))
LAMBDA = Array(
    "lambda",
    "forces of the loops on link a, in the axes of K's rows",
    "N, N m",
    conditions,
)
YD = Array("yd", "independent velocities", "rad/s, m/s", independent)
YDD = Array("ydd", "independent accelerations", "rad/s^2, m/s^2", independent)
M_RED = Array(
    "M_red", "inertia matrix of the independent coordinates", "kg m^2, kg m, kg", by_independent
)
H_RED = Array("h_red", "bias of the independent coordinates", "N m, N", independent)
TAU_U = Array("tau_u", "torques or forces of the actuated joints", "N m, N", actuated)
Q_OUT = Array("q_out", "joint positions, nearer to closed loops", "rad, m", positions)
PHI_MAX = Array("phi_max", "largest gap at q", "m, 1", one, is_scalar=True)
DQ = Array("dq", "step that closes the loops", "rad, m", velocities)
DQD = Array("dqd", "change of velocity that keeps them closed", "rad/s, m/s", velocities)
