"""Laws that hold between kernels, whatever the robot."""

from __future__ import annotations

import numpy as np
import pytest

import measure
from gen_robot.model.model import Model
from gen_robot.readers.robot_files import shipped
from random_robots import random_robot, random_state
from shipped_robots import described
from traced_kernels import Way, covers, evaluated, model_of, way, ways

M_WAYS = [way("inertia_matrix", m) for m in ("gah", "crba")]
TAU_WAYS = [way("inverse_dynamics", m) for m in ("gibbs_appell", "rnea")]
H_WAYS = [way("bias", m) for m in ("gibbs_appell", "rnea")]
FD_WAYS = ways("forward_dynamics")
GRAVITY = way("gravity", "rnea")

# Of the Stewart platform, positions are more than velocities.
ROBOTS = [*(name for name in shipped() if name != "stewart"), *range(4)]


def robot_and_state(robot: str | int) -> tuple[Model, dict[str, np.ndarray]]:
    description = (
        described(robot) if isinstance(robot, str) else random_robot(robot, 7, branched=True)
    )
    q, qd, qdd, tau = random_state(description, 5)
    return model_of(description), {"q": q, "qd": qd, "qdd": qdd, "tau": tau}


def value(model: Model, way: Way, state: dict[str, np.ndarray]) -> np.ndarray:
    return next(iter(evaluated(model, way, state).values()))


@pytest.mark.parametrize("robot", ROBOTS)
def test_columns_of_the_inertia_matrix_are_torques_of_unit_accelerations(robot: str | int) -> None:
    model, state = robot_and_state(robot)
    for m_way, tau_way in zip(M_WAYS, TAU_WAYS, strict=True):
        M = value(model, m_way, state)
        at_rest = value(model, tau_way, state | {"qdd": np.zeros(model.nv)})
        unit = [value(model, tau_way, state | {"qdd": e}) for e in np.eye(model.nv)]
        scale = float(max(np.abs(at_rest).max(), np.abs(M).max()))
        measure.assert_same(np.stack(unit, axis=1) - at_rest[:, None], M, scale=scale)


@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics_undoes_inverse_dynamics(robot: str | int) -> None:
    model, state = robot_and_state(robot)
    M = value(model, M_WAYS[0], state)
    tau = value(model, TAU_WAYS[0], state)
    for fd_way in FD_WAYS:
        if not covers(model, fd_way) or fd_way.methods & {"aba", "udut"}:
            continue  # these want the plain model, on which test_algorithms has them
        measure.assert_solution(value(model, fd_way, state | {"tau": tau}), state["qdd"], M)


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_inertia_matrix_is_symmetric_and_positive_definite(robot: str | int) -> None:
    model, state = robot_and_state(robot)
    for m_way in M_WAYS:
        M = value(model, m_way, state)
        assert np.array_equal(M, M.T)
        assert np.linalg.eigvalsh(M).min() > 0


@pytest.mark.parametrize("robot", ROBOTS)
def test_torques_are_inertia_times_acceleration_plus_bias(robot: str | int) -> None:
    model, state = robot_and_state(robot)
    for m_way, h_way, tau_way in zip(M_WAYS, H_WAYS, TAU_WAYS, strict=True):
        tau = value(model, m_way, state) @ state["qdd"] + value(model, h_way, state)
        measure.assert_same(tau, value(model, tau_way, state))


def directional(model: Model, state: dict[str, np.ndarray], direction: np.ndarray) -> np.ndarray:
    """Return the derivative of M along a direction of q, by central differences of order 6."""
    weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    h = 1e-3
    total = np.zeros((model.nv, model.nv))
    for k, weight in weights.items():
        for sign in (1, -1):
            moved = state | {"q": state["q"] + sign * k * h * direction}
            total += sign * weight * value(model, M_WAYS[1], moved)
    return total / h


@pytest.mark.parametrize("robot", ROBOTS)
def test_inertial_forces_do_no_work_but_change_the_kinetic_energy(robot: str | int) -> None:
    """qd . (h - g) = 1/2 qd . Mdot qd, which is what Mdot - 2 C skew says of one state."""
    model, state = robot_and_state(robot)
    qd = state["qd"]
    h = value(model, H_WAYS[0], state)
    g = value(model, GRAVITY, state)
    power = qd @ (h - g)
    half_rate = 0.5 * qd @ directional(model, state, qd) @ qd
    # The differences, not the kernels, set this bound.
    size = np.abs(qd) @ np.abs(h - g) + np.abs(half_rate)
    assert abs(power - half_rate) <= 1e-9 * max(size, 1e-30)


@pytest.mark.parametrize("robot", ROBOTS)
def test_coriolis_matrix_from_bias_makes_mdot_minus_2c_skew(robot: str | int) -> None:
    """The bias is quadratic in qd; Christoffel's choice of C from M's derivatives reproduces it."""
    model, state = robot_and_state(robot)
    n, qd = model.nv, state["qd"]
    partial = np.stack([directional(model, state, e) for e in np.eye(n)])  # [k, i, j] = dM_ij/dq_k
    christoffel = 0.5 * (
        partial.transpose(1, 2, 0) + partial.transpose(1, 0, 2) - partial.transpose(0, 1, 2)
    )
    C = christoffel @ qd
    skew = np.einsum("kij,k->ij", partial, qd) - 2 * C
    assert np.abs(skew + skew.T).max() <= 1e-9 * max(np.abs(skew).max(), 1e-30)
    h = value(model, H_WAYS[0], state)
    g = value(model, GRAVITY, state)
    scale = max(float(np.abs(h).max()), float(np.abs(g).max()))
    assert np.abs(C @ qd - (h - g)).max() <= 1e-9 * scale


def test_friction_adds_what_the_file_gives() -> None:
    model, state = robot_and_state("scara")
    for each in (*H_WAYS, *TAU_WAYS):
        without = evaluated(model, each, state)
        with_it = evaluated(model, each, state, friction=True)
        viscous = np.array([float(k.viscous) for k in model.links])
        coulomb = np.array([float(k.coulomb) for k in model.links])
        assert np.any(viscous) or np.any(coulomb)
        drag = viscous * state["qd"] + coulomb * np.sign(state["qd"])
        for name in without:
            measure.assert_same(with_it[name], without[name] + drag)
