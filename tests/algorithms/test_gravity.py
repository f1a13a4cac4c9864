"""Gravity has no hold on a joint whose axis stays vertical: no torque, and no operations for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import measure
import pinocchio_robot
from gen_robot.algebra.frame import AT_ORIGIN, Frame, shift, turn_x
from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.algorithms import rnea
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.model.model import Model
from gen_robot.readers.robot_files import read, shipped
from random_robots import random_robot, random_state
from shipped_robots import described
from traced_kernels import EVERY, evaluated, graph_of, model_of, way
from urdf_robots import urdf_files

GRAVITY = way("gravity", "rnea")

UPRIGHT = {
    "puma560": [0],
    "puma560_corke": [0],
    "scara": [0, 1, 3],
    "stanford": [0],
    "torso": [0],
    "panda": [0],
    "xarm7": [0],
    "kinova": [0],
    "baxter": [0, 1, 8],  # three roots
    "tiago": [5],  # behind a slide
}
"""Joints that turn about the vertical at every position, by the robots' names."""


@cache
def _files() -> dict[str, Path]:
    return urdf_files()


def robot(name: str) -> Description:
    if name in shipped():
        return described(name)
    if name not in _files():
        pytest.skip("example-robot-data is not installed")
    return read(_files()[name])


def is_zero(node: Node) -> bool:
    return node.op == CONST and not node.number


@pytest.mark.parametrize("name", UPRIGHT)
def test_gravity_has_no_hold_on_vertical_axes(name: str) -> None:
    for formulation in EVERY:
        outputs = graph_of(model_of(robot(name), formulation), GRAVITY).outputs["g"]
        assert all(is_zero(outputs[k]) for k in UPRIGHT[name])


@pytest.mark.parametrize("name", ["planar3", "two_link"])
def test_gravity_pulls_on_level_axes(name: str) -> None:
    outputs = graph_of(model_of(described(name)), GRAVITY).outputs["g"]
    assert not any(is_zero(node) for node in outputs)


def arm(*joints: JointDescription) -> Description:
    """Return a chain of equal bodies on these joints."""
    body = Inertial(Number(2), Vec3(Number("0.3"), Number("-0.1"), Number("0.2")))
    names = [BASE, *(f"link{k}" for k, _ in enumerate(joints, 1))]
    links = [
        LinkDescription(name, parent, joint, body)
        for name, parent, joint in zip(names[1:], names, joints, strict=False)
    ]
    return Description("arm", tuple(links), "arm.yaml")


def joint(number: int, kind: str, before: Frame = AT_ORIGIN, **given: Number) -> JointDescription:
    return JointDescription(f"joint{number}", kind, before, given=given)


ASIDE = shift(Number("0.4"), Number("0.2"), Number("-0.3"))
LEVEL = ASIDE.then(turn_x(PI / 2))


def test_a_vertical_screw_carries_the_weight_by_its_pitch() -> None:
    screw = joint(1, "helical", pitch=Number("0.05"))
    model = model_of(arm(screw, joint(2, "revolute", LEVEL), joint(3, "revolute", LEVEL)))
    first = graph_of(model, GRAVITY).outputs["g"][0]
    assert first.op == CONST
    assert first.number == Number("9.81") * 6 * Number("0.05")


def test_an_axis_below_one_that_leans_is_not_vertical_for_long() -> None:
    """At q = 0 all are vertical but the second, which takes the third with it."""
    back = ASIDE.then(turn_x(-PI / 2))
    chain = arm(joint(1, "revolute"), joint(2, "revolute", LEVEL), joint(3, "revolute", back))
    first, *others = graph_of(model_of(chain), GRAVITY).outputs["g"]
    assert is_zero(first)
    assert not any(is_zero(node) for node in others)


def test_gravity_of_a_column_that_leans_is_that_of_pinocchio() -> None:
    tilt = Number("1e-3")
    lean = Description(
        "lean",
        arm(joint(1, "revolute"), joint(2, "revolute", LEVEL)).links,
        "lean.yaml",
        gravity=Vec3(tilt.sin() * Number("9.81"), ZERO, -tilt.cos() * Number("9.81")),
    )
    model = model_of(lean)
    q, *_ = random_state(lean, 3)
    assert not is_zero(graph_of(model, GRAVITY).outputs["g"][0])
    expected = pinocchio_robot.gravity(pinocchio_robot.pinocchio_model(lean), q)
    measure.assert_same(evaluated(model, GRAVITY, {"q": q})["g"], expected)


def bias_at_rest(model: Model) -> KernelGraph:
    """Return the whole recursion with velocities of zero."""
    graph = Graph()
    q, at_rest = graph.inputs("q", model.nq), [ZERO] * model.nv
    torques = rnea.bias(model, Tape(graph), q, at_rest)
    return KernelGraph(graph, {"g": [graph.node(x) for x in torques]})


@pytest.mark.parametrize("name", [*shipped(), *range(6)])
def test_gravity_costs_no_more_than_bias_at_rest_and_is_the_same(name: str | int) -> None:
    chosen = described(name) if isinstance(name, str) else random_robot(name, 6, branched=True)
    q, qd, *_ = random_state(chosen, 2)
    rest, scale = np.zeros_like(qd), 9.81 * sum(float(k.inertial.mass) for k in chosen.links)
    for formulation in EVERY:
        model = model_of(chosen, formulation)
        whole = bias_at_rest(model)
        own = graph_of(model, GRAVITY, passes=False)
        assert own.operations.cost <= whole.operations.cost
        expected = evaluated(model, way("bias", "rnea"), {"q": q, "qd": rest})["h"]
        measure.assert_same(evaluated(model, GRAVITY, {"q": q})["g"], expected, scale=scale)


def test_weights_on_a_vertical_axis_would_leave_operations() -> None:
    """What the law is for: the sum of the moments is zero, but nothing in the graph says so."""
    model = model_of(described("puma560"))
    whole, own = bias_at_rest(model), graph_of(model, GRAVITY, passes=False)
    assert not is_zero(whole.outputs["g"][0])
    assert own.operations.cost < whole.operations.cost
