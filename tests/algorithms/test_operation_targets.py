"""Real arms, from the files that people have, need no more operations than we promise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gen_robot.algorithms import METHODS
from gen_robot.algorithms.method import Quantity
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node
from gen_robot.model.formulation import Bodies, Formulation, Frames, formulated
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.passes import optimise
from gen_robot.pipeline import generate_described, modelled
from gen_robot.readers.robot_files import read
from random_robots import general_robot
from traced_algorithms import traced
from urdf_robots import urdf_files

FINGERS = {"panda_finger_joint1": "0"}


def described(robot: str, lock: Mapping[str, str]) -> Description:
    if robot == "general6":
        return general_robot(6)
    if robot in (files := urdf_files()):
        return read(files[robot], edits=Edits(lock=lock))
    if robot == "puma560":
        return read(robot)
    pytest.skip("example-robot-data is not installed")


def totals(robot: str, lock: Mapping[str, str]) -> dict[str, int]:
    """Return multiplications plus additions of each kernel."""
    choices = generate_described(described(robot, lock), Options()).choices
    return {c.kernel.name: c.graph.operations.mul + c.graph.operations.add for c in choices}


@pytest.mark.parametrize(
    ("robot", "lock", "most"),
    [
        ("ur5_robot", {}, {"inertia_matrix": 141, "inverse_dynamics": 268}),
        ("panda", FINGERS, {"inertia_matrix": 366, "inverse_dynamics": 612}),
        ("puma560", {}, {"inertia_matrix": 190, "inverse_dynamics": 347}),
        ("general6", {}, {"inertia_matrix": 690, "inverse_dynamics": 760, "bias": 735}),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_arms_need_no_more_operations_than_promised(
    robot: str, lock: Mapping[str, str], most: dict[str, int]
) -> None:
    found = totals(robot, lock)
    for kernel, limit in most.items():
        assert found[kernel] <= limit


@pytest.mark.parametrize(
    ("robot", "lock", "tip", "most"),
    [("ur5_robot", {}, "tool0", 49), ("panda", FINGERS, "panda_link8", 135)],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_jacobians_of_tips_need_no_more_operations_than_promised(
    robot: str, lock: Mapping[str, str], tip: str, most: int
) -> None:
    if robot not in (files := urdf_files()):
        pytest.skip("example-robot-data is not installed")
    options = Options(kernels=("jacobian",), frames=(tip,))
    description = read(files[robot], edits=Edits(lock=lock))
    (choice,) = generate_described(description, options).choices
    assert choice.graph.operations.mul + choice.graph.operations.add <= most


def test_a_file_with_rounded_angles_costs_what_an_exact_one_does() -> None:
    """xarm7 is a Panda-like arm of seven joints, written with 1.5708 for pi/2."""
    panda, xarm = totals("panda", FINGERS), totals("xarm7", {})
    for kernel in ("inertia_matrix", "inverse_dynamics"):
        assert xarm[kernel] <= 1.1 * panda[kernel]


@pytest.mark.parametrize(
    ("robot", "lock", "method", "frames", "derivatives", "coriolis"),
    [
        ("puma560", {}, "relative_midway", Frames.HELD, 1073, 448),
        ("ur5_robot", {}, "relative_midway", Frames.HELD, 784, 278),
        ("panda", FINGERS, "relative", Frames.ATTACHED, 2225, 1075),
        ("general6", {}, "relative_midway", Frames.ATTACHED, 2732, 1497),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_derivatives_alone_need_no_more_operations_than_promised(
    robot: str,
    lock: Mapping[str, str],
    method: str,
    frames: Frames,
    derivatives: int,
    coriolis: int,
) -> None:
    """Of inverse dynamics, by q and qd, without the torques and the inertia matrix; of C, all."""
    model = modelled(described(robot, lock), Options())
    model = formulated(model, Formulation(Bodies.REGROUPED, frames))
    gives = METHODS[method].gives
    given = gives[Quantity.INVERSE_DYNAMICS_DERIVATIVES]
    assert count_after_passes(model, given, "q", "qd", "qdd") <= derivatives
    assert count_after_passes(model, gives[Quantity.CORIOLIS_MATRIX], "q", "qd") <= coriolis


def count_after_passes(model: Model, algorithm: Callable[..., Any], *inputs: str) -> int:
    """Return multiplications plus additions of the matrices that an algorithm gives last."""

    def matrices(model: Model, t: Tape, *values: list[Node]) -> object:
        result = algorithm(model, t, *values)
        return result[2:] if isinstance(result, tuple) else result

    nodes = traced(model, matrices, *inputs).nodes
    operations = optimise(KernelGraph(nodes[0].graph, {"all": nodes})).operations
    return operations.mul + operations.add
