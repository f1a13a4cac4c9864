"""Kernels as functions of JAX: the same values, derivatives that agree, errors that help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402

import gen_robot.jax  # noqa: E402
from gen_robot.bindings import Library  # noqa: E402
from gen_robot.errors import UserError  # noqa: E402
from gen_robot.jax.target import TARGET  # noqa: E402
from measure import assert_same  # noqa: E402
from quick_library import DERIVED, Small, quick_library  # noqa: E402
from small_robots import ARM  # noqa: E402

AGREE = 1e-12


@pytest.fixture(autouse=True, scope="module")
def doubles(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Let JAX have doubles, and keep what it calls in a cache of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        before = jax.config.jax_enable_x64
        jax.config.update("jax_enable_x64", True)
        yield
        jax.config.update("jax_enable_x64", before)


@pytest.fixture
def arm(small: Small) -> Library:
    return small("arm")


@pytest.fixture
def flyer(small: Small) -> Library:
    return small("flyer")


def agree(found: Any, want: Any) -> None:
    assert np.shape(found) == np.shape(want)
    assert_same(np.asarray(found), np.asarray(want), AGREE)


def inputs_of(robot: Library, kernel: str, shape: tuple[int, ...] = ()) -> list[Any]:
    q, qd, qdd = robot.random_state(1, shape)
    every = {"q": q, "qd": qd, "qdd": qdd, "tau": 3 * qdd, "lambda_": qdd + qd}
    return [every[each.name] for each in robot._bound[kernel].inputs]


@pytest.mark.parametrize("kernel", DERIVED)
def test_values_are_those_of_the_kernels(arm: Library, kernel: str) -> None:
    inputs = inputs_of(arm, kernel, (3, 2))
    want = getattr(arm, kernel)(*inputs)
    found = getattr(gen_robot.jax.wrap(arm), kernel)(*inputs)
    if not isinstance(want, tuple):
        want, found = (want,), (found,)
    else:
        assert found._fields == want._fields
    for one, other in zip(found, want, strict=True):
        np.testing.assert_array_equal(one, other)


def test_jacobians_forward_and_backward_are_those_of_the_derivative_kernels(arm: Library) -> None:
    f, (q, qd, qdd) = gen_robot.jax.wrap(arm), arm.random_state(2)
    want = arm.inverse_dynamics_derivatives(q, qd, qdd)
    tau = want.tau
    solved = arm.forward_dynamics_derivatives(q, qd, tau)
    for way in (jax.jacfwd, jax.jacrev):
        by_q, by_qd, by_qdd = jax.jit(way(f.inverse_dynamics, (0, 1, 2)))(q, qd, qdd)
        agree(by_q, want.dtau_dq)
        agree(by_qd, want.dtau_dqd)
        agree(by_qdd, want.M)
        by_q, by_qd, by_tau = jax.jit(way(f.forward_dynamics, (0, 1, 2)))(q, qd, tau)
        agree(by_q, solved.dqdd_dq)
        agree(by_qd, solved.dqdd_dqd)
        agree(by_tau, solved.Minv)


def test_gradients_of_a_weighted_torque_are_the_adjoint_kernels(arm: Library) -> None:
    f, (q, qd, qdd, weights) = gen_robot.jax.wrap(arm), inputs_of(arm, "inverse_dynamics_adjoint")

    def weighted(q: Any, qd: Any, qdd: Any) -> Any:
        return jnp.dot(weights, f.inverse_dynamics(q, qd, qdd))

    gradient = jax.jit(jax.grad(weighted, (0, 1, 2)))(q, qd, qdd)
    for found, want in zip(
        gradient, arm.inverse_dynamics_adjoint(q, qd, qdd, weights), strict=True
    ):
        agree(found, want)
    H = arm.inverse_dynamics_hessian(q, qd, qdd, weights)
    (by_qq, _, _), (by_qdq, by_qdqd, _), (by_qddq, _, _) = jax.jit(
        jax.hessian(weighted, (0, 1, 2))
    )(q, qd, qdd)
    agree(by_qq, H.Hqq)
    agree(by_qdq, H.Hqdq)
    agree(by_qdqd, H.Hqdqd)
    agree(by_qddq, H.Hqddq)


def test_second_derivatives_of_forward_dynamics_agree_both_ways(arm: Library) -> None:
    f, (q, qd, tau) = gen_robot.jax.wrap(arm), inputs_of(arm, "forward_dynamics")
    inner = jax.jacfwd(f.forward_dynamics)
    backward, forward = (jax.jit(way(inner))(q, qd, tau) for way in (jax.jacrev, jax.jacfwd))
    agree(backward, forward)


def test_mapped_functions_are_batches(arm: Library) -> None:
    f, (q, qd, qdd) = gen_robot.jax.wrap(arm), arm.random_state(3, (4, 5))
    want = arm.inverse_dynamics(q, qd, qdd)
    agree(jax.vmap(jax.vmap(f.inverse_dynamics))(q, qd, qdd), want)
    agree(jax.vmap(f.inverse_dynamics)(q, qd, qdd), want)  # leading axes within what is mapped
    second = jax.vmap(f.inverse_dynamics, (None, 1, 1), 1)(q[:, 0], qd, qdd)
    agree(second, arm.inverse_dynamics(q[:, :1], qd, qdd))
    jacobians = jax.jit(jax.vmap(jax.vmap(jax.jacfwd(f.inverse_dynamics))))(q, qd, qdd)
    agree(jacobians, arm.inverse_dynamics_derivatives(q, qd, qdd).dtau_dq)
    agree(f.gravity(np.empty((0, 2))), np.empty((0, 2)))


def test_leading_shapes_broadcast_and_names_are_taken(arm: Library) -> None:
    f, (q, qd, _) = gen_robot.jax.wrap(arm), arm.random_state(4, (3,))
    agree(f.bias(q[:, None], qd), arm.bias(q[:, None], qd))
    agree(f.bias(qd=qd, q=q[0]), arm.bias(q[0], qd))
    agree(f.bias([0, 1], [1, 0]), arm.bias([0, 1], [1, 0]))


def test_gradients_by_quaternions_are_along_their_sphere(flyer: Library) -> None:
    """Along a motion the chain rule holds; what would change a quaternion's length does nothing."""
    f, (q, qd, qdd) = gen_robot.jax.wrap(flyer), flyer.random_state(5)
    by_q = jax.jit(jax.jacrev(f.inverse_dynamics))(q, qd, qdd)
    assert by_q.shape == (7, 8)
    length = np.concatenate([np.zeros(3), q[3:7], [0]])
    np.testing.assert_allclose(by_q @ length, 0, atol=1e-12)
    step = np.eye(7)[4]
    change = (flyer.integrate(q, 1e-6 * step) - flyer.integrate(q, -1e-6 * step)) / 2e-6
    want = flyer.inverse_dynamics_derivatives(q, qd, qdd).dtau_dq[:, 4]
    np.testing.assert_allclose(by_q @ change, want, rtol=1e-8, atol=1e-8)


