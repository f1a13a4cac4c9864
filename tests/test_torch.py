"""Kernels as functions of PyTorch: autograd's own checks, both ways and twice; errors that help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.autograd import gradcheck, gradgradcheck  # noqa: E402

import gen_robot.torch  # noqa: E402
from gen_robot.autodiff.rules import rule_of  # noqa: E402
from gen_robot.bindings import Library  # noqa: E402
from gen_robot.errors import UserError  # noqa: E402
from measure import assert_same  # noqa: E402
from quick_library import DERIVED, Small, quick_library  # noqa: E402
from small_robots import ARM  # noqa: E402

DIFFERENTIATED = [kernel for kernel in DERIVED if rule_of(kernel)]
TWICE = ("inverse_dynamics", "forward_dynamics", "bias", "gravity")


@pytest.fixture
def arm(small: Small) -> Library:
    return small("arm")


def tensors(
    robot: Library, kernel: str, shape: tuple[int, ...] = (), grad: bool = True
) -> list[Any]:
    """Return random inputs of a kernel."""
    q, qd, qdd = robot.random_state(1, shape)
    every = {"q": q, "qd": qd, "qdd": qdd, "tau": 3 * qdd, "lambda_": qdd + qd}
    inputs = (every[each.name] for each in robot._bound[kernel].inputs)
    return [torch.tensor(each, requires_grad=grad) for each in inputs]


@pytest.mark.parametrize("kernel", DERIVED)
def test_values_are_those_of_the_kernels(arm: Library, kernel: str) -> None:
    inputs = tensors(arm, kernel, (3, 2), grad=False)
    want = getattr(arm, kernel)(*(each.numpy() for each in inputs))
    found = getattr(gen_robot.torch.wrap(arm, threads=2), kernel)(*inputs)
    if not isinstance(want, tuple):
        want, found = (want,), (found,)
    else:
        assert found._fields == want._fields
    for one, other in zip(found, want, strict=True):
        np.testing.assert_array_equal(one.numpy(), other)


@pytest.mark.parametrize("kernel", DIFFERENTIATED)
def test_gradients_pass_autograds_own_check(arm: Library, kernel: str) -> None:
    function = getattr(gen_robot.torch.wrap(arm), kernel)
    assert gradcheck(function, tensors(arm, kernel), check_forward_ad=True)


@pytest.mark.parametrize("kernel", TWICE)
def test_gradients_of_gradients_pass_autograds_own_check(arm: Library, kernel: str) -> None:
    assert gradgradcheck(getattr(gen_robot.torch.wrap(arm), kernel), tensors(arm, kernel))


def test_a_wrong_gradient_is_found(arm: Library) -> None:
    f = gen_robot.torch.wrap(arm)
    q, qd, qdd = tensors(arm, "inverse_dynamics")
    with pytest.raises(gradcheck.__globals__["GradcheckError"]):
        gradcheck(lambda q: f.inverse_dynamics(q, qd, qdd) + f.gravity(q.detach()), [q])


def test_gradients_of_batches_are_those_of_the_adjoint_kernel(arm: Library) -> None:
    f = gen_robot.torch.wrap(arm)
    q, qd, qdd = tensors(arm, "inverse_dynamics", (5, 3))
    weights = torch.linspace(-1, 1, 30, dtype=torch.float64).reshape(5, 3, 2)
    (weights * f.inverse_dynamics(q, qd, qdd)).sum().backward()
    want = arm.inverse_dynamics_adjoint(*(x.detach().numpy() for x in (q, qd, qdd, weights)))
    for x, gradient in zip((q, qd, qdd), want, strict=True):
        assert_same(x.grad.numpy(), gradient)


def test_what_was_broadcast_gets_the_sum_of_its_gradients(arm: Library) -> None:
    f = gen_robot.torch.wrap(arm)
    q, (qd,) = tensors(arm, "gravity")[0], tensors(arm, "gravity", (4,), grad=False)
    f.bias(q, qd).sum().backward()
    each = torch.func.vmap(torch.func.grad(lambda q, qd: f.bias(q, qd).sum()), (None, 0))(
        q.detach(), qd
    )
    assert_same(q.grad.numpy(), each.sum(0).numpy())


def test_functions_can_be_mapped_and_transformed(arm: Library) -> None:
    f, inputs = gen_robot.torch.wrap(arm), tensors(arm, "inverse_dynamics", (4,), grad=False)
    want = arm.inverse_dynamics_derivatives(*(x.numpy() for x in inputs)).dtau_dq
    for way in (torch.func.jacrev, torch.func.jacfwd):
        assert_same(torch.func.vmap(way(f.inverse_dynamics))(*inputs).numpy(), want)
    mapped = torch.func.vmap(f.bias, (1, None))(inputs[0].unsqueeze(0), inputs[1][:1])
    assert_same(mapped[:, 0].numpy(), arm.bias(inputs[0].numpy(), inputs[1][0].numpy()))


def test_gradients_by_quaternions_are_along_their_sphere(small: Small) -> None:
    flyer = small("flyer")
    f, (q, qd, qdd) = gen_robot.torch.wrap(flyer), tensors(flyer, "inverse_dynamics")
    f.inverse_dynamics(q, qd, qdd)[2].backward()
    assert q.grad.shape == (8,)
    assert abs(float(q.grad[3:7] @ q[3:7].detach())) < 1e-12
    want = flyer.inverse_dynamics_derivatives(*(x.detach().numpy() for x in (q, qd, qdd)))
    step = np.eye(7)[3]
    at = q.detach().numpy()
    change = (flyer.integrate(at, 1e-6 * step) - flyer.integrate(at, -1e-6 * step)) / 2e-6
    np.testing.assert_allclose(q.grad.numpy() @ change, want.dtau_dq[2, 3], rtol=1e-8, atol=1e-8)


def test_a_state_that_fails_is_left_as_nan(arm: Library) -> None:
    q, qd, tau = tensors(arm, "forward_dynamics", (3,), grad=False)
    q[1] = torch.nan
    found = gen_robot.torch.wrap(arm).forward_dynamics(q, qd, tau)
    assert found[1].isnan().all()
    assert not found[::2].isnan().any()


def test_single_precision_takes_single_tensors(tmp_path: Path) -> None:
    names = ["gravity", "inverse_dynamics_adjoint"]
    f = gen_robot.torch.wrap(quick_library(ARM, tmp_path, kernels=names, precision="single"))
    q = torch.tensor([0.1, 0.2], requires_grad=True)
    f.gravity(q).sum().backward()
    assert q.grad.dtype == torch.float32
    with pytest.raises(TypeError, match=r"q: is of torch.float64, the robot of torch.float32"):
        f.gravity(q.double())


def test_wrong_calls_are_explained(arm: Library) -> None:
    f = gen_robot.torch.wrap(arm)
    one = torch.ones(2, dtype=torch.float64)
    with pytest.raises(TypeError, match=r"q: is of torch.float32, .*q.to\(torch.float64\)"):
        f.gravity(one.float())
    with pytest.raises(ValueError, match=r"q: its shape is \(3,\)"):
        f.gravity(torch.ones(3, dtype=torch.float64))
    with pytest.raises(ValueError, match="do not broadcast"):
        f.bias(one.expand(3, 2), one.expand(4, 2))
    with pytest.raises(TypeError, match="q: is on meta"):
        f.gravity(one.to("meta"))
    with pytest.raises(TypeError, match=r"gravity\(\): too many positional"):
        f.gravity(one, one)


def test_what_is_missing_for_a_derivative_is_named(tmp_path: Path) -> None:
    f = gen_robot.torch.wrap(quick_library(ARM, tmp_path, kernels=["gravity", "jacobian_tip"]))
    q = torch.ones(2, dtype=torch.float64, requires_grad=True)
    with pytest.raises(UserError, match=r"gravity: .*inverse_dynamics_derivatives.*kernels="):
        f.gravity(q).sum().backward()
    with pytest.raises(UserError, match="jacobian_tip: has no derivative"):
        f.jacobian_tip(q).sum().backward()
    with pytest.raises(AttributeError, match="no kernel 'bias' was generated"):
        f.bias  # noqa: B018
