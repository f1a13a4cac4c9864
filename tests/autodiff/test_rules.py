"""Derivatives of kernels by other kernels are those of the kernels' own values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from differences import slope
from gen_robot.autodiff.backend import Backend
from gen_robot.autodiff.derivative import DIFFERENTIABLE, Derivative, derivative_of
from gen_robot.autodiff.rules import RULES, Rule, rule_of
from gen_robot.bindings import Library
from gen_robot.errors import UserError
from quick_library import DERIVED, Small
from small_robots import SMALL

DIFFERENTIATED = [kernel for kernel in DERIVED if rule_of(kernel)]

Arrays = dict[str, np.ndarray]


@pytest.fixture(params=list(SMALL))
def robot(request: pytest.FixtureRequest, small: Small) -> Library:
    return small(request.param)


@pytest.fixture
def arm(small: Small) -> Library:
    return small("arm")


def numpy_backend(robot: Library) -> Backend:
    manifest = robot._manifest

    def call(name: str, inputs: Any) -> dict[str, Any]:
        kernel = robot._bound[name]
        found = getattr(robot, name)(*(inputs[each.name] for each in kernel.inputs))
        outputs = found if len(kernel.outputs) > 1 else (found,)
        return {each.name: out for each, out in zip(kernel.outputs, outputs, strict=True)}

    return Backend(np, robot._bound, manifest.joints, robot.nv, manifest.reference, call)


def state_of(robot: Library, kernel: str, seed: int, shape: tuple[int, ...] = ()) -> Arrays:
    """Return random inputs of a kernel."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = robot.random_state(rng, shape)
    more = rng.uniform(-3, 3, (2, *shape, robot.nv))
    every = {"q": q, "qd": qd, "qdd": qdd, "tau": more[0], "lambda_": more[1]}
    return {each.name: every[each.name] for each in robot._bound[kernel].inputs}


def moved(robot: Library, state: Arrays, steps: Arrays, time: float) -> Arrays:
    return {
        name: robot.integrate(x, time * steps[name]) if name == "q" else x + time * steps[name]
        for name, x in state.items()
    }