def test_a_state_that_fails_is_left_as_nan(arm: Library) -> None:
    f, (q, qd, tau) = gen_robot.jax.wrap(arm), arm.random_state(6, (3,))
    q = q.copy()
    q[1] = np.nan
    found = jax.jit(f.forward_dynamics)(q, qd, tau)
    assert np.isnan(found[1]).all()
    agree(found[::2], arm.forward_dynamics(q[::2], qd[::2], tau[::2]))


def test_kernels_for_many_states_are_called_where_there_are_such(tmp_path: Path) -> None:
    """What load() builds has them; the other robots here have not."""
    robot = gen_robot.load("planar3")
    assert all(symbols.batch for symbols in robot._symbols.values())
    f, (q, qd, tau) = gen_robot.jax.wrap(robot), robot.random_state(7, (100,))
    np.testing.assert_array_equal(f.bias(q, qd), robot.bias(q, qd))
    np.testing.assert_array_equal(
        f.forward_dynamics(q, qd, tau), robot.forward_dynamics(q, qd, tau)
    )


def test_single_precision_needs_no_doubles(tmp_path: Path) -> None:
    single = quick_library(ARM, tmp_path, precision="single", kernels=["gravity"])
    with jax.enable_x64(False):
        found = gen_robot.jax.wrap(single).gravity([0.1, 0.2])
    assert found.dtype == jnp.float32
    np.testing.assert_array_equal(found, single.gravity([0.1, 0.2]))


