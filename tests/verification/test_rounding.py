"""Rounding at run time never exceeds its bound, and the bound is not idle."""

from __future__ import annotations

import operator
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gen_robot.algebra.number import Number
from gen_robot.verification.bodies import bodies
from gen_robot.verification.folder import READERS, read_folder
from gen_robot.verification.program import Place, Program
from gen_robot.verification.rounding import box_of, rounding
from gen_robot.verification.sampling import State, outputs
from shipped_robots import described

GENERATED = Path(__file__).resolve().parents[2] / "generated"
KERNELS = ["inertia_matrix", "bias", "inverse_dynamics", "inertia_and_bias", "gravity"]
STATES = 20
MANY = 20000
MEANING = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "neg": operator.neg,
    "sin": np.sin,
    "cos": np.cos,
}


def computed(program: Program, inputs: dict[Place, Any], real: Any) -> dict[Place, Any]:
    """Return what a processor computes, operation by operation, for one state or many."""
    values: list[Any] = []
    for node in program.nodes:
        parts = [values[k] for k in node.arguments]
        if node.op == "literal":
            values.append(real(node.literal))
        elif node.op == "input":
            values.append(inputs[node.place])
        else:
            values.append(MEANING[node.op](*parts))
    return {place: values[number] for place, number in program.outputs.items()}


def exactly(x: float) -> Number:
    top, bottom = x.as_integer_ratio()
    return Number(top) / Number(bottom)


@pytest.mark.parametrize("robot", ["two_link", "stanford", "puma560"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_rounding_stays_below_its_bound(robot: str, kernel: str) -> None:
    subject = read_folder(GENERATED / robot)
    source = subject.sources[0]
    program = READERS["c"][1](source.text, source.file, subject.kernels[kernel]["c"])
    box = box_of(bodies(described(robot), subject.places), 3.0, 10.0)
    bounds = rounding(program, box)
    assert bounds is not None
    chosen = random.Random(robot + kernel)
    for count in range(STATES):
        inputs = {place: chosen.uniform(-limit, limit) for place, limit in box.limits.items()}
        if count % 2:  # half of them at the corners in the rates
            rates = {p: chosen.choice((-1, 1)) * x for p, x in box.limits.items() if p[0] != "q"}
            inputs |= rates
        arrays = {
            array: tuple(exactly(inputs[array, k]) for k in range(subject.count))
            for array in ("q", "qd", "qdd")
        }
        right, own = outputs(program, State(arrays)), computed(program, inputs, float)
        for place, value in own.items():
            assert abs(float(exactly(float(value)) - right[place])) <= bounds[place]


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="no wider type to measure with")
@pytest.mark.parametrize("robot", ["two_link", "stanford", "puma560"])
@pytest.mark.parametrize("kernel", ["inertia_matrix", "bias", "inverse_dynamics"])
def test_bounds_on_rounding_are_not_idle(robot: str, kernel: str) -> None:
    """On the mean over elements they are near to the largest error at many states.

    They are within ten times of it where masses are moved as far as joints cannot move them; a gauge
    that a search has found moves more, to and fro, which bounds count and errors hardly show.
    """
    subject = read_folder(GENERATED / robot)
    source = subject.sources[0]
    program = READERS["c"][1](source.text, source.file, subject.kernels[kernel]["c"])
    box = box_of(bodies(described(robot), subject.places), 3.0, 10.0)
    bounds = rounding(program, box)
    assert bounds is not None
    chosen = np.random.default_rng(1)
    inputs = {}
    for (array, index), limit in box.limits.items():
        drawn = chosen.uniform(-limit, limit, MANY)
        if array != "q":
            drawn[::2] = np.copysign(limit, drawn[::2])
        inputs[array, index] = drawn
    wide = {place: x.astype(np.longdouble) for place, x in inputs.items()}
    own, right = computed(program, inputs, np.float64), computed(program, wide, np.longdouble)
    errors = {place: float(np.max(np.abs(own[place] - right[place]))) for place in bounds}
    assert all(errors[place] <= bounds[place] for place in bounds)
    ratios = [bounds[place] / errors[place] for place in bounds if errors[place] > 0]
    gauge = (robot, kernel) in {("puma560", "bias"), ("puma560", "inverse_dynamics")}
    assert np.exp(np.mean(np.log(ratios))) < (20 if gauge else 10)


def test_a_larger_box_has_larger_errors_and_a_division_none() -> None:
    subject = read_folder(GENERATED / "puma560")
    source, chain = subject.sources[0], bodies(described("puma560"), subject.places)
    bias = READERS["c"][1](source.text, source.file, subject.kernels["bias"]["c"])
    slow, fast = (rounding(bias, box_of(chain, v, 10.0)) for v in (3.0, 30.0))
    assert slow is not None and fast is not None
    assert max(fast.values()) > 10 * max(slow.values())
    forward = subject.kernels["forward_dynamics"]["c"]
    assert (
        rounding(READERS["c"][1](source.text, source.file, forward), box_of(chain, 3.0, 10.0))
        is None
    )