def stored(robot: Library, q: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Return how the numbers that q is stored in change along a step."""
    return slope(lambda time: robot.integrate(q, time * step), 1e-3)


def far(one: Arrays, other: Arrays) -> float:
    """Return how far results are apart, as a part of the largest of each array."""
    assert one.keys() == other.keys()
    return max(
        np.abs(one[name] - other[name]).max() / max(1e-3, np.abs(other[name]).max()) for name in one
    )


def by_differences(robot: Library, kernel: str, state: Arrays, steps: Arrays) -> Arrays:
    call = numpy_backend(robot).call
    outputs = [each.name for each in robot._bound[kernel].outputs]
    return {
        name: slope(lambda time, name=name: call(kernel, moved(robot, state, steps, time))[name])
        for name in outputs
    }


def by_rule(derivative: Derivative, robot: Library, state: Arrays, steps: Arrays) -> Arrays:
    changes = {**steps, "q": stored(robot, state["q"], steps["q"])}
    found = derivative.push(state, changes)
    outputs = [each.name for each in derivative.kernel.outputs]
    call = derivative.backend.call(derivative.kernel.name, state)
    return {name: found.get(name, np.zeros_like(call[name])) for name in outputs}


def steps_of(robot: Library, state: Arrays, seed: int) -> Arrays:
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-1, 1, robot.nv) for name in state}


@pytest.mark.parametrize("kernel", DIFFERENTIATED)
def test_a_kernel_changes_along_a_path_as_its_rule_says(robot: Library, kernel: str) -> None:
    derivative = derivative_of(numpy_backend(robot), robot._bound[kernel], "test")
    for seed in (1, 2):
        state = state_of(robot, kernel, seed)
        steps = steps_of(robot, state, seed + 10)
        want = by_differences(robot, kernel, state, steps)
        assert far(by_rule(derivative, robot, state, steps), want) < 1e-9


def test_a_wrong_rule_is_found(arm: Library) -> None:
    backend, kernel = numpy_backend(arm), arm._bound["bias"]

    def wrong(b: Backend, x: Any) -> Any:
        return {"h": {**RULES["bias"].partials(b, x)["h"], "qd": np.zeros((2, 2))}}

    state = state_of(arm, "bias", 1)
    steps = steps_of(arm, state, 2)
    derivative = Derivative(backend, kernel, Rule((), wrong), "test")
    assert (
        far(by_rule(derivative, arm, state, steps), by_differences(arm, "bias", state, steps))
        > 0.01
    )


@pytest.mark.parametrize("kernel", DIFFERENTIATED)
def test_pulling_back_is_the_transpose_of_pushing_forward(robot: Library, kernel: str) -> None:
    """For any change dx and any cotangent y, y . (J dx) = (J^T y) . dx, for many states at once."""
    derivative = derivative_of(numpy_backend(robot), robot._bound[kernel], "test")
    state, rng = state_of(robot, kernel, 3, (4,)), np.random.default_rng(4)
    changes = {name: rng.uniform(-1, 1, x.shape) for name, x in state.items()}
    pushed = derivative.push(state, changes)
    bars = {name: rng.uniform(-1, 1, each.shape) for name, each in pushed.items()}
    pulled = derivative.pull(state, bars, tuple(state))
    forth = sum((bars[name] * pushed[name]).reshape(4, -1).sum(1) for name in bars)
    back = sum((pulled[name] * changes[name]).sum(-1) for name in pulled)
    np.testing.assert_allclose(forth, back, rtol=1e-11, atol=1e-11 * np.abs(forth).max())


@pytest.mark.parametrize("kernel", [k for k in DIFFERENTIATED if len(rule_of(k).needs) > 1])
def test_every_group_of_kernels_that_a_rule_may_take_gives_the_same(
    arm: Library, kernel: str
) -> None:
    rule, backend = rule_of(kernel), numpy_backend(arm)
    assert rule is not None
    state = state_of(arm, kernel, 5)
    steps = steps_of(arm, state, 6)
    groups = [
        replace(backend, kernels={name: backend.kernels[name] for name in (kernel, *group)})
        for group in rule.needs
    ]
    found = [
        Derivative(each, arm._bound[kernel], rule, "test").push(state, steps) for each in groups
    ]
    assert all(far(each, found[0]) < 1e-12 for each in found)
    pulled = [
        Derivative(each, arm._bound[kernel], rule, "test").pull(state, found[0], tuple(state))
        for each in groups
    ]
    assert all(far(each, pulled[0]) < 1e-12 for each in pulled)


def test_a_derivative_that_lacks_a_kernel_says_which(arm: Library) -> None:
    backend = replace(numpy_backend(arm), kernels={"inverse_dynamics": None})
    with pytest.raises(
        UserError, match=r"takes 'inverse_dynamics_derivatives', .* load\(\.\.\., kern"
    ):
        derivative_of(backend, arm._bound["inverse_dynamics"], "test")


def test_a_kernel_without_a_rule_says_so(arm: Library) -> None:
    with pytest.raises(UserError, match="jacobian_tip: has no derivative"):
        derivative_of(numpy_backend(arm), arm._bound["jacobian_tip"], "test")


def test_what_is_no_part_of_the_state_has_to_be_constant(arm: Library) -> None:
    derivative = derivative_of(numpy_backend(arm), arm._bound["gravity"], "test")
    with pytest.raises(UserError, match="no derivative by payload"):
        derivative.push({}, {"payload": np.zeros(10)})


def test_rules_are_for_kernels_that_there_are(robot: Library) -> None:
    """And speak of arrays that the kernels have."""
    backend = numpy_backend(robot)
    for kernel in DIFFERENTIATED:
        rule = rule_of(kernel)
        assert rule is not None
        partials = rule.partials(backend, state_of(robot, kernel, 7))
        entry = robot._bound[kernel]
        assert set(partials) == {each.name for each in entry.outputs}
        inputs = {each.name for each in entry.inputs} & set(DIFFERENTIABLE)
        assert {name for by in partials.values() for name in by} == inputs
