"""Bounds on what a search for structure leaves, with effort normal: multiplications and additions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from c_counter import counted
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.description.general import general_robot
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.weighing import OPERATIONS
from urdf_robots import urdf_files

KERNEL_NAMES = (
    "inertia_matrix",
    "inverse_dynamics",
    "bias",
    "inertia_and_bias",
    "forward_dynamics",
)
AT_MOST = {
    "general6": (501, 655, 630, 1135, 1290),
    "puma560": (134, 320, 262, 394, 515),
    "ur5_robot": (86, 229, 173, 256, 372),
    "panda": (313, 562, 537, 850, 1080),
}
FEW = Options(optimise_for=OPERATIONS, kernels=KERNEL_NAMES)
FINGERS = Edits(lock={"panda_finger_joint1": "0"})


@cache
def robot(name: str) -> Description:
    if name.startswith("general"):
        return general_robot(int(name.removeprefix("general")))
    if name == "puma560":
        return read(name)
    found = urdf_files()
    if name not in found:
        pytest.skip(f"the URDF files of {name} are not installed")
    return read(found[name], edits=FINGERS if name == "panda" else Edits())


def assert_at_most(name: str, found: Mapping[str, int]) -> None:
    allowed = dict(zip(KERNEL_NAMES, AT_MOST[name], strict=True))
    assert {k: n for k, n in found.items() if n > allowed[k]} == {}
    assert found.keys() == allowed.keys()


@pytest.mark.parametrize("name", [name for name in AT_MOST if name != "puma560"])
def test_kernels_need_no_more_operations(name: str) -> None:
    description = robot(name)
    with room_for(len(description.links)):
        search = searched(modelled(description, FEW), FEW)
        chosen = {kernel: search.choose(KERNELS[kernel]) for kernel in KERNEL_NAMES}
    sums = {k: c.graph.operations.mul + c.graph.operations.add for k, c in chosen.items()}
    assert_at_most(name, sums)


def test_the_text_for_the_puma_has_no_more_operations() -> None:
    found = counted(generate_described(robot("puma560"), FEW))
    assert_at_most("puma560", {name: own["mul"] + own["add"] for name, own in found.items()})
