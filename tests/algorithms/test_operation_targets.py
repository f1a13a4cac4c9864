"""Real arms, from the files that people have, need no more operations than we promise."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gen_robot.description.edit import Edits
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read
from random_robots import general_robot
from urdf_robots import urdf_files

FINGERS = {"panda_finger_joint1": "0"}


def totals(robot: str, lock: Mapping[str, str]) -> dict[str, int]:
    """Return multiplications plus additions of each kernel."""
    if robot == "general6":
        description = general_robot(6)
    elif robot in (files := urdf_files()):
        description = read(files[robot], edits=Edits(lock=lock))
    elif robot == "puma560":
        description = read(robot)
    else:
        pytest.skip("example-robot-data is not installed")
    choices = generate_described(description, Options()).choices
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


def test_a_file_with_rounded_angles_costs_what_an_exact_one_does() -> None:
    """xarm7 is a Panda-like arm of seven joints, written with 1.5708 for pi/2."""
    panda, xarm = totals("panda", FINGERS), totals("xarm7", {})
    for kernel in ("inertia_matrix", "inverse_dynamics"):
        assert xarm[kernel] <= 1.1 * panda[kernel]