def test_doubles_that_jax_does_not_have_are_asked_for(arm: Library) -> None:
    with jax.enable_x64(False), pytest.raises(UserError, match=r"jax_enable_x64.*precision="):
        gen_robot.jax.wrap(arm)


def test_other_languages_are_refused(tmp_path: Path) -> None:
    fortran = quick_library(ARM, tmp_path, lang="f77", kernels=["gravity"])
    with pytest.raises(UserError, match="are in f77"):
        gen_robot.jax.wrap(fortran)


def test_what_is_missing_for_a_derivative_is_named(tmp_path: Path) -> None:
    bare = quick_library(ARM, tmp_path, kernels=["gravity"], payload="tip")
    f = gen_robot.jax.wrap(bare)
    load = jnp.ones(10)
    with pytest.raises(UserError, match=r"gravity: .*inverse_dynamics_derivatives.*kernels="):
        jax.jacfwd(f.gravity)(jnp.ones(2), load)
    with pytest.raises(AttributeError, match="no kernel 'bias' was generated"):
        f.bias  # noqa: B018


def test_a_payload_is_a_constant(tmp_path: Path) -> None:
    names = ["gravity", "inverse_dynamics_adjoint"]
    f = gen_robot.jax.wrap(quick_library(ARM, tmp_path, kernels=names, payload="tip"))
    q, load = jnp.array([0.3, 0.4]), jnp.arange(1.0, 11.0)
    slopes = (f.gravity(q + 1e-6 * e, load) - f.gravity(q - 1e-6 * e, load) for e in np.eye(2))
    found = jax.jit(jax.jacrev(f.gravity))(q, load)
    np.testing.assert_allclose(found.T, [each / 2e-6 for each in slopes], rtol=1e-6, atol=1e-6)
    with pytest.raises(UserError, match="no derivative by payload"):
        jax.jacrev(f.gravity, 1)(q, load)


def test_wrong_calls_are_explained(arm: Library) -> None:
    f = gen_robot.jax.wrap(arm)
    with pytest.raises(ValueError, match=r"qd: its shape is \(3,\); expected \(\.\.\., 2\)"):
        f.bias(jnp.ones(2), jnp.ones(3))
    with pytest.raises(ValueError, match=r"do not broadcast: q \(3,\), qd \(4,\)"):
        f.bias(jnp.ones((3, 2)), jnp.ones((4, 2)))
    with pytest.raises(TypeError, match=r"bias\(\): missing a required argument: 'qd'"):
        f.bias(jnp.ones(2))
    with pytest.raises(TypeError, match="q: its type is complex128"):
        f.gravity(jnp.ones(2) * 1j)


def test_a_program_that_calls_an_unknown_kernel_says_so() -> None:
    shape = jax.ShapeDtypeStruct((2,), np.float64)
    call = jax.ffi.ffi_call(TARGET, shape)
    with pytest.raises(Exception, match="robot that is not loaded"):
        call(jnp.ones(2), kernel=np.int64(12345))


def test_arrays_of_another_kernel_are_refused_before_anything_is_written(arm: Library) -> None:
    from gen_robot.jax.target import number_of

    number = number_of(arm, arm._bound["inertia_matrix"])
    call = jax.ffi.ffi_call(TARGET, jax.ShapeDtypeStruct((2,), np.float64))
    with pytest.raises(Exception, match="arrays of another kernel"):
        call(jnp.ones(2), kernel=number)
