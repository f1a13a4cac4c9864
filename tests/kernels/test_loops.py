"""Kernels of closed loops agree with Pinocchio, with each other, and with the laws of mechanics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arrays import Array
from closed_mechanisms import (
    EVERY,
    METHODS,
    NO_GAINS,
    TILTED,
    Mechanism,
    assert_close,
    mechanism,
    moved,
)

# Against others ---------------------------------------------------------------------------------
from gen_robot.algebra.number import Number
from gen_robot.description.description import Mimic
from gen_robot.readers.robot_files import read
from pinocchio_robot import bias, mass_matrix


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EVERY)
def test_accelerations_are_pinocchios(name: str, method: str) -> None:
    own = mechanism(name)
    assert len(own.q) >= 3
    found = own.forward(method)["qdd"]
    for q, qd, tau, qdd in zip(own.q, own.qd, own.tau, found, strict=True):
        assert_close(qdd, own.reference.solved(q, qd, tau), 1e-11)
        if all(loop.type == "connect" for loop in own.description.loops):
            assert_close(qdd, own.reference.accelerations(q, qd, tau), 1e-11)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_changes_where_the_whole_is_tilted_and_shifted(name: str) -> None:
    own, other = mechanism(name), Mechanism(moved(read(name), TILTED))
    assert [row.label for row in other.closed.rows] == [row.label for row in own.closed.rows]
    q, qd, tau = (x[0] for x in (other.q, other.qd, other.tau))
    found = other("loop_forward_dynamics", "schur", q=q, qd=qd, tau=tau, gains=NO_GAINS)["qdd"]
    assert_close(found, other.reference.solved(q, qd, tau), 1e-11)


@pytest.mark.parametrize("name", EVERY)
def test_the_bias_is_the_rate_of_the_jacobian(name: str) -> None:
    own, step = mechanism(name), 1e-6
    if own.model.free_nq != own.model.free_nv:
        own_q = own.q  # the quaternion moves along its own rate
        w = own.qd[:, 3:6]
        x = own_q[:, 3:7]
        rate = 0.5 * np.column_stack(
            [
                x[:, 3:] * w + np.cross(x[:, :3], w),
                -np.sum(x[:, :3] * w, axis=1, keepdims=True),
            ]
        )
        R = np.array([_rotation(each) for each in x])
        shift_ = np.einsum("sij,sj->si", R, own.qd[:, :3])
        qdot = np.column_stack([shift_, rate, own.qd[:, 6:]])
    else:
        qdot = own.qd
    ahead, behind = (own("loop_jacobian", q=own.q + sign * step * qdot)["K"] for sign in (1, -1))
    rate_of_K = (ahead - behind) / (2 * step)
    expected = -np.einsum("sri,si->sr", rate_of_K, own.qd)
    assert_close(own("loop_bias", q=own.q, qd=own.qd)["kb"], expected, 1e-7)


def _rotation(x: Array) -> Array:
    v, w = x[:3], x[3]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


# Against each other -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_all_methods_give_the_same_accelerations_and_forces(name: str) -> None:
    own = mechanism(name)
    gains = np.array([3.0, 5.0])
    schur, null, kkt = (own.forward(method, gains) for method in METHODS)
    for other in (null, kkt):
        assert_close(other["qdd"], schur["qdd"], 1e-9)
        assert_close(other["lambda"], schur["lambda"], 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_forces_of_the_loops_do_no_work(name: str) -> None:
    own = mechanism(name)
    K = own("loop_jacobian", q=own.q)["K"]
    force = own.forward("schur")["lambda"]
    power = np.einsum("sr,sri,si->s", force, K, own.qd)
    assert np.max(np.abs(power)) < 1e-10 * max(1.0, float(np.max(np.abs(force))))


@pytest.mark.parametrize("name", EVERY)
def test_forces_and_accelerations_fulfil_the_equations_of_motion(name: str) -> None:
    own = mechanism(name)
    found = own.forward("schur")
    K, kb = (own("loop_terms", q=own.q, qd=own.qd)[key] for key in ("K", "kb"))
    moved_ = own("inverse_dynamics", q=own.q, qd=own.qd, qdd=found["qdd"])["tau"]
    assert_close(moved_, own.tau + np.einsum("sr,sri->si", found["lambda"], K), 1e-10)
    assert_close(np.einsum("sri,si->sr", K, found["qdd"]), kb, 1e-10)


@pytest.mark.parametrize("name", EVERY)
def test_the_reduced_model_is_positive_definite_and_moves_as_the_whole(name: str) -> None:
    own = mechanism(name)
    found = own("loop_inertia_and_bias", q=own.q, qd=own.qd)
    assert np.linalg.eigvalsh(found["M_red"]).min() > 0
    K = own("loop_jacobian", q=own.q)["K"]
    independent = list(own.closed.independent)
    others = [k for k in range(own.model.free_nv) if k not in independent]
    G = np.zeros((*own.qd.shape, len(independent)))
    G[:, independent] = np.eye(len(independent))
    G[:, others] = -np.linalg.solve(K[:, :, others], K[:, :, independent])
    qdd = own.forward("schur")["qdd"]
    left = np.einsum("sij,sj->si", found["M_red"], qdd[:, independent]) + found["h_red"]
    assert_close(left, np.einsum("sji,sj->si", G, own.tau), 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_torques_of_actuated_joints_give_the_accelerations_asked_for(name: str) -> None:
    own = mechanism(name)
    u = own("loop_inverse_dynamics", q=own.q, qd=own.qd, ydd=own.ydd)["tau_u"]
    tau = np.zeros_like(own.qd)
    tau[:, list(own.closed.actuated)] = u
    gains = np.zeros((len(own.q), 2))
    found = own("loop_forward_dynamics", "schur", q=own.q, qd=own.qd, tau=tau, gains=gains)["qdd"]
    assert_close(found[:, list(own.closed.independent)], own.ydd, 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_velocities_keep_the_loops_closed(name: str) -> None:
    own = mechanism(name)
    K = own("loop_jacobian", q=own.q)["K"]
    assert_close(np.einsum("sri,si->sr", K, own.qd), np.zeros(K.shape[:2]), 1e-13)
    assert_close(own.qd[:, list(own.closed.independent)], own.yd, 0)


@pytest.mark.parametrize("name", EVERY)
def test_steps_of_newton_close_what_was_opened(name: str) -> None:
    own = mechanism(name)
    rng = np.random.default_rng(7)
    independent = own.closed.independent
    q = own.q.copy()
    if own.model.free_nq == own.model.free_nv:
        others = [k for k in range(q.shape[1]) if k not in independent]
    else:
        others = [*range(7, q.shape[1])]  # the platform is independent
    q[:, others] += rng.normal(size=(len(q), len(others))) * 0.01
    for _ in range(6):
        found = own("loop_close", q=q)
        q = found["q_out"]
    assert float(found["phi_max"].max()) < 1e-13
    kept = [k for k in range(q.shape[1]) if k not in others]
    assert np.array_equal(q[:, kept], own.q[:, kept])


@pytest.mark.parametrize("name", EVERY)
def test_projection_takes_gaps_away_by_the_least_step(name: str) -> None:
    own = mechanism(name)
    rng = np.random.default_rng(8)
    q, qd = own.q, own.qd + rng.normal(size=own.qd.shape)
    found, K = own("loop_project", q=q, qd=qd), own("loop_jacobian", q=q)["K"]
    left = np.einsum("sri,si->sr", K, qd + found["dqd"])
    assert_close(left, np.zeros_like(left), 1e-10)
    # M dqd is a combination of K's rows: no other step is shorter.
    M = own("inertia_matrix", q=q)["M"]
    push = np.einsum("sij,sj->si", M, found["dqd"])
    for rows, each in zip(K, push, strict=True):
        rest = each - rows.T @ np.linalg.lstsq(rows.T, each, rcond=None)[0]
        assert_close(rest, np.zeros_like(rest), 1e-9)


def test_gains_ask_for_a_decaying_gap() -> None:
    own, gains = mechanism("four_bar"), np.array([2.0, 3.0])
    q = own.q + 1e-3
    found = own("loop_terms", q=q, qd=own.qd)
    K, phi, kb = (found[key] for key in ("K", "phi", "kb"))
    given = np.broadcast_to(gains, (len(q), 2))
    forward = own("loop_forward_dynamics", "schur", q=q, qd=own.qd, tau=own.tau, gains=given)
    asked = kb - 2 * 2.0 * np.einsum("sri,si->sr", K, own.qd) - 9.0 * phi
    assert_close(np.einsum("sri,si->sr", K, forward["qdd"]), asked, 1e-10)


def test_joints_that_follow_others_may_be_part_of_a_loop() -> None:
    five = read("five_bar")
    links = list(five.links)
    follower = replace(links[2].joint, mimic=Mimic("left_crank", Number(-1), Number(1)))
    links[2] = replace(links[2], joint=follower)
    own = Mechanism(replace(five, links=tuple(links), independent=(), actuated=()))
    G = np.array([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    model, found = own.reference.model, own.forward("schur")["qdd"]
    for q, qd, tau, qdd in zip(own.q, own.qd, own.tau, found, strict=True):
        whole, rates = G @ q + [0, 0, 1, 0], G @ qd
        K, k = own.reference.conditions(whole, rates)
        M = G.T @ mass_matrix(model, whole) @ G
        b = tau - G.T @ bias(model, whole, rates)
        root = np.linalg.inv(np.linalg.cholesky(M))
        rows, free = K @ G @ root.T, root @ b
        expected = root.T @ (free + np.linalg.pinv(rows, rcond=1e-9) @ (k - rows @ free))
        assert_close(qdd, expected, 1e-11)
